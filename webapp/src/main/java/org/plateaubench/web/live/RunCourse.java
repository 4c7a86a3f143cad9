// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.PhaseTree;
import org.plateaubench.engine.run.EventType;
import org.plateaubench.engine.store.RunEvent;

/** The course of a run within its plan, computed from its events. One thread. */
final class RunCourse {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<Phase> ON_THE_CLOCK = List.of(Phase.RAMP_UP, Phase.STEADY, Phase.RAMP_DOWN, Phase.DRAIN);

    private final PhaseTimes planned;
    private final List<RunEvent> events = new ArrayList<>();
    private @Nullable Instant origin;
    private @Nullable RunEvent phase;
    private String activity = "";
    private Object forecasts = List.of();

    RunCourse(RunPlan plan) {
        planned = plan.phases();
    }

    void add(RunEvent event) {
        if (event.type().equals(EventType.PHASE.label())) {
            phase = event;
            events.add(event);
        } else if (event.type().equals(EventType.RUN_ENDED.label())) {
            events.add(event);
        }
        if (origin == null && event.runNanos() != RunEvent.BEFORE_START) {
            origin = event.at().minusNanos(event.runNanos());
        }
        if (event.type().equals(EventType.FORECAST.label())) {
            forecasts = event.details().getOrDefault("forecasts", List.of());
        } else {
            activity = event.message();
        }
    }

    /** Returns the seconds of the run's clock; null before it starts. */
    @Nullable
    Double elapsedSeconds(Instant now) {
        Instant start = origin;
        return start == null ? null : Duration.between(start, now).toNanos() / NANOS_PER_SECOND;
    }

    /** Returns the present phase: its name, when it began and when it should end. */
    @Nullable
    Map<String, @Nullable Object> phase() {
        RunEvent began = phase;
        if (began == null) {
            return null;
        }
        String name = String.valueOf(began.details().get("name"));
        boolean isOnClock = began.runNanos() != RunEvent.BEFORE_START;
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        tree.put("startedSeconds", isOnClock ? began.runNanos() / NANOS_PER_SECOND : null);
        Phase known = ON_THE_CLOCK.stream()
                .filter(one -> one.label().equals(name))
                .findFirst()
                .orElse(null);
        tree.put(
                "expectedEndSeconds",
                isOnClock && known != null ? (began.runNanos() + length(known).toNanos()) / NANOS_PER_SECOND : null);
        return tree;
    }

    private Duration length(Phase one) {
        return switch (one) {
            case PREPARE -> Duration.ZERO;
            case RAMP_UP -> planned.rampUp();
            case STEADY -> planned.steady();
            case RAMP_DOWN -> planned.rampDown();
            case DRAIN -> planned.drain();
        };
    }

    /** Returns the phases that have begun. */
    List<Object> begun() {
        return PhaseTree.of(events);
    }

    /** Returns the planned phases: name, start and end in seconds. */
    List<Object> planned() {
        List<Object> phases = new ArrayList<>();
        double start = 0;
        for (Phase one : ON_THE_CLOCK) {
            double end = start + length(one).toNanos() / NANOS_PER_SECOND;
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("name", one.label());
            tree.put("startSeconds", start);
            tree.put("endSeconds", end);
            phases.add(tree);
            start = end;
        }
        return phases;
    }

    /**
     * Returns the progress of the run; the share is of the planned time without the drain, and null during preparation.
     */
    Map<String, @Nullable Object> progress(Instant now) {
        Double elapsed = elapsedSeconds(now);
        double whole = planned.issueEndNanos() / NANOS_PER_SECOND;
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("phase", phase == null ? null : phase.details().get("name"));
        tree.put("elapsedSeconds", elapsed);
        tree.put("share", elapsed == null ? null : Math.clamp(elapsed / whole, 0, 1));
        tree.put("message", activity);
        tree.put("forecasts", forecasts);
        return tree;
    }
}
