// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.time.Duration;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;

/**
 * The current phases of a run; an interruption shortens them, and they are never lengthened. Controller and
 * agents use this same rule. Instants are nanoseconds on the run's clock. Thread-safe.
 */
public final class PhaseTimeline {
    /** The remaining drain when a run is stopped without ramp-down. */
    public static final Duration STOPPED_DRAIN = Duration.ofSeconds(1);

    private static final Duration MIN_STEADY = Duration.ofNanos(1);

    private volatile Edges edges;

    private record Edges(
            PhaseTimes times, long steadyStartNanos, long steadyEndNanos, long issueEndNanos, long drainEndNanos) {
        static Edges of(PhaseTimes times) {
            return new Edges(
                    times,
                    times.steadyStartNanos(),
                    times.steadyEndNanos(),
                    times.issueEndNanos(),
                    times.drainEndNanos());
        }
    }

    /** A timeline without an interruption. */
    public PhaseTimeline(PhaseTimes planned) {
        edges = Edges.of(planned);
    }

    public PhaseTimes current() {
        return edges.times;
    }

    /** The phase that contains an instant, by the current phases. */
    public Phase phaseAt(long nanos) {
        Edges now = edges;
        if (nanos < now.steadyStartNanos) {
            return Phase.RAMP_UP;
        }
        if (nanos < now.steadyEndNanos) {
            return Phase.STEADY;
        }
        return nanos < now.issueEndNanos ? Phase.RAMP_DOWN : Phase.DRAIN;
    }

    /** The first instant after the one given at which another phase begins; {@link Long#MAX_VALUE} when none does. */
    long edgeAfter(long nanos) {
        Edges now = edges;
        if (nanos < now.steadyStartNanos) {
            return now.steadyStartNanos;
        }
        if (nanos < now.steadyEndNanos) {
            return now.steadyEndNanos;
        }
        return nanos < now.issueEndNanos ? now.issueEndNanos : Long.MAX_VALUE;
    }

    /** Whether a phase takes place: one that was left out, or cut off before it began, does not. */
    public boolean takesPlace(Phase phase) {
        PhaseTimes times = edges.times;
        return switch (phase) {
            case PREPARE, DRAIN -> true;
            case RAMP_UP -> times.rampUp().isPositive();
            case STEADY -> times.steady().compareTo(MIN_STEADY) > 0;
            case RAMP_DOWN -> times.rampDown().isPositive();
        };
    }

    /** The instant from which no operation is issued. */
    public long issueEndNanos() {
        return edges.issueEndNanos;
    }

    public long drainEndNanos() {
        return edges.drainEndNanos;
    }

    /** Ends the steady window now, so that ramp-down begins; without effect once it has ended. */
    public synchronized void endSteadyAt(long nanos) {
        if (nanos < edges.steadyEndNanos) {
            PhaseTimes times = edges.times;
            edges = Edges.of(steadyEndingAt(nanos, times.rampDown(), times.drain()));
        }
    }

    /** Ends issuing now and leaves at most {@link #STOPPED_DRAIN} to drain; without effect once it has ended. */
    public synchronized void stopIssuingAt(long nanos) {
        PhaseTimes times = edges.times;
        Duration drain = times.drain().compareTo(STOPPED_DRAIN) < 0 ? times.drain() : STOPPED_DRAIN;
        if (nanos < edges.steadyEndNanos) {
            edges = Edges.of(steadyEndingAt(nanos, Duration.ZERO, drain));
        } else if (nanos < edges.issueEndNanos) {
            Duration rampDown = Duration.ofNanos(nanos - edges.steadyEndNanos);
            edges = Edges.of(new PhaseTimes(times.rampUp(), times.steady(), rampDown, drain));
        } else {
            Duration left = Duration.ofNanos(nanos - edges.issueEndNanos).plus(drain);
            if (left.compareTo(times.drain()) < 0) {
                edges = Edges.of(new PhaseTimes(times.rampUp(), times.steady(), times.rampDown(), left));
            }
        }
    }

    /** A window that is cut off before it began keeps one nanosecond, since no window is empty. */
    private PhaseTimes steadyEndingAt(long nanos, Duration rampDown, Duration drain) {
        long end = Math.max(0, nanos);
        if (end <= edges.steadyStartNanos) {
            return new PhaseTimes(Duration.ofNanos(end), MIN_STEADY, rampDown, drain);
        }
        Duration steady = Duration.ofNanos(end - edges.steadyStartNanos);
        return new PhaseTimes(edges.times.rampUp(), steady, rampDown, drain);
    }
}
