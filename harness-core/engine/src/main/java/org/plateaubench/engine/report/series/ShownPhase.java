// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Timeline.PhaseSpan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunEvent;

/**
 * An actual phase in the form of the API and the report, in seconds of the run's clock.
 *
 * @param endSeconds its end, null for the current phase
 */
public record ShownPhase(
        String name, double startSeconds, @Nullable Double endSeconds) {
    public static List<ShownPhase> of(List<RunEvent> events) {
        List<ShownPhase> phases = new ArrayList<>();
        for (PhaseSpan span : Timeline.spans(events)) {
            Long start = span.startNanos();
            if (start != null) {
                Long end = span.endNanos();
                phases.add(new ShownPhase(
                        span.name(), start / Nanos.PER_SECOND, end == null ? null : end / Nanos.PER_SECOND));
            }
        }
        return phases;
    }
}
