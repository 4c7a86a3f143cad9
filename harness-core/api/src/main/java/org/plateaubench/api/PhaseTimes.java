// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.time.Duration;

/**
 * How long each phase lasts. Instants of a run are nanoseconds since the start of ramp-up.
 *
 * @param rampUp users start over this time
 * @param steady the window that counts, above zero
 * @param rampDown time for which the steady load continues
 * @param drain deadline for operations in flight when ramp-down ends
 */
public record PhaseTimes(Duration rampUp, Duration steady, Duration rampDown, Duration drain) {
    public PhaseTimes {
        if (rampUp.isNegative() || rampDown.isNegative() || drain.isNegative()) {
            throw new IllegalArgumentException("phases must not be negative");
        }
        if (steady.isNegative() || steady.isZero()) {
            throw new IllegalArgumentException("steady must be above zero, found " + steady);
        }
    }

    /** Start of the steady window. */
    public long steadyStartNanos() {
        return rampUp.toNanos();
    }

    /** End of the steady window. */
    public long steadyEndNanos() {
        return steadyStartNanos() + steady.toNanos();
    }

    /** End of ramp-down: no operation is issued from here on. */
    public long issueEndNanos() {
        return steadyEndNanos() + rampDown.toNanos();
    }

    /** Latest end of the run: operations still in flight are abandoned. */
    public long drainEndNanos() {
        return issueEndNanos() + drain.toNanos();
    }

    /** The phase that an instant lies in; an instant before the start belongs to ramp-up. */
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
