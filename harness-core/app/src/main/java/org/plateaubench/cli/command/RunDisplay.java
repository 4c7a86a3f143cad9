// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.spi.SutContext;

/** A terminal shows figures below a progress bar, redrawn in place; a log has at most three lines of them. */
public final class RunDisplay implements RunObserver, AutoCloseable {
    private static final Set<EventType> OF_NOTE = Set.of(
            EventType.SUT_FAILED,
            EventType.PREFLIGHT_NOTE,
            EventType.DATA_DOUBT,
            EventType.SHARED_SERVER,
            EventType.USER_FAILED,
            EventType.AGENT_LOST,
            EventType.INTERRUPTED,
            EventType.CERTAIN_FAILURE,
            EventType.FAULT);

    private static final Duration FIRST_LINE = Duration.ofSeconds(30);
    private static final Duration MIN_SPACING = Duration.ofSeconds(45);
    private static final int MAX_LINES = 3;
    private static final int MAX_COLUMNS = 100;
    private static final int MAX_ROWS = 8;

    private final PrintStream out;
    private final Terminal terminal;
    private final RunPlan plan;
    private final InstantSource wallClock;
    private final Preparation preparation;
    private Phase phase = Phase.PREPARE;
    private Duration nextProgress = FIRST_LINE;
    private long nextLineNanos = FIRST_LINE.toNanos();
    private long runNanos;
    private String progress = "";
    /** The last interval on a terminal, and those since the last line for a log. */
    private @Nullable LiveTable table;

    /** The last failure of a user by workload. */
    private final Map<String, String> failures = new HashMap<>();

    private List<String> notes = List.of();
    private List<String> drawn = List.of();

    public RunDisplay(PrintStream out, Terminal terminal, RunPlan plan) {
        this(out, terminal, plan, InstantSource.system());
    }

    RunDisplay(PrintStream out, Terminal terminal, RunPlan plan, InstantSource wallClock) {
        this.out = out;
        this.terminal = terminal;
        this.plan = plan;
        this.wallClock = wallClock;
        this.preparation = new Preparation(plan, wallClock);
    }

    @Override
    public synchronized void phase(Phase begun, long nanos, long expectedEndNanos) {
        if (phase == Phase.PREPARE && begun != Phase.PREPARE) {
            preparation.summary().forEach(this::print);
        }
        phase = begun;
        runNanos = nanos;
        redraw();
    }

    @Override
    public synchronized void progress(String scope, String activity, long done, long total, String unit) {
        String text = preparation.progress(scope, activity, done, total, unit);
        if (text.equals(progress)) {
            return;
        }
        progress = text;
        Duration elapsed = preparation.elapsed();
        if (!terminal.interactive() && elapsed.compareTo(nextProgress) >= 0) {
            print("  " + progress);
            nextProgress = elapsed.multipliedBy(2);
        }
        redraw();
    }

    @Override
    public synchronized void tick(long nanos) {
        if (!LiveText.clock(nanos).equals(LiveText.clock(runNanos))) {
            runNanos = nanos;
            redraw();
        }
    }

    @Override
    public synchronized void interval(LiveTable closed) {
        if (terminal.interactive()) {
            table = closed;
            redraw();
            return;
        }
        LiveTable last = table == null ? closed : table.then(closed);
        table = last;
        long issueEndNanos = plan.phases().issueEndNanos();
        if (last.endNanos() >= nextLineNanos && last.endNanos() < issueEndNanos) {
            table = null;
            long spacing = Math.max(MIN_SPACING.toNanos(), issueEndNanos / MAX_LINES);
            nextLineNanos = ((last.endNanos() + spacing / 2) / spacing + 1) * spacing;
            log(last);
        }
    }

    /** Prints the figures since the last line, and the meaning of marks once. */
    private void log(LiveTable last) {
        String of = phase == Phase.STEADY
                ? ""
                : "   (" + (phase == Phase.RAMP_UP ? "warm-up" : phase.label()) + ", not measured)";
        rows(last).forEach(row -> out.println(LiveText.clock(last.endNanos()) + "  " + row + of));
        if (notes.isEmpty()) {
            notes = LiveText.notes(last, plan);
            notes.forEach(out::println);
        }
    }

    private List<String> rows(LiveTable shown) {
        return shown.rows().stream()
                .limit(MAX_ROWS)
                .map(row -> LiveText.line(row, failures.getOrDefault(row.tile() + "/" + row.workload(), ""), plan))
                .toList();
    }

