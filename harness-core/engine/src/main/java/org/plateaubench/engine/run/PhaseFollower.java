// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;

/**
 * The phases as the controller follows them. An interruption shortens them by the same rule as in the agents, which act
 * on the message; here they only say what to show and how long to wait. One thread.
 */
final class PhaseFollower {
    private final RunLog log;
    private long steadyStartNanos;
    private long steadyEndNanos;
    private long issueEndNanos;
    private long drainNanos;
    private final Deque<Phase> ahead =
            new ArrayDeque<>(List.of(Phase.RAMP_UP, Phase.STEADY, Phase.RAMP_DOWN, Phase.DRAIN));

    PhaseFollower(PhaseTimes phases, RunLog log) {
        this.log = log;
        steadyStartNanos = phases.steadyStartNanos();
        steadyEndNanos = phases.steadyEndNanos();
        issueEndNanos = phases.issueEndNanos();
        drainNanos = phases.drain().toNanos();
    }

    long issueEndNanos() {
        return issueEndNanos;
    }

    long drainEndNanos() {
        return issueEndNanos + drainNanos;
    }

    /** Tells of every phase that has begun, at the instant at which it did. */
    void follow(long runNanos) {
        while (!ahead.isEmpty() && runNanos >= startOf(ahead.getFirst())) {
            Phase phase = ahead.removeFirst();
            // A phase of no length, left out or cut off by an interruption, is none.
            if (startOf(phase) < endOf(phase) || phase == Phase.DRAIN) {
                log.phase(phase, startOf(phase), endOf(phase));
            }
        }
    }

    private long startOf(Phase phase) {
        return switch (phase) {
            case PREPARE, RAMP_UP -> 0;
            case STEADY -> steadyStartNanos;
            case RAMP_DOWN -> steadyEndNanos;
            case DRAIN -> issueEndNanos;
        };
    }

    private long endOf(Phase phase) {
        return switch (phase) {
            case PREPARE -> 0;
            case RAMP_UP -> steadyStartNanos;
            case STEADY -> steadyEndNanos;
            case RAMP_DOWN -> issueEndNanos;
            case DRAIN -> drainEndNanos();
        };
    }

    /** Ramp-down begins now, unless it has. */
    void endSteady(long runNanos) {
        if (runNanos < steadyEndNanos) {
            long rampDownNanos = issueEndNanos - steadyEndNanos;
            steadyStartNanos = Math.min(steadyStartNanos, runNanos);
            steadyEndNanos = runNanos;
            issueEndNanos = runNanos + rampDownNanos;
        }
    }

    /** Drain begins now, unless it has, and is short. */
    void stop(long runNanos, Duration drain) {
        if (runNanos < issueEndNanos) {
            steadyStartNanos = Math.min(steadyStartNanos, runNanos);
            steadyEndNanos = Math.min(steadyEndNanos, runNanos);
            issueEndNanos = runNanos;
            drainNanos = Math.min(drainNanos, drain.toNanos());
        } else {
            drainNanos = Math.min(drainNanos, runNanos - issueEndNanos + drain.toNanos());
        }
    }
}
