// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.measure.PhaseTimeline;
import org.plateaubench.measure.WindowTimeline;
import org.plateaubench.measure.WorkloadRecorder;
import org.plateaubench.measure.clock.NanoClock;

/** What everything that drives one workload has in common. */
record RunContext(
        DriveSpec spec,
        UnitCatalog catalog,
        WorkloadRecorder recorder,
        NanoClock clock,
        WindowTimeline windows,
        RunListener listener) {

    static RunContext of(
            DriveSpec spec, WorkloadRecorder recorder, NanoClock clock, PhaseTimeline timeline, RunListener listener) {
        return new RunContext(
                spec,
                new UnitCatalog(spec),
                recorder,
                clock,
                new WindowTimeline(timeline, spec.steadyEdges()),
                listener);
    }

    /** The phases as they stand now. */
    PhaseTimeline timeline() {
        return windows.phases();
    }

    /** Name of a thread of this workload. */
    String threadName(String role) {
        return "plateau-" + spec.tile() + "-" + spec.workload() + "-" + role;
    }
}
