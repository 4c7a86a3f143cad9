// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.judge.figures.ScheduleFigures.ScheduleTotals;
import org.plateaubench.engine.judge.figures.WorkloadFigures.AttendanceFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.Edges;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.figures.WorkloadFigures.WorstBacklog;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Adds up the stored intervals of one workload for several extents. Not thread-safe. */
public final class WorkloadTotals {
    private static final String ALL = "all";

    private final PlannedWorkload planned;
    private final Map<Extent, ExtentTotals> extents = new LinkedHashMap<>();
    private final Map<String, LineInterval.Kind> kinds;
    /** The counts and times of each part of the steady window; an extent consists of complete parts. */
    private final Map<PhaseWindow, Part> parts = new LinkedHashMap<>();

    private static final class Part {
        private final Map<String, Totals> lines = new HashMap<>();
        private final TimeTotals dispatch = new TimeTotals();
        private final TimeTotals completion = new TimeTotals();
        private final TimeTotals wakeUp = new TimeTotals();
    }

    private static final class ExtentTotals {
        private final Extent extent;
        private final Map<String, FailingPeriod> failingPeriods = new HashMap<>();
        private final Map<String, Long> counters = new TreeMap<>();
        private final LevelTotals levels = new LevelTotals();
        private final AttendanceTotals attendances = new AttendanceTotals();
        private final ScheduleTotals schedule;

        ExtentTotals(Extent extent) {
            this.extent = extent;
            schedule = new ScheduleTotals(extent.window());
        }

        void add(StoredInterval interval, WorkloadInterval workload) {
            Window window = extent.window();
            for (LineInterval line : workload.lines()) {
                if (extent.contains(line.window())) {
                    failingPeriods
                            .computeIfAbsent(
                                    line.line(), name -> new FailingPeriod(window == null ? 0 : window.startNanos()))
                            .add(interval.startNanos(), interval.endNanos(), line.counts());
                }
            }
            // Only the whole steady window has rules about the schedule.
            if (extent.portion() == null) {
                schedule.add(interval, workload);
            }
            for (Attendance attendance : workload.schedule().attendance()) {
                if (extent.contains(attendance.window())) {
                    attendances.add(interval, attendance);
                }
            }
            if (window != null) {
                levels.add(interval, workload.levels(), window);
                if (window.contains(interval)) {
                    workload.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
                }
            }
        }

        long longestFailingNanos(String line, long endNanos) {
            FailingPeriod period = failingPeriods.get(line);
            return period == null || extent.window() == null ? 0 : period.longestNanos(endNanos);
        }
    }

    public WorkloadTotals(PlannedWorkload planned, List<Extent> extents) {
        this.planned = planned;
        kinds = new LinkedHashMap<>(planned.lines());
        for (Extent extent : extents) {
            ExtentTotals extentTotals = new ExtentTotals(extent);
            planned.measures(MeasureDefinition.Kind.COUNTER).forEach(counter -> extentTotals.counters.put(counter, 0L));
            this.extents.put(extent, extentTotals);
        }
    }

    /** Adds an interval; the intervals of an agent must be added in the order of time. */
    public void add(StoredInterval interval) {
        for (WorkloadInterval workload : interval.workloads()) {
            if (workload.tile() == planned.tile() && workload.workload().equals(planned.name())) {
                add(interval, workload);
            }
        }
    }

    public void add(StoredInterval interval, WorkloadInterval workload) {
        for (LineInterval line : workload.lines()) {
            if (line.window().isSteady()) {
                kinds.putIfAbsent(line.line(), line.kind());
                part(line.window())
                        .lines
                        .computeIfAbsent(line.line(), name -> new Totals(0))
                        .add(line);
            }
        }
        for (LagInterval lag : workload.lags()) {
            if (lag.window().isSteady()) {
                Part part = part(lag.window());
                part.dispatch.add(lag.dispatch());
                part.completion.add(lag.completion());
                part.wakeUp.add(lag.wakeUp());
            }
        }
        extents.values().forEach(extent -> extent.add(interval, workload));
    }

    private Part part(PhaseWindow window) {
        return parts.computeIfAbsent(window, key -> new Part());
    }

