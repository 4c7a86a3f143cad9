// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.Timing;

/**
 * The timed section of an operation, which Faban calls its response time. With AUTO, it is the total time of the
 * requests; time between two requests belongs to the driver and does not count. With MANUAL, it is the time between two
 * calls of the driver, less its pauses. Not thread-safe.
 */
final class TimedSection {
    private static final long NEVER = Long.MIN_VALUE;

    private Timing timing = Timing.MANUAL;
    private boolean open;
    private long startNanos = NEVER;
    private long endNanos = NEVER;
    private long pausedSinceNanos = NEVER;
    private long pausedNanos;

    void begin(Timing operationTiming) {
        timing = operationTiming;
        open = true;
        startNanos = NEVER;
        endNanos = NEVER;
        pausedSinceNanos = NEVER;
        pausedNanos = 0;
    }

    void end() {
        open = false;
    }

    /** Records that a request is about to be written on an open connection. */
    void requestStarts(long nowNanos) {
        if (!open || timing != Timing.AUTO) {
            return;
        }
        if (startNanos == NEVER) {
            startNanos = nowNanos;
        } else if (endNanos != NEVER) {
            pausedNanos += nowNanos - endNanos;
        }
        endNanos = NEVER;
    }

    /** Records that a response was read completely. */
    void requestEnds(long nowNanos) {
        if (open && timing == Timing.AUTO) {
            endNanos = nowNanos;
        }
    }

    /** Starts the section at the first call, ends a pause, or else ends the section; the last end counts. */
    void record(long nowNanos) {
        requireManual("recordTime()");
        if (startNanos == NEVER) {
            startNanos = nowNanos;
        } else if (pausedSinceNanos != NEVER) {
            pausedNanos += nowNanos - pausedSinceNanos;
            pausedSinceNanos = NEVER;
        } else {
            endNanos = nowNanos;
        }
    }

    /** Pauses the section; no effect if it is paused already. */
    void pause(long nowNanos) {
        requireManual("pauseTime()");
        if (pausedSinceNanos == NEVER) {
            pausedSinceNanos = nowNanos;
        }
    }

    private void requireManual(String call) {
        if (!open || timing != Timing.MANUAL) {
            throw new IllegalStateException(call + " is for operations with Timing.MANUAL");
        }
    }

    /** Returns a sentence about what is missing in a successful operation; empty if its section is complete. */
    String missing() {
        if (endNanos != NEVER) {
            return "";
        }
        if (timing == Timing.MANUAL) {
            return "has Timing.MANUAL and did not call DriverContext.recordTime() at the start and at the end of its"
                    + " timed section";
        }
        return "has Timing.AUTO and succeeded without a complete response to a request by a transport of"
                + " HttpTransport.newInstance(): send a request, or use Timing.MANUAL and recordTime()";
    }

    /** Returns the start of the section; the given instant if it has not started. */
    long startNanos(long nowNanos) {
        return startNanos == NEVER ? nowNanos : startNanos;
    }

    /** Returns the length of a complete section in nanoseconds, not negative. */
    long lengthNanos() {
        return endNanos - startNanos - pausedNanos;
    }
}
