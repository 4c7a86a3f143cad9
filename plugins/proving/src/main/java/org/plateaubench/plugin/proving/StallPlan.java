// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.util.Locale;

/**
 * The stalls: in the last part of each period, counted from the start of the server, nothing is answered. An answer
 * that is due then is sent at the end of the stall. Immutable.
 *
 * @param everyNanos length of a period, 0 for no stalls
 */
public record StallPlan(long everyNanos, long lengthNanos) {
    /** Returns when an answer that is due at an instant is sent; both in nanoseconds since the server's start. */
    public long answerAtNanos(long dueNanos) {
        if (everyNanos == 0) {
            return dueNanos;
        }
        long offset = Math.floorMod(dueNanos, everyNanos);
        return offset < everyNanos - lengthNanos ? dueNanos : dueNanos + everyNanos - offset;
    }

    @Override
    public String toString() {
        return everyNanos == 0
                ? "no stalls"
                : String.format(Locale.ROOT, "a stall of %.3f ms every %.3f ms", lengthNanos / 1e6, everyNanos / 1e6);
    }
}
