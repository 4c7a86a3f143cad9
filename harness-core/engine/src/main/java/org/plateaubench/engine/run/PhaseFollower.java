// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.measure.interval.PhaseTimeline;

/** Agents apply interruptions to their own timelines; this only determines reported phases. Not thread-safe. */
final class PhaseFollower {
    private final PhaseTimeline timeline;
    private final RunLog log;
    private final Deque<Phase> ahead =
            new ArrayDeque<>(List.of(Phase.RAMP_UP, Phase.STEADY, Phase.RAMP_DOWN, Phase.DRAIN));

    PhaseFollower(PhaseTimes phases, RunLog log) {
        this.timeline = new PhaseTimeline(phases);
        this.log = log;
    }

    PhaseTimeline timeline() {
        return timeline;
    }

    /** Does not report the phases with the given labels, which were reported before. */
    void skip(Set<String> labels) {
        ahead.removeIf(phase -> labels.contains(phase.label()));
    }

    void follow(long runNanos) {
        PhaseTimes times = timeline.current();
        while (!ahead.isEmpty() && runNanos >= startOf(ahead.getFirst(), times)) {
            Phase phase = ahead.removeFirst();
            if (timeline.holds(phase)) {
                log.phase(phase, startOf(phase, times), endOf(phase, times));
            }
        }
    }

    private static long startOf(Phase phase, PhaseTimes times) {
        return switch (phase) {
            case PREPARE, RAMP_UP -> 0;
            case STEADY -> times.steadyStartNanos();
            case RAMP_DOWN -> times.steadyEndNanos();
            case DRAIN -> times.issueEndNanos();
        };
    }

    private static long endOf(Phase phase, PhaseTimes times) {
        return switch (phase) {
            case PREPARE -> 0;
            case RAMP_UP -> times.steadyStartNanos();
            case STEADY -> times.steadyEndNanos();
            case RAMP_DOWN -> times.issueEndNanos();
            case DRAIN -> times.drainEndNanos();
        };
    }
}
