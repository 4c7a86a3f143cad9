// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.LimitBoard;
import org.plateaubench.engine.judge.event.LiveEvents;
import org.plateaubench.engine.report.series.ShownEvent;
import org.plateaubench.engine.report.series.ShownSeries;

/**
 * The first event for a viewer of a run, which contains everything known about the run.
 *
 * @param phases the planned phases or, of a run that has ended, the actual ones
 * @param elapsedSeconds seconds of the run's clock; null before the clock starts
 * @param series the last minutes of its time series
 * @param spans events on the time axis so far; none for a run that has ended
 * @param limits its limits so far; null for a run that has ended or was not planned
 */
record Snapshot(
        String run,
        String status,
        RunCourse.@Nullable CurrentPhase phase,
        Object phases,
        @Nullable Double elapsedSeconds,
        ShownSeries series,
        List<ShownEvent> events,
        List<LiveEvents.Span> spans,
        RunCourse.@Nullable Progress progress,
        LimitBoard.@Nullable Board limits) {

    /** Creates the snapshot of a run without a plan. */
    static Snapshot unplanned(String run, String status, List<ShownEvent> events) {
        List<Double> time = List.of();
        ShownSeries series =
                new ShownSeries(0, 0, 1, List.of(), time, List.of(), List.of(), List.of(), List.of(), List.of());
        return new Snapshot(run, status, null, List.of(), null, series, events, List.of(), null, null);
    }
}
