// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.run;

import com.sun.faban.driver.Timing;

/**
 * The timed section of an operation: what Faban calls its response time. AUTO is the time between the start and the end
 * of requests; what lies between two requests is the driver's own and left out. MANUAL is between two calls of the
 * driver, less its pauses. User-confined.
 */
final class TimedSection {
    private static final long NEVER = Long.MIN_VALUE;

    private Timing timing = Timing.MANUAL;
    private boolean open;
    private long startNanos = NEVER;
    private long endNanos = NEVER;
    private long pausedSinceNanos = NEVER;
    private long pausedNanos;
    private boolean requested;

    /** An operation begins. */
    void begin(Timing ofOperation) {
        timing = ofOperation;
        open = true;
        startNanos = NEVER;
        endNanos = NEVER;
        pausedSinceNanos = NEVER;
        pausedNanos = 0;
        requested = false;
    }

    /** The operation has ended. */
    void end() {
        open = false;
    }

    /** A connected request is about to be written. */
    void requestStarts(long nowNanos) {
        if (!open || timing != Timing.AUTO) {
            return;
        }
        requested = true;
        if (startNanos == NEVER) {
            startNanos = nowNanos;
        } else if (endNanos != NEVER) {
            pausedNanos += nowNanos - endNanos;
        }
        endNanos = NEVER;
    }

    /** A response was read to its end. */
    void requestEnds(long nowNanos) {
        if (open && timing == Timing.AUTO) {
            endNanos = nowNanos;
        }
    }

    /** The driver starts the section, or ends it: the last call counts. */
    void record(long nowNanos) {
        requireManual("recordTime()");
        if (startNanos == NEVER) {
            startNanos = nowNanos;
            return;
        }
        if (pausedSinceNanos != NEVER) {
            resume(nowNanos);
        }
        endNanos = nowNanos;
    }

    void pause(long nowNanos) {
        requireManual("pauseTime()");
        if (startNanos == NEVER || pausedSinceNanos != NEVER) {
            throw new IllegalStateException("pauseTime() needs a section that runs: call recordTime() before it, and"
                    + " resumeTime() between two pauses");
        }
        pausedSinceNanos = nowNanos;
    }

    void resume(long nowNanos) {
        requireManual("resumeTime()");
        if (pausedSinceNanos == NEVER) {
            throw new IllegalStateException("resumeTime() needs a pauseTime() before it");
        }
        pausedNanos += nowNanos - pausedSinceNanos;
        pausedSinceNanos = NEVER;
    }

    private void requireManual(String call) {
        if (!open || timing != Timing.MANUAL) {
            throw new IllegalStateException(call + " is for operations of Timing.MANUAL");
        }
    }

    /** What a successful operation lacks, a sentence; empty when its section is whole. */
    String missing() {
        if (endNanos != NEVER) {
            return "";
        }
        if (timing == Timing.MANUAL) {
            return "is of Timing.MANUAL and did not call DriverContext.recordTime() at the start and at the end of what"
                    + " is timed";
        }
        return requested
                ? "is of Timing.AUTO and succeeded although its last request has no whole response"
                : "is of Timing.AUTO and sent no request by a transport of HttpTransport.newInstance(): give it"
                        + " Timing.MANUAL and recordTime(), or send one";
    }

    /** The start; the given instant when there was none. */
    long startNanos(long nowNanos) {
        return startNanos == NEVER ? nowNanos : startNanos;
    }

    /** The length of a whole section, not negative. */
    long lengthNanos() {
        return endNanos - startNanos - pausedNanos;
    }
}
