// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.time.Duration;

/**
 * The lengths of the phases of a run. Instants of a run are nanoseconds since the start of ramp-up.
 *
 * @param rampUp time in which the load rises to its level, not negative
 * @param steady length of the measured window, above zero
 * @param rampDown time for which the load continues after the steady window, not negative
 * @param drain greatest time that outstanding operations have to end after ramp-down, not negative
 */
public record PhaseTimes(Duration rampUp, Duration steady, Duration rampDown, Duration drain) {
    /** Start of the steady window. */
    public long steadyStartNanos() {
        return rampUp.toNanos();
    }

    /** End of the steady window. */
    public long steadyEndNanos() {
        return steadyStartNanos() + steady.toNanos();
    }

    /** End of ramp-down; later, no operation is started. */
    public long issueEndNanos() {
        return steadyEndNanos() + rampDown.toNanos();
    }

    /** End of the drain, at which outstanding operations are abandoned. */
    public long drainEndNanos() {
        return issueEndNanos() + drain.toNanos();
    }

    /** The phase of an instant; an instant before the start belongs to ramp-up. */
    public Phase phaseAt(long nanos) {
        if (nanos < steadyStartNanos()) {
            return Phase.RAMP_UP;
        }
        if (nanos < steadyEndNanos()) {
            return Phase.STEADY;
        }
        return nanos < issueEndNanos() ? Phase.RAMP_DOWN : Phase.DRAIN;
    }
}
