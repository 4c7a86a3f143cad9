// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.series.ShownEvent;

/**
 * What a viewer of a run is shown first: all that is known of it.
 *
 * @param phases the planned phases or, of a run that has ended, the actual ones
 * @param elapsedSeconds seconds of the run's clock; null before the clock starts
 * @param series the last minutes of its time series
 */
record Snapshot(
        String run,
        String status,
        RunCourse.@Nullable CurrentPhase phase,
        Object phases,
        @Nullable Object elapsedSeconds,
        Map<String, @Nullable Object> series,
        List<ShownEvent> events,
        RunCourse.@Nullable Progress progress) {

    /** The snapshot of a run without a plan. */
    static Snapshot unplanned(String run, String status, List<ShownEvent> events) {
        Map<String, @Nullable Object> series = new LinkedHashMap<>();
        series.put("from", 0.0);
        series.put("to", 0.0);
        series.put("binSeconds", 1.0);
        for (String list : List.of("phases", "time", "missing", "late", "workloads", "telemetry", "harness")) {
            series.put(list, List.of());
        }
        return new Snapshot(run, status, null, List.of(), null, series, events, null);
    }
}
