// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;

/** Phase, elapsed time and remaining time of a run by its plan. */
record RunClockText(PhaseTimes planned) {

    /**
     * Elapsed and planned time, such as {@code 0:12 / 1:25}; only the elapsed time in the drain, after the end of the
     * plan.
     */
    String elapsed(long runNanos) {
        if (runNanos > planned.issueEndNanos()) {
            return LiveText.clock(runNanos);
        }
        return LiveText.clock(runNanos) + " / " + LiveText.clock(planned.issueEndNanos());
    }

    /** Share of the planned time that has passed, 0 to 1. */
    double share(long runNanos) {
        return Math.clamp((double) runNanos / planned.issueEndNanos(), 0.0, 1.0);
    }

    /** The purpose of a phase, in a few words. */
    static String purpose(Phase phase) {
        return switch (phase) {
            case PREPARE -> "starting systems and loading data";
            case RAMP_UP -> "users start, nothing counts yet";
            case STEADY -> "this is what counts";
            case RAMP_DOWN -> "the load continues while the last operations of the window end";
            case DRAIN -> "no new operation starts; operations in flight may end";
        };
    }
}
