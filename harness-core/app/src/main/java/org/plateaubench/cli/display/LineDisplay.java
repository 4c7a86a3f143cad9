// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;

/**
 * The display for logs and CI: a line per phase, per important event, and per ten seconds, with the figures of those
 * ten.
 */
public final class LineDisplay implements RunObserver {
    /** Types of events that are displayed immediately. */
    static final Set<EventType> OF_NOTE = Set.of(
            EventType.SUT_STARTED,
            EventType.SUT_FAILED,
            EventType.PREFLIGHT_NOTE,
            EventType.USER_FAILED,
            EventType.AGENT_LOST,
            EventType.INTERRUPTED,
            EventType.CERTAIN_FAILURE,
            EventType.FAULT);

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PrintStream out;
    private final RunPlan plan;
    private final RunClock clock;
    private final Pace pace;
    private final ProgressThrottle throttle;
    private Phase phase = Phase.PREPARE;
    private long nextLineNanos = EVERY_NANOS;
    private @Nullable LiveTable gathered;
    /** The explanations of marked figures that were already printed. */
    private List<String> notes = List.of();

    public LineDisplay(PrintStream out, RunPlan plan) {
        this(out, plan, InstantSource.system());
    }

    LineDisplay(PrintStream out, RunPlan plan, InstantSource wallClock) {
        this.out = out;
        this.plan = plan;
        this.clock = new RunClock(plan);
        this.pace = new Pace(wallClock);
        this.throttle = new ProgressThrottle(wallClock);
    }

    @Override
    public synchronized void phase(Phase begun, long runNanos, long expectedEndNanos) {
        phase = begun;
        out.println(begun.label() + ": " + RunClock.purpose(begun));
    }

    @Override
    public synchronized void progress(String scope, String activity, long done, long total, String unit) {
        String going = pace.of(scope + activity, done, total, unit);
        if (throttle.isDue(scope, activity, done, total)) {
            out.println("  " + LiveText.progress(scope, activity, done, total, unit) + going);
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
        clock.steps(closed.startNanos()).forEach(step -> out.println(clock.elapsed(table.endNanos()) + " " + step));
        for (LiveTable.Row row : table.rows()) {
            out.println(clock.elapsed(table.endNanos()) + " " + phase.label() + "  " + LiveText.line(row, plan));
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

    /**
     * Decides which progress report gets a line: the first and the last of each activity, and one per ten seconds of each
     * workload or SUT, however many activities run there. Confined to one thread at a time.
     */
    private static final class ProgressThrottle {
        private static final Duration EVERY = Duration.ofSeconds(10);

        /**
         * Number of activities that get a first and a last line, so that a plugin whose activity names contain a counter
         * does not flood the output.
         */
        private static final int MOST_ACTIVITIES = 100;

        private final InstantSource clock;
        private final Map<String, Scope> scopes = new HashMap<>();

        ProgressThrottle(InstantSource clock) {
            this.clock = clock;
        }

        /** Whether a report gets a line. If so, it counts as displayed. */
        boolean isDue(String scope, String activity, long done, long total) {
            return scopes.computeIfAbsent(scope, name -> new Scope()).isDue(activity, total > 0 && done >= total);
        }

        private final class Scope {
            private final Set<String> begun = new HashSet<>();
            private final Set<String> ended = new HashSet<>();
            private Instant next = Instant.EPOCH;

            boolean isDue(String activity, boolean ends) {
                boolean first = begun.size() < MOST_ACTIVITIES && begun.add(activity);
                boolean last = ends && begun.contains(activity) && ended.add(activity);
                Instant now = clock.instant();
                if (!first && !last && now.isBefore(next)) {
                    return false;
                }
                next = now.plus(EVERY);
                return true;
            }
        }
    }
}
