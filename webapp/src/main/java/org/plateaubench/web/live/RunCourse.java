// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.ShownSeries.ShownPhase;
import org.plateaubench.engine.run.event.EventDetails.PhaseBegan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunEvent;

/** The course of a run within its plan, computed from its events. Not thread-safe. */
final class RunCourse {
    private static final List<Phase> TIMED_PHASES = List.of(Phase.RAMP_UP, Phase.STEADY, Phase.RAMP_DOWN, Phase.DRAIN);

    private final PhaseTimes planned;
    private final List<RunEvent> events = new ArrayList<>();
    private @Nullable Instant origin;
    private @Nullable RunEvent phase;
    private String activity = "";
    private final List<String> failures = new ArrayList<>();

    /** The present phase, in seconds of the run's clock; null before it starts, or when the end is not known. */
    record CurrentPhase(
            String name,
            @Nullable Double startedSeconds,
            @Nullable Double expectedEndSeconds) {}

    /** A phase of the plan, in seconds of the run's clock. */
    record PlannedPhase(String name, double startSeconds, double endSeconds) {}

    /**
     * The progress of the run.
     *
     * @param share share of the planned time without the drain, 0 to 1; null during preparation
     * @param message the last completed activity
     * @param failures why the run can no longer pass; empty while it can
     */
    record Progress(
            @Nullable String phase,
            @Nullable Double elapsedSeconds,
            @Nullable Double share,
            String message,
            List<String> failures) {}

    RunCourse(RunPlan plan) {
        planned = plan.phases();
    }

    void add(RunEvent event) {
        if (event.is(EventType.PHASE)) {
            phase = event;
            events.add(event);
        } else if (event.is(EventType.RUN_ENDED)) {
            events.add(event);
        }
        if (origin == null && event.runNanos() != RunEvent.BEFORE_START) {
            origin = event.at().minusNanos(event.runNanos());
        }
        if (event.is(EventType.CERTAIN_FAILURE)) {
            failures.add(event.message());
        } else {
            activity = event.message();
        }
    }

    /** Returns the instant at which the run's clock started; null before. */
    @Nullable
    Instant origin() {
        return origin;
    }

    /** Returns the seconds of the run's clock; null before it starts. */
    @Nullable
    Double elapsedSeconds(Instant now) {
        Instant start = origin;
        return start == null ? null : Duration.between(start, now).toNanos() / Nanos.PER_SECOND;
    }

    /** Returns the present phase; null before the first. */
    @Nullable
    CurrentPhase phase() {
        RunEvent phaseStart = phase;
        if (phaseStart == null) {
            return null;
        }
        String name = name(phaseStart);
        if (phaseStart.runNanos() == RunEvent.BEFORE_START) {
            return new CurrentPhase(name, null, null);
        }
        Double end = TIMED_PHASES.stream()
                .filter(each -> each.label().equals(name))
                .findFirst()
                .map(known -> (phaseStart.runNanos() + length(known).toNanos()) / Nanos.PER_SECOND)
                .orElse(null);
        return new CurrentPhase(name, phaseStart.runNanos() / Nanos.PER_SECOND, end);
    }

    private static String name(RunEvent phaseStart) {
        return phaseStart.as(PhaseBegan.class).map(PhaseBegan::name).orElse("");
    }

    private Duration length(Phase each) {
        return switch (each) {
            case PREPARE -> Duration.ZERO;
            case RAMP_UP -> planned.rampUp();
            case STEADY -> planned.steady();
            case RAMP_DOWN -> planned.rampDown();
            case DRAIN -> planned.drain();
        };
    }

    /** Returns the phases that have begun. */
    List<ShownPhase> begunPhases() {
        return ShownPhase.of(events);
    }

    List<PlannedPhase> planned() {
        List<PlannedPhase> phases = new ArrayList<>();
        double start = 0;
        for (Phase each : TIMED_PHASES) {
            double end = start + length(each).toNanos() / Nanos.PER_SECOND;
            phases.add(new PlannedPhase(each.label(), start, end));
            start = end;
        }
        return phases;
    }

    Progress progress(Instant now) {
        Double elapsed = elapsedSeconds(now);
        double plannedSeconds = planned.issueEndNanos() / Nanos.PER_SECOND;
        return new Progress(
                phase == null ? null : name(phase),
                elapsed,
                elapsed == null ? null : Math.clamp(elapsed / plannedSeconds, 0, 1),
                activity,
                List.copyOf(failures));
    }
}
