// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

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
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * The one configuration by which records are written as JSON and read from it.
 *
 * <ul>
 *   <li>Fields have the order of the record's components; {@link DocumentRules} says which may be missing.
 *   <li>Numbers are exact: a whole number is not read from a decimal or a text.
 *   <li>A name that occurs twice is refused.
 *   <li>What is read is bounded in length, depth, number of elements and length of a text.
 * </ul>
 */
public final class RecordMapping {
    private RecordMapping() {}

    /** Begins a mapping of records; what happens to fields that a record does not have is for the caller to say. */
    public static JsonMapper.Builder within(StreamReadConstraints bounds) {
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(bounds).build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withCoercionConfig(LogicalType.Textual, RecordMapping::refuseNumbers)
                .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .annotationIntrospector(new DocumentRules())
                .addModule(ValueTexts.module())
                .addMixIns(MixIns.MIX_INS);
    }

    private static void refuseNumbers(MutableCoercionConfig texts) {
        texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }

    /** Where documents and messages write a record of a module that depends on no JSON library in another way than it is. */
    static final class MixIns {
        static final Map<Class<?>, Class<?>> MIX_INS = Map.ofEntries(
                Map.entry(Load.class, OfLoad.class),
                Map.entry(LoadStep.class, OfStep.class),
                Map.entry(LoadStep.Sine.class, OfSine.class),
                Map.entry(LoadStep.Replay.class, OfReplay.class),
                Map.entry(MeasureDefinition.class, OfMeasure.class),
                Map.entry(CheckDefinition.class, WithoutNulls.class),
                Map.entry(CheckDefinition.Term.class, OfTerm.class),
                Map.entry(Distribution.Exponential.class, WithoutNulls.class),
                Map.entry(ScheduleInterval.Flow.class, WithoutNulls.class),
                Map.entry(UnitDefinition.class, WithoutNulls.class),
                Map.entry(UnitDefinition.Step.class, OfUnitStep.class));

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

        interface OfUnitStep {
            @JsonInclude(Include.NON_DEFAULT)
            boolean conditional();
        }

        interface OfTerm {
            @JsonInclude(Include.NON_EMPTY)
            String name();
        }
    }
}
