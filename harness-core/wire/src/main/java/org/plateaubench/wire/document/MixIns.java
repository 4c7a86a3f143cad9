// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.interval.ScheduleInterval;

/** Where documents and messages write a record of a module that depends on no JSON library in another way than it is. */
final class MixIns {
    static final Map<Class<?>, Class<?>> MIX_INS = Map.of(
            Load.class, OfLoad.class,
            LoadStep.class, OfStep.class,
            LoadStep.Sine.class, OfSine.class,
            LoadStep.Replay.class, OfReplay.class,
            MeasureDefinition.class, OfMeasure.class,
            CheckDefinition.class, WithoutNulls.class,
            CheckDefinition.Term.class, OfTerm.class,
            Distribution.Exponential.class, WithoutNulls.class,
            ScheduleInterval.Flow.class, WithoutNulls.class,
            UnitDefinition.class, WithoutNulls.class);

    private MixIns() {}

    @JsonInclude(Include.NON_NULL)
    interface WithoutNulls {}

    @JsonInclude(Include.NON_NULL)
    interface OfLoad {
        @JsonInclude(Include.NON_EMPTY)
        List<LoadStep> steps();
    }

    interface OfStep {
        @JsonProperty("for")
        Duration length();
    }

    interface OfSine {
        @JsonProperty("mean")
        double middle();
    }

    interface OfReplay {
        @JsonInclude(Include.NON_EMPTY)
        String file();
    }

    interface OfMeasure {
        @JsonInclude(Include.NON_EMPTY)
        List<?> limits();
    }

    interface OfTerm {
        @JsonInclude(Include.NON_EMPTY)
        String name();
    }
}