    /**
     * Displays an event. Failures of a SUT during preparation end the run, which is displayed immediately. Of the users
     * of a workload only the first failure is displayed: a thousand of them may lose their connections together.
     */
    @Override
    public synchronized void event(EventDetails event, String scope, String message) {
        EventType type = EventType.of(event);
        if (type == EventType.USER_FAILED && failures.put(scope, message) != null) {
            return;
        }
        if (OF_NOTE.contains(type) && (type != EventType.SUT_FAILED || phase != Phase.PREPARE)) {
            print((terminal.interactive() ? "" : "  ") + (scope.isEmpty() ? message : scope + ": " + message));
        }
    }

    /** Removes the figures from the screen, so that the result takes their place. */
    @Override
    public synchronized void close() {
        out.print(backToTop());
        drawn = List.of();
        out.flush();
    }

    private void print(String line) {
        out.print(backToTop());
        drawn = List.of();
        out.println(line);
        redraw();
    }

    private void redraw() {
        if (!terminal.interactive()) {
            return;
        }
        int columns = Math.min(MAX_COLUMNS, terminal.columns() - 1);
        List<String> lines = new ArrayList<>();
        if (phase == Phase.PREPARE) {
            lines.add(progress);
        } else {
            String elapsed = LiveText.elapsed(plan, runNanos) + "  " + phase.label();
            double share = (double) runNanos / plan.phases().issueEndNanos();
            lines.add(LiveText.bar(share, columns - elapsed.length() - 1) + " " + elapsed);
            if (table != null) {
                lines.addAll(rows(table));
                lines.addAll(LiveText.notes(table, plan));
            }
        }
        StringBuilder screen = new StringBuilder(backToTop());
        // A line that would wrap would be counted as one, and leave a trace.
        lines.forEach(
                line -> screen.append(line, 0, Math.min(line.length(), columns)).append('\n'));
        out.print(screen);
        out.flush();
        drawn = lines;
    }

    /** Moves to the first line that was drawn, and erases from there. */
    private String backToTop() {
        return drawn.isEmpty() ? "" : "\u001b[" + drawn.size() + "F\u001b[J";
    }

    /** The preparation of a run, displayed in one line with its duration. Confined to one thread at a time. */
    private static final class Preparation {
        /** Units whose totals are not shown, because they mean nothing to a user. */
        private static final Set<String> STEPS = Set.of("steps", "parts");

        private final RunPlan plan;
        private final InstantSource clock;
        private final Instant begun;
        private final Map<String, Map<String, Long>> loaded = new LinkedHashMap<>();

        Preparation(RunPlan plan, InstantSource clock) {
            this.plan = plan;
            this.clock = clock;
            this.begun = clock.instant();
        }

        /** Records progress; returns it in words, without totals, which loaders may only estimate. */
        String progress(String scope, String activity, long done, long total, String unit) {
            if (total > 0 && done >= total && !STEPS.contains(unit)) {
                loaded.computeIfAbsent(unit, name -> new HashMap<>()).put(scope + activity, done);
            }
            String who = scope.isEmpty() ? activity : LiveText.shown(scope, plan) + ": " + activity;
            if (total <= 0) {
                return done == 0 ? who : who + ", " + Figures.text(done) + " " + unit;
            }
            return who + ", " + Math.min(100, 100 * done / total) + " %";
        }

        /** A line of the SUTs that were started or reached, and the data that was loaded; none for nothing. */
        List<String> summary() {
            List<String> parts = new ArrayList<>();
            add(parts, SutContext.Mode.EMBEDDED, "started");
            add(parts, SutContext.Mode.EXTERNAL, "reached");
            loaded.forEach((unit, counts) -> parts.add(Figures.text(
                            counts.values().stream().mapToLong(Long::longValue).sum())
                    + " " + unit + " loaded"));
            return parts.isEmpty()
                    ? List.of()
                    : List.of("\u2713 " + String.join(", ", parts) + " ("
                            + elapsed().toSeconds() + " s)");
        }

        Duration elapsed() {
            return Duration.between(begun, clock.instant());
        }

        private void add(List<String> parts, SutContext.Mode mode, String done) {
            Map<String, Long> services = plan.suts().stream()
                    .filter(sut -> sut.mode() == mode)
                    .collect(Collectors.groupingBy(PlannedSut::service, LinkedHashMap::new, Collectors.counting()));
            services.forEach((service, count) -> parts.add((count == 1 ? "" : count + " x ") + service + " " + done));
        }
    }
}
