// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.run.event.EventDetails.Interrupted;
import org.plateaubench.engine.run.event.EventDetails.PhaseBegan;
import org.plateaubench.engine.run.event.EventDetails.RunEnded;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;

/**
 * The actual phases of a run.
 *
 * @param status completed, interrupted, not-started or crashed
 * @param by the user or signal that asked the run to end, empty for none or when not known
 * @param brokenOff whether a fault, and no request, interrupted it
 */
public record Timeline(
        String status,
        List<PhaseSpan> spans,
        @Nullable Window window,
        @Nullable String ending,
        String by,
        boolean brokenOff,
        @Nullable String certainFailure) {
    public static final String COMPLETED = "completed";
    public static final String INTERRUPTED = "interrupted";
    public static final String NOT_STARTED = "not-started";
    public static final String CRASHED = "crashed";

    private static final RunEnded NO_END = new RunEnded(CRASHED, "", false);

    public static Timeline of(StoredRun run, PhaseTimes requested) {
        List<RunEvent> phases = phases(run.events());
        RunEvent ended = ended(run.events());
        RunEnded end = ended == null ? NO_END : ended.as(RunEnded.class).orElse(NO_END);
        String status = end.status().isEmpty() ? CRASHED : end.status();
        String failure = status.equals(COMPLETED) ? certainFailure(run.events()) : null;
        return new Timeline(
                status,
                spans(phases, ended),
                window(run, requested, phases, status.equals(COMPLETED) && failure == null),
                ended == null ? null : ended.message(),
                end.by(),
                end.fault(),
                failure);
    }

    private static @Nullable String certainFailure(List<RunEvent> events) {
        boolean isEndedEarly = events.stream()
                .anyMatch(event -> event.as(Interrupted.class)
                        .filter(interrupted -> interrupted.how().equals(Interrupted.CERTAIN_FAILURE))
                        .isPresent());
        return events.stream()
                .filter(event -> isEndedEarly && event.is(EventType.CERTAIN_FAILURE))
                .map(RunEvent::message)
                .findFirst()
                .orElse(null);
    }

    public boolean isComplete() {
        return status.equals(COMPLETED) && certainFailure == null;
    }

    public boolean isDriven() {
        return spans.stream().anyMatch(span -> !span.name().equals(Phase.PREPARE.label()));
    }

    /** The phases that have begun, from the events of a run that may still be running. */
    public static List<PhaseSpan> spans(List<RunEvent> events) {
        return spans(phases(events), ended(events));
    }

    private static List<RunEvent> phases(List<RunEvent> events) {
        return events.stream().filter(event -> event.is(EventType.PHASE)).toList();
    }

    private static @Nullable RunEvent ended(List<RunEvent> events) {
        RunEvent ended = null;
        for (RunEvent event : events) {
            if (event.is(EventType.RUN_ENDED)) {
                ended = event;
            }
        }
        return ended;
    }

    private static List<PhaseSpan> spans(List<RunEvent> phases, @Nullable RunEvent ended) {
        List<PhaseSpan> spans = new ArrayList<>();
        for (int i = 0; i < phases.size(); i++) {
            RunEvent start = phases.get(i);
            RunEvent end = i + 1 < phases.size() ? phases.get(i + 1) : ended;
            spans.add(new PhaseSpan(
                    name(start),
                    nanos(start),
                    end == null ? null : nanos(end),
                    start.at(),
                    end == null ? null : end.at()));
        }
        return spans;
    }

    /** The planned window, up to an interruption or the end of the data. */
    private static @Nullable Window window(
            StoredRun run, PhaseTimes requested, List<RunEvent> phases, boolean isComplete) {
        Instant origin = RunEvent.origin(run.events());
        long end = Math.min(requested.steadyEndNanos(), dataEndNanos(run.intervals()));
        if (!isComplete) {
            for (RunEvent phase : phases) {
                String name = name(phase);
                if (phase.runNanos() != RunEvent.BEFORE_START
                        && (name.equals(Phase.RAMP_DOWN.label()) || name.equals(Phase.DRAIN.label()))) {
                    end = Math.min(end, phase.runNanos());
                }
            }
        }
        long start = requested.steadyStartNanos();
        return origin == null || end <= start
                ? null
                : new Window(start, end, origin.plusNanos(start), origin.plusNanos(end));
    }

    private static long dataEndNanos(List<StoredInterval> intervals) {
        return intervals.stream().mapToLong(StoredInterval::endNanos).max().orElse(Long.MIN_VALUE);
    }

    private static @Nullable Long nanos(RunEvent event) {
        return event.runNanos() == RunEvent.BEFORE_START ? null : Long.valueOf(event.runNanos());
    }

    private static String name(RunEvent phase) {
        return phase.as(PhaseBegan.class).map(PhaseBegan::name).orElse("");
    }

    /** An actual phase of a run. */
    public record PhaseSpan(
            String name,
            @Nullable Long startNanos,
            @Nullable Long endNanos,
            Instant start,
            @Nullable Instant end) {}
}
