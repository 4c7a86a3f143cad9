// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import org.plateaubench.api.Execution;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.host.Calibration;

/**
 * The operations per second that a host can drive by its calibration, with the share of its processors that measurement
 * rule M16 allows and the goals of docs/performance.md for the harness's own work.
 *
 * @param waitNanos CPU time of a wait of a thread, negative when not known
 * @param exchangeNanos CPU time of both sides of an exchange over loopback, negative when not known
 */
public record CalibratedRate(int cores, long waitNanos, long exchangeNanos) {
    /** The share of its cores that an agent may use by M16. */
    static final double CPU_SHARE = 0.75;
    /** The CPU time that the harness may use per operation besides its wait. */
    private static final double THREAD_NANOS = 15_000;
    /** The same on an event loop at 100,000 operations per second. */
    private static final double LOOP_NANOS = 8_000;

    public static CalibratedRate of(Calibration calibration) {
        return new CalibratedRate(
                calibration.cores(), calibration.virtual().cpuNanosPerWait(), calibration.exchangeNanos());
    }

    /** What was measured with less work of other programs: each the smaller known time. */
    CalibratedRate better(CalibratedRate other) {
        return new CalibratedRate(cores, less(waitNanos, other.waitNanos), less(exchangeNanos, other.exchangeNanos));
    }

    private static long less(long one, long other) {
        return one < 0 || (other >= 0 && other < one) ? other : one;
    }

    /**
     * The greatest number of operations per second, 0 when not known.
     *
     * @param depth commands that a connection may have outstanding, which share an exchange
     * @param hasSut whether a SUT on the same host uses its processors too
     */
    double perSecond(Execution execution, int depth, boolean hasSut) {
        double sides = exchangeNanos / 2.0 * (hasSut ? 2 : 1) / depth;
        boolean isLoop = execution == Execution.EVENT_LOOP;
        boolean isKnown = exchangeNanos >= 0 && (isLoop || waitNanos >= 0);
        double nanos = isLoop ? sides + LOOP_NANOS : waitNanos + (hasSut ? sides : 0) + THREAD_NANOS;
        return isKnown ? CPU_SHARE * cores * Nanos.PER_SECOND / nanos : 0;
    }

    /** A rate with two significant digits, rounded down. */
    static long roundedDown(double value) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1));
        return (long) (Math.floor(value / unit) * unit);
    }
}
