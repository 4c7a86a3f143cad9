// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The figures of one workload of one tile in the steady window or in a part of it.
 *
 * @param lines operations in the order of the definition, then units, then series
 * @param attendance presence of the required users, null when no interval lies in the window
 * @param edges operations in flight when the window began and ended
 * @param worstBacklog maximum number of units that were due and had not ended, null if they were not counted
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

    public Scope scope() {
        return Scope.workload(planned.tile(), planned.name()).in(extent.portion());
    }

    public Scope scope(String line) {
        return Scope.operation(planned.tile(), planned.name(), line).in(extent.portion());
    }

    /**
     * Levels at the edges of the window.
     *
     * @param inFlightAtStart operations in flight when it began
     * @param queuedAtEnd arrivals that waited for a user when it ended
     */
    public record Edges(long inFlightAtStart, long inFlightAtEnd, long queuedAtEnd) {}

    /**
     * The interval at whose end most units of a closed load were due and had not ended, over all agents.
     *
     * @param atSeconds end of the interval, in seconds since the start of ramp-up
     */
    public record WorstBacklog(long units, double atSeconds) {}

    /**
     * Presence of the users that a load requires: means over time, summed over agents.
     *
     * @param asked users that the load requires
     * @param joining number of them that were connecting for the first time, each for at most a second
     * @param away number of them that the SUT had not accepted, or not accepted again
     * @param longestShortSeconds longest time for which more users were away than may be missing, in s
     */
    public record AttendanceFigures(
            double asked, double connected, double joining, double away, double longestShortSeconds) {
        public static final double ABSENT_PERCENT = 2;

        /** Users that are missing without a cause in the SUT. */
        public double lost() {
            return asked - connected - joining - away;
        }
    }

    /**
     * The totals of an operation, unit or series in a window, or of several combined.
     *
     * @param longestFailingNanos longest time without a success in which an attempt failed; 0 for several lines
     */
    public record LineTotals(String name, LineInterval.Kind kind, Totals totals, long longestFailingNanos) {
        public static LineTotals sum(String name, LineInterval.Kind kind, List<LineTotals> parts) {
            Totals sum =
                    new Totals(parts.isEmpty() ? 0 : parts.getFirst().totals.seconds());
            parts.forEach(part -> sum.add(part.totals));
            return new LineTotals(name, kind, sum, 0);
        }
    }
}
