// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.RunEvent;

/**
 * An event of a run in the form of the API and the report.
 *
 * @param runSeconds seconds of the run's clock; null before the clock starts
 */
public record ShownEvent(
        Instant at,
        @Nullable Double runSeconds,
        String type,
        String scope,
        String message,
        Map<String, Object> details) {
    public static ShownEvent of(RunEvent event) {
        return new ShownEvent(
                event.at(),
                event.runNanos() == RunEvent.BEFORE_START ? null : event.runNanos() / Nanos.PER_SECOND,
                event.type(),
                event.scope(),
                event.message(),
                event.details());
    }
}
