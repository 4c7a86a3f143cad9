// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.spi.SutContext;

/** A terminal shows figures below a progress bar, redrawn in place; a log has at most three lines of them. */
public final class RunDisplay implements RunObserver, AutoCloseable {
    private static final Set<EventType> SHOWN_EVENTS = Set.of(
            EventType.SUT_FAILED,
            EventType.PREFLIGHT_NOTE,
            EventType.DATA_DOUBT,
            EventType.SHARED_SERVER,
            EventType.USER_FAILED,
            EventType.AGENT_LOST,
            EventType.INTERRUPTED,
            EventType.CERTAIN_FAILURE,
            EventType.FAULT);

    private static final int SECONDS_PER_MINUTE = 60;
    private static final int MAX_SHOWN_IN_SECONDS = 180;
    private static final Duration FIRST_LINE = Duration.ofSeconds(30);
    private static final Duration MIN_SPACING = Duration.ofSeconds(45);
    private static final int MAX_LINES = 3;
    private static final int MAX_COLUMNS = 100;
    private static final int MAX_ROWS = 8;

    private final PrintStream out;
    private final Terminal terminal;
    private final RunPlan plan;
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
        this.preparation = new Preparation(plan, wallClock);
    }

    @Override
    public synchronized void phase(Phase newPhase, long nanos, long expectedEndNanos) {
        if (phase == Phase.PREPARE && newPhase != Phase.PREPARE) {
            preparation.summary().forEach(this::print);
        }
        phase = newPhase;
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
        if (!clock(nanos).equals(clock(runNanos))) {
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
        LiveTable last = table == null ? closed : table.mergedWith(closed);
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
        String remark = phase == Phase.STEADY
                ? ""
                : "   (" + (phase == Phase.RAMP_UP ? "warm-up" : phase.label()) + ", not measured)";
        rows(last).forEach(row -> out.println(clock(last.endNanos()) + "  " + row + remark));
        if (notes.isEmpty()) {
            notes = notes(last, plan);
            notes.forEach(out::println);
        }
    }

    private List<String> rows(LiveTable shown) {
        return shown.rows().stream()
                .limit(MAX_ROWS)
                .map(row -> line(row, failures.getOrDefault(row.tile() + "/" + row.workload(), ""), plan))
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
        if (SHOWN_EVENTS.contains(type) && (type != EventType.SUT_FAILED || phase != Phase.PREPARE)) {
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
            String elapsed = elapsed(plan, runNanos) + "  " + phase.label();
            double share = (double) runNanos / plan.phases().issueEndNanos();
            lines.add(bar(share, columns - elapsed.length() - 1) + " " + elapsed);
            if (table != null) {
                lines.addAll(rows(table));
                lines.addAll(notes(table, plan));
            }
        }
        StringBuilder screen = new StringBuilder(backToTop());
        // A wrapped line would be counted as one line, and remain on the screen.
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

    /** Minutes and seconds, such as {@code 1:05}; hours are shown in minutes. */
    static String clock(long nanos) {
        long seconds = Math.max(0, TimeUnit.NANOSECONDS.toSeconds(nanos));
        return String.format(Locale.ROOT, "%d:%02d", seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
    }

    static String bar(double share, int width) {
        int full = (int) Math.round(Math.clamp(share, 0.0, 1.0) * width);
        return "█".repeat(full) + "░".repeat(width - full);
    }

    public static String header(RunPlan plan) {
        Set<String> driven = new LinkedHashSet<>();
        Set<String> loads = new LinkedHashSet<>();
        for (PlannedWorkload workload : plan.workloads()) {
            String sut = plan.suts().stream()
                    .filter(each ->
                            each.tile() == workload.tile() && each.name().equals(workload.sut()))
                    .map(each -> " on " + each.service())
                    .findFirst()
                    .orElse("");
            driven.add(workload.plugin() + sut);
            loads.add(load(workload.load()));
        }
        PhaseTimes phases = plan.phases();
        return Stream.of(
                        plan.name(),
                        plan.tiles() == 1 ? "" : plan.tiles() + " tiles",
                        String.join(", ", driven),
                        String.join(", ", loads),
                        length(phases.rampUp()) + " warm-up + " + length(phases.steady()) + " measured",
                        "class " + plan.runClass().label())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" \u00b7 "));
    }

    private static String load(Load load) {
        String prefix = load.steps().isEmpty() ? "" : "up to ";
        return switch (load) {
            case Load.Closed closed -> prefix + closed.users() + (closed.users() == 1 ? " user" : " users");
            case Load.Open open -> prefix + Figures.text(open.ratePerSecond()) + "/s";
        };
    }

    private static String length(Duration time) {
        long seconds = time.toSeconds();
        return seconds > MAX_SHOWN_IN_SECONDS && seconds % SECONDS_PER_MINUTE == 0
                ? seconds / SECONDS_PER_MINUTE + " min"
                : Figures.text(time.toMillis() / 1e3) + " s";
    }

    /** The figures of a workload; {@code failure} is the last one of its users, or empty. */
    static String line(LiveTable.Row row, String failure, RunPlan plan) {
        return String.format(
                Locale.ROOT,
                "%s%s ops/s   p95 %s   %d errors   %s",
                plan.workloads().size() == 1
                        ? ""
                        : String.format(Locale.ROOT, "%-12s ", shown(row.tile() + "/" + row.workload(), plan)),
                Figures.text(perSecond(row)),
                p95(row, plan),
                row.totals().failed(),
                users(row.users(), failure));
    }

    private static String users(int users, String failure) {
        return users > 0
                ? users + (users == 1 ? " user" : " users")
                : "no user is connected" + (failure.isEmpty() ? "" : " (" + failure + ")");
    }

    static List<String> notes(LiveTable table, RunPlan plan) {
        return table.rows().stream().anyMatch(row -> isLimited(row, plan))
                ? List.of(HarnessLag.MEANING + ".")
                : List.of();
    }

    private static boolean isLimited(LiveTable.Row row, RunPlan plan) {
        return plan.workloads().stream()
                .filter(workload ->
                        workload.tile() == row.tile() && workload.name().equals(row.workload()))
                .anyMatch(workload -> row.p95HarnessShare(workload.execution()) > HarnessLag.LIMITED);
    }

    private static String p95(LiveTable.Row row, RunPlan plan) {
        Figure.Value value = OperationColumns.P95.value(row.totals());
        return value == null
                ? "-"
                : String.format(
                        Locale.ROOT,
                        "%s%.1f ms%s",
                        value.lowerBound() ? ">" : "",
                        value.number(),
                        isLimited(row, plan) ? HarnessLag.MARK : "");
    }

    private static double perSecond(LiveTable.Row row) {
        return Objects.requireNonNull(OperationColumns.THROUGHPUT.value(row.totals()))
                .number();
    }

    /** Elapsed and planned time, such as {@code 0:12 / 1:25}; in the drain, after the plan, only the elapsed time. */
    static String elapsed(RunPlan plan, long runNanos) {
        long end = plan.phases().issueEndNanos();
        return clock(runNanos) + (runNanos > end ? "" : " / " + clock(end));
    }

    static String shown(String scope, RunPlan plan) {
        return plan.tiles() == 1 ? scope.replaceFirst("^1/", "") : scope;
    }

    /** The preparation of a run, displayed in one line with its duration. Confined to one thread at a time. */
    private static final class Preparation {
        /** Units whose totals are not shown, because they are only steps of the loader. */
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
            String subject = scope.isEmpty() ? activity : shown(scope, plan) + ": " + activity;
            if (total <= 0) {
                return done == 0 ? subject : subject + ", " + Figures.text(done) + " " + unit;
            }
            return subject + ", " + Math.min(100, 100 * done / total) + " %";
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
