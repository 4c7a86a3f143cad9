// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The figures of one workload of one tile in the steady window or in a part of it.
 *
 * @param lines operations in the order of the definition, then units, then series
 * @param wakeUpLag how late event loops noticed probes, with its exact sums
 */
public record WorkloadFigures(
        PlannedWorkload planned,
        Extent extent,
        List<LineTotals> lines,
        LineTotals all,
        Map<String, Long> counters,
        @Nullable AttendanceFigures attendance,
        Edges edges,
        @Nullable WorstBacklog worstBacklog,
        TimeTotals dispatchLag,
        TimeTotals completionLag,
        TimeTotals wakeUpLag,
        ScheduleFigures schedule) {

    public long countedEnds() {
        return lines.stream()
                .filter(this::isCounted)
                .mapToLong(line -> line.totals().counts().okEnds())
                .sum();
    }

    public @Nullable Double meanLiveUsers() {
        return attendance == null ? null : Double.valueOf(Figures.rounded(attendance.connected()));
    }

    public boolean isCounted(LineTotals line) {
        String counted = planned.metric().line();
        return counted.equals(MetricDefinition.ALL_OPERATIONS)
                ? line.kind() == LineInterval.Kind.OPERATION
                : counted.equals(line.name());
    }

    public List<LineTotals> operations() {
        return lines.stream()
                .filter(line -> line.kind() == LineInterval.Kind.OPERATION)
                .toList();
    }

    /** Event loops measure how long each reply waited; for threads, probes measure it. */
    public HarnessLag harnessLag() {
        return new HarnessLag(dispatchLag, completionLag, planned.execution() == Execution.EVENT_LOOP);
    }

    /** Whether these are the figures of the whole steady window, and not of a step or period of it. */
    public boolean coversWholeWindow() {
        return extent.portion() == null;
    }

    public Scope scope() {
        return Scope.workload(planned.tile(), planned.name()).in(extent.portion());
    }

    public Scope scope(String line) {
        return Scope.operation(planned.tile(), planned.name(), line).in(extent.portion());
    }

    public static double users(Load load) {
        List<LoadStep> steps = load.steps();
        double users = 0;
        double nanos = 0;
        for (LoadStep step : steps) {
            users += step.mean() * step.length().toNanos();
            nanos += step.length().toNanos();
        }
        return steps.isEmpty() ? load.users() : users / nanos;
    }

    /** Arrivals of an open load in its steady phase, which has this length in seconds. */
    public static double arrivals(Load.Open load, double seconds) {
        if (load.steps().isEmpty()) {
            return load.ratePerSecond() * seconds;
        }
        double arrivals = 0;
        for (LoadStep step : load.steps()) {
            arrivals += step.mean() * step.length().toNanos() / 1e9;
        }
        return arrivals;
    }

    /** The planned mean number of users; null if it does not follow from the plan, as for a cut window. */
    public @Nullable Double usersRequested() {
        Load load = planned.load();
        if (load instanceof Load.Open || load.steps().isEmpty()) {
            return (double) load.users();
        }
        Portion portion = extent.portion();
        Window window = extent.window();
        if (window == null || (portion != null && !portion.kind().equals(Portion.STEP))) {
            return null;
        }
        List<LoadStep> steps =
                portion == null ? load.steps() : List.of(load.steps().get(portion.number() - 1));
        long nanos = steps.stream().mapToLong(step -> step.length().toNanos()).sum();
        boolean isComplete = window.endNanos() - window.startNanos() == nanos;
        return isComplete
                ? Double.valueOf(
                        portion == null ? users(load) : steps.getFirst().mean())
                : null;
    }

    public double maxUsers() {
        Portion portion = extent.portion();
        Load load = planned.load();
        return portion != null && portion.kind().equals(Portion.STEP)
                ? load.steps().get(portion.number() - 1).highest()
                : load.users();
    }

    /** The smallest number of units that a fast SUT gets in a step: arrivals, or starts at any unit's slowest pace. */
    public double unitsExpected() {
        Portion portion = extent.portion();
        Window window = extent.window();
        if (portion == null || window == null) {
            return Double.POSITIVE_INFINITY;
        }
        Load load = planned.load();
        double level;
        if (portion.kind().equals(Portion.STEP)) {
            level = load.steps().get(portion.number() - 1).mean();
        } else if (!load.steps().isEmpty()) {
            // The steps within a period are judged separately.
            return 0;
        } else {
            level = load instanceof Load.Open open ? open.ratePerSecond() : load.users();
        }
        double levelSeconds = level * window.seconds();
        return switch (planned.load()) {
            case Load.Open open -> levelSeconds;
            case Load.Closed closed -> {
                double longestGapSeconds = planned.pacing().values().stream()
                        .mapToDouble(pacing -> pacing.gap().meanNanos() / 1e9)
                        .max()
                        .orElse(0);
                yield longestGapSeconds > 0 ? levelSeconds / longestGapSeconds : levelSeconds * Double.MAX_VALUE;
            }
        };
    }

    /** Levels at the edges of the window. */
    public record Edges(long inFlightAtStart, long inFlightAtEnd, long queuedAtEnd) {}

    /** The interval at whose end, in s since the start of ramp-up, most units were due and had not ended. */
    public record WorstBacklog(long units, double atSeconds) {}

    /**
     * Presence of the users that a load requires: means over time, summed over agents.
     *
     * @param joining number of them that were connecting for the first time, each for at most a second
     * @param away number of them that the SUT had not accepted, or not accepted again
     * @param longestShortageSeconds longest time for which more users were away than allowed, in s
     */
    public record AttendanceFigures(
            double requested, double connected, double joining, double away, double longestShortageSeconds) {
        public static final double ABSENT_PERCENT = 2;

        /** Users that are missing without a cause in the SUT. */
        public double lost() {
            return requested - connected - joining - away;
        }
    }

    /** The totals of one or several lines. For one line also the longest time without success while attempts failed. */
    public record LineTotals(String name, LineInterval.Kind kind, Totals totals, long longestFailingNanos) {
        public static LineTotals sum(String name, LineInterval.Kind kind, List<LineTotals> parts) {
            Totals sum =
                    new Totals(parts.isEmpty() ? 0 : parts.getFirst().totals.seconds());
            parts.forEach(part -> sum.add(part.totals));
            return new LineTotals(name, kind, sum, 0);
        }
    }
}