    public WorkloadFigures figures(Extent extent) {
        Window window = extent.window();
        return figures(extent, window == null ? 0 : window.endNanos());
    }

    /** The figures up to an instant on the run's clock, at most the window's end. Intervals may be added afterwards. */
    public WorkloadFigures figures(Extent extent, long endNanos) {
        ExtentTotals extentTotals = Objects.requireNonNull(extents.get(extent));
        Window window = extent.window();
        double seconds = window == null ? 0 : Figures.seconds(Math.max(0, endNanos - window.startNanos()));
        List<Part> includedParts = parts.entrySet().stream()
                .filter(part -> extent.contains(part.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        List<LineTotals> lines = new ArrayList<>();
        Set<String> outOfMix = MixShares.notInMix(planned);
        kinds.forEach((name, kind) -> {
            Totals totals = new Totals(seconds);
            includedParts.stream()
                    .map(part -> part.lines.get(name))
                    .filter(Objects::nonNull)
                    .forEach(totals::add);
            if (totals.intended() > 0 || !outOfMix.contains(name)) {
                lines.add(new LineTotals(name, kind, totals, extentTotals.longestFailingNanos(name, endNanos)));
            }
        });
        return new WorkloadFigures(
                planned,
                extent,
                lines,
                LineTotals.sum(
                        ALL,
                        LineInterval.Kind.OPERATION,
                        lines.stream()
                                .filter(line -> line.kind() == LineInterval.Kind.OPERATION)
                                .toList()),
                extentTotals.counters,
                extentTotals.attendances.figures(),
                extentTotals.levels.edges(),
                extentTotals.levels.worstBacklog(),
                TimeTotals.sum(includedParts.stream().map(part -> part.dispatch).toList()),
                TimeTotals.sum(
                        includedParts.stream().map(part -> part.completion).toList()),
                TimeTotals.sum(includedParts.stream().map(part -> part.wakeUp).toList()),
                extentTotals.schedule.figures());
    }

    /** The longest time between successes with a failed attempt. Intervals come in time order. Not thread-safe. */
    static final class FailingPeriod {
        private long lastSuccessNanos;
        private boolean failedSince;
        private long longestNanos;

        FailingPeriod(long windowStartNanos) {
            lastSuccessNanos = windowStartNanos;
        }

        void add(long startNanos, long endNanos, LineInterval.Counts counts) {
            if (counts.okEnds() > 0) {
                end(startNanos);
                lastSuccessNanos = Math.max(lastSuccessNanos, endNanos);
                failedSince = false;
            } else if (counts.failed() > 0) {
                failedSince = true;
            }
        }

        /** The longest such time up to the end of the window; 0 if no attempt failed. */
        long longestNanos(long windowEndNanos) {
            end(windowEndNanos);
            return longestNanos;
        }

        private void end(long nanos) {
            if (failedSince) {
                longestNanos = Math.max(longestNanos, nanos - lastSuccessNanos);
            }
        }
    }

    static final class LevelTotals {
        private final Map<String, Agent> agents = new HashMap<>();
        private final Map<Long, IntervalBacklog> backlogs = new TreeMap<>();

        /** The sum over all agents at the end of the intervals with one number. */
        private static final class IntervalBacklog {
            private long units;
            private long endNanos;
        }

        private static final class Agent {
            private WorkloadInterval.@Nullable Levels atStart;
            private WorkloadInterval.@Nullable Levels atEnd;
        }

        /** Adds an interval; intervals must be added in the order of time. Levels are as of the end of an interval. */
        void add(StoredInterval interval, WorkloadInterval.Levels levels, Window window) {
            Agent agent = agents.computeIfAbsent(interval.agent(), name -> new Agent());
            if (!window.contains(interval)) {
                agent.atStart = interval.endNanos() < window.endNanos() ? levels : agent.atStart;
                return;
            }
            agent.atEnd = levels;
            if (levels.countsBacklog()) {
                IntervalBacklog backlog =
                        backlogs.computeIfAbsent(interval.sequence(), number -> new IntervalBacklog());
                backlog.units += levels.backlog();
                backlog.endNanos = Math.max(backlog.endNanos, interval.endNanos());
            }
        }

        /** The worst interval of the window, or the first of several equal ones; null if no backlog was counted. */
        @Nullable
        WorstBacklog worstBacklog() {
            WorstBacklog worst = null;
            for (IntervalBacklog backlog : backlogs.values()) {
                if (worst == null || backlog.units > worst.units()) {
                    worst = new WorstBacklog(backlog.units, Figures.rounded(Figures.seconds(backlog.endNanos)));
                }
            }
            return worst;
        }

        Edges edges() {
            long inFlightAtStart = 0;
            long inFlightAtEnd = 0;
            long queuedAtEnd = 0;
            for (Agent agent : agents.values()) {
                inFlightAtStart += agent.atStart == null ? 0 : agent.atStart.inFlight();
                inFlightAtEnd += agent.atEnd == null ? 0 : agent.atEnd.inFlight();
                queuedAtEnd += agent.atEnd == null ? 0 : agent.atEnd.queued();
            }
            return new Edges(inFlightAtStart, inFlightAtEnd, queuedAtEnd);
        }
    }

    /** Adds up the presence of one workload's users (measurement rule M15). Not thread-safe. */
    static final class AttendanceTotals {
        private final Map<String, Sum> agents = new HashMap<>();
        private final Map<Long, Sum> intervals = new TreeMap<>();

        private static final class Sum {
            private final Set<String> agents = new HashSet<>();
            private double nanos;
            private double requestedNanos;
            private double connectedNanos;
            private double joiningNanos;
            private double awayNanos;

            void add(String agent, Attendance attendance) {
                agents.add(agent);
                nanos += attendance.lengthNanos();
                requestedNanos += attendance.requestedNanos();
                connectedNanos += attendance.connectedNanos();
                joiningNanos += attendance.joiningNanos();
                awayNanos += attendance.awayNanos();
            }

            /** The length of the counted time, in nanoseconds. Each agent counts the same time separately. */
            double lengthNanos() {
                return nanos / agents.size();
            }

            double awayShare() {
                return requestedNanos > 0 ? Math.min(1, awayNanos / requestedNanos) : 0;
            }
        }

        void add(StoredInterval interval, Attendance attendance) {
            agents.computeIfAbsent(interval.agent(), name -> new Sum()).add(interval.agent(), attendance);
            intervals.computeIfAbsent(interval.sequence(), number -> new Sum()).add(interval.agent(), attendance);
        }

        /** Means over the known time of each agent; null if it was not measured. */
        @Nullable
        AttendanceFigures figures() {
            double requested = 0;
            double connected = 0;
            double joining = 0;
            double away = 0;
            boolean known = false;
            for (Sum agent : agents.values()) {
                if (agent.nanos > 0) {
                    known = true;
                    requested += agent.requestedNanos / agent.nanos;
                    connected += agent.connectedNanos / agent.nanos;
                    joining += agent.joiningNanos / agent.nanos;
                    away += agent.awayNanos / agent.nanos;
                }
            }
            return known ? new AttendanceFigures(requested, connected, joining, away, longestShortageSeconds()) : null;
        }

        private double longestShortageSeconds() {
            double longest = 0;
            List<Sum> absence = new ArrayList<>();
            for (Sum interval : intervals.values()) {
                if (100 * interval.awayShare() > AttendanceFigures.ABSENT_PERCENT) {
                    absence.add(interval);
                } else {
                    longest = Math.max(longest, seconds(absence));
                    absence.clear();
                }
            }
            return Math.max(longest, seconds(absence));
        }

        /**
         * How long users were away in consecutive intervals, in seconds; never an overestimate. An interval at the edge
         * counts in proportion to its absent users relative to the maximum number in an interval inside the absence, or
         * relative to all users if there is none.
         */
        private static double seconds(List<Sum> absence) {
            double maxShare = absence.size() < 3 ? 1 : 0;
            for (int i = 1; i < absence.size() - 1; i++) {
                maxShare = Math.max(maxShare, absence.get(i).awayShare());
            }
            double nanos = 0;
            for (Sum interval : absence) {
                nanos += interval.lengthNanos() * Math.min(1, interval.awayShare() / maxShare);
            }
            return nanos / 1e9;
        }
    }
}
