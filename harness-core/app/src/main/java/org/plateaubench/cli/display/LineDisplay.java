// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;

/** The display for logs and CI: a line for the preparation, for each important event, and for each ten seconds. */
public final class LineDisplay implements RunObserver {
    /** Types of events that are displayed immediately. */
    static final Set<EventType> OF_NOTE = Set.of(
            EventType.SUT_FAILED,
            EventType.PREFLIGHT_NOTE,
            EventType.USER_FAILED,
            EventType.AGENT_LOST,
            EventType.INTERRUPTED,
            EventType.CERTAIN_FAILURE,
            EventType.FAULT);

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final Duration EVERY = Duration.ofNanos(EVERY_NANOS);
    /** The greatest number of workloads that have a line each. */
    private static final int MOST_ROWS = 8;

    private final PrintStream out;
    private final RunPlan plan;
    private final RunClock clock;
    private final Preparation preparation;
    private final InstantSource wallClock;
    private Instant nextProgress;
    private Phase phase = Phase.PREPARE;
    private long nextLineNanos = EVERY_NANOS;
    private @Nullable LiveTable gathered;
    private List<String> steps = List.of();
    /** The explanations of marked figures that were already printed. */
    private List<String> notes = List.of();

    public LineDisplay(PrintStream out, RunPlan plan) {
        this(out, plan, InstantSource.system());
    }

    LineDisplay(PrintStream out, RunPlan plan, InstantSource wallClock) {
        this.out = out;
        this.plan = plan;
        this.clock = new RunClock(plan);
        this.preparation = new Preparation(plan, wallClock);
        this.wallClock = wallClock;
        this.nextProgress = wallClock.instant().plus(EVERY);
    }

    @Override
    public synchronized void phase(Phase begun, long runNanos, long expectedEndNanos) {
        if (phase == Phase.PREPARE && begun != Phase.PREPARE) {
            preparation.summary().forEach(out::println);
        }
        phase = begun;
    }

    @Override
    public synchronized void progress(String scope, String activity, long done, long total, String unit) {
        String text = preparation.progress(scope, activity, done, total, unit);
        if (!wallClock.instant().isBefore(nextProgress)) {
            out.println("  " + text);
            nextProgress = wallClock.instant().plus(EVERY);
        }
    }

    @Override
    public synchronized void interval(LiveTable closed) {
        LiveTable table = gathered == null ? closed : gathered.then(closed);
        if (table.endNanos() < nextLineNanos) {
            gathered = table;
            return;
        }
        gathered = null;
        nextLineNanos = table.endNanos() / EVERY_NANOS * EVERY_NANOS + EVERY_NANOS;
        List<String> now = clock.steps(closed.startNanos());
        now.stream().filter(step -> !steps.contains(step)).forEach(step -> out.println("  " + step));
        steps = now;
        String of = phase == Phase.STEADY ? "" : "   (" + phase.label() + ", not measured)";
        table.rows().stream()
                .limit(MOST_ROWS)
                .forEach(row -> out.println(LiveText.clock(table.endNanos()) + "  " + LiveText.line(row, plan) + of));
        if (table.rows().size() > MOST_ROWS) {
            out.println("      and " + (table.rows().size() - MOST_ROWS) + " more workloads");
        }
        if (notes.isEmpty()) {
            notes = LiveText.notes(table, plan);
            notes.forEach(note -> out.println("  " + CommandName.in(note)));
        }
    }

    @Override
    public synchronized void event(EventDetails event, String scope, String message) {
        String line = line(EventType.of(event), phase, scope, message);
        if (line != null) {
            out.println("  " + line);
        }
    }

    /**
     * The line of an event; null when it is not displayed. Failures of a SUT during preparation end the run, which is
     * displayed immediately.
     */
    static @Nullable String line(EventType type, Phase phase, String scope, String message) {
        if (!OF_NOTE.contains(type) || (type == EventType.SUT_FAILED && phase == Phase.PREPARE)) {
            return null;
        }
        return scope.isEmpty() ? message : scope + ": " + message;
    }
}
