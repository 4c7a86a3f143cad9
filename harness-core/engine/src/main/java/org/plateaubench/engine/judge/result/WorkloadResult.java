// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.Edges;
import org.plateaubench.engine.judge.figures.WorkloadFigures.WorstBacklog;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.plan.GapText;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.StepText;

/** One workload of one tile; {@code answers} states what the answers to each operation verify and what they do not. */
public record WorkloadResult(
        int tile,
        String name,
        String plugin,
        LoadResult load,
        Users users,
        Edges edges,
        @Nullable BacklogResult backlog,
        @Nullable MetricValue metric,
        Map<String, Long> counters,
        List<CheckResult> checks,
        Map<String, Answers> answers,
        @JsonProperty("lagMs") LagSummary lag,
        LineResult all,
        @JsonProperty("operations") List<LineResult> lines,
        List<StepResult> steps) {
    public Scope scope() {
        return Scope.workload(tile, name);
    }

    public Scope scope(String line) {
        return Scope.operation(tile, name, line);
    }

    public List<LimitResult> limits() {
        return lines.stream().flatMap(line -> line.limits().stream()).toList();
    }

    public WorkloadResult with(List<StepResult> steps) {
        return new WorkloadResult(
                tile, name, plugin, load, users, edges, backlog, metric, counters, checks, answers, lag, all, lines,
                steps);
    }

    public record Users(int configured, @Nullable Double meanLive) {}

    /**
     * Units of a closed load that were due and not ended, at the worst interval of the steady window (rule M15).
     *
     * @param atSeconds end of the interval, in seconds since the start of ramp-up
     */
    public record BacklogResult(
            @Nullable Long worst, @Nullable Double atSeconds, double bound, double perUser) {
        public static @Nullable BacklogResult of(WorkloadFigures workload) {
            Double perUser = workload.planned().load().backlogPerUser();
            if (perUser == null) {
                return null;
            }
            WorstBacklog worst = workload.worstBacklog();
            return new BacklogResult(
                    worst == null ? null : worst.units(),
                    worst == null ? null : worst.atSeconds(),
                    perUser * workload.maxUsers(),
                    perUser);
        }

        public boolean isExceeded() {
            return worst != null && worst > bound;
        }
    }

    /** One step of a schedule, which is judged separately if the run reached its end. */
    public record StepResult(
            int step,
            String label,
            @Nullable Window window,
            boolean complete,
            Asked load,
            @Nullable Double meanLiveUsers,
            Edges edges,
            @Nullable BacklogResult backlog,
            @Nullable Verdict verdict,
            @JsonProperty("lagMs") LagSummary lag,
            LineResult all,
            @JsonProperty("operations") List<LineResult> lines) {
        public record Asked(String level, double mean, double highest) {}
    }

    /**
     * The lags of the harness in the times of a workload, in milliseconds by name of the percentile and {@code max}.
     *
     * @param completionOf {@value #OPERATIONS} if completion lag was measured on every operation and so counts in the
     *     shares; otherwise {@code probes}, and it is only shown
     */
    public record LagSummary(
            @Nullable Map<String, Double> dispatch,
            @Nullable Map<String, Double> completion,
            String completionOf) {
        public static final String OPERATIONS = "operations";

        public static LagSummary of(HarnessLag lag) {
            return new LagSummary(
                    millis(lag.dispatch()), millis(lag.completion()), lag.perOperation() ? OPERATIONS : "probes");
        }

        public static HarnessLag merged(List<WorkloadFigures> tiles) {
            return new HarnessLag(
                    TimeTotals.sum(
                            tiles.stream().map(WorkloadFigures::dispatchLag).toList()),
                    TimeTotals.sum(
                            tiles.stream().map(WorkloadFigures::completionLag).toList()),
                    tiles.getFirst().harnessLag().perOperation());
        }

        public static @Nullable Map<String, Double> millis(TimeTotals lags) {
            Map<String, Double> millis = new LinkedHashMap<>();
            for (Figure figure : OperationColumns.PERCENTILES) {
                Estimate lag = lags.percentile(figure.percentile());
                if (lag != null) {
                    millis.put(figure.name(), Figures.millis(lag.nanos()));
                }
            }
            return millis.isEmpty() ? null : millis;
        }
    }

    public record MetricValue(String name, double value, String unit) {}

    public record CheckResult(
            String name,
            String description,
            @Nullable Double value,
            String unit,
            @Nullable Double lower,
            @Nullable Double upper,
            @Nullable Boolean met) {
        public static CheckResult of(CheckDefinition check, @Nullable Double value, @Nullable Boolean met) {
            return new CheckResult(
                    check.name(), check.description(), value, check.unit(), check.lower(), check.upper(), met);
        }

        public boolean isBounded() {
            return lower != null || upper != null;
        }

        /** The allowed values, in words; empty when everything is allowed. */
        public String bounds() {
            return bounds(lower, upper, unit);
        }

        public static String bounds(CheckDefinition check) {
            return bounds(check.lower(), check.upper(), check.unit());
        }

        private static String bounds(@Nullable Double lower, @Nullable Double upper, String unit) {
            if (lower != null && upper != null) {
                return Figures.bound(lower, "") + " to " + Figures.bound(upper, unit);
            }
            if (lower != null) {
                return ">= " + Figures.bound(lower, unit);
            }
            return upper == null ? "" : "<= " + Figures.bound(upper, unit);
        }

        /** The measured value in words, on its side of the bounds, or those given where nothing was measured. */
        public String valueText(String ifUnknown) {
            if (value == null) {
                return ifUnknown;
            }
            Double nearer = nearerBound(lower, upper, value);
            return nearer == null ? Figures.text(value, unit) : Figures.text(value, nearer, unit);
        }

        /** The bound that rounding could move a value across; null without bounds. */
        public static @Nullable Double nearerBound(@Nullable Double lower, @Nullable Double upper, double value) {
            return upper == null || (lower != null && value - lower < upper - value) ? lower : upper;
        }
    }

    /** The load: closed, with gaps by unit, or open; the label is on every output (omission not corrected). */
    public record LoadResult(
            String kind,
            int users,
            int depth,
            @JsonInclude(Include.NON_NULL) @Nullable Double ratePerSecond,
            @JsonInclude(Include.NON_NULL) Load.@Nullable Arrival arrival,
            @JsonInclude(Include.NON_EMPTY) Map<String, String> pacing,
            @JsonInclude(Include.NON_EMPTY) List<String> steps,
            String label) {
        public static LoadResult of(PlannedWorkload planned) {
            Load load = planned.load();
            Load.Open open = load instanceof Load.Open openLoad ? openLoad : null;
            Map<String, String> pacing = new LinkedHashMap<>();
            if (open == null) {
                planned.pacing().forEach((unit, value) -> pacing.put(unit, pacing(value)));
            }
            return new LoadResult(
                    open == null ? "closed" : "open",
                    load.users(),
                    load.depth(),
                    open == null ? null : Double.valueOf(open.ratePerSecond()),
                    open == null ? null : open.arrival(),
                    pacing,
                    load.steps().stream().map(step -> StepText.of(load, step)).toList(),
                    planned.label());
        }

        public static String pacing(Pacing pacing) {
            String kind = pacing.kind() == Pacing.Kind.THINK ? "think time " : "cycle time ";
            String late = pacing.kind() == Pacing.Kind.CYCLE && pacing.onLate() == Pacing.OnLate.REBASE
                    ? ", rebased when late"
                    : "";
            return kind + words(pacing.gap()) + late;
        }

        private static String words(Distribution gap) {
            return switch (gap) {
                case Distribution.Fixed fixed -> "fixed " + GapText.text(fixed.time());
                case Distribution.Uniform uniform ->
                    "uniform " + GapText.text(uniform.min()) + " to " + GapText.text(uniform.max());
                case Distribution.Exponential exponential -> {
                    Duration max = exponential.max();
                    yield "exponential " + GapText.text(exponential.mean())
                            + (exponential.min().isZero() ? "" : ", at least " + GapText.text(exponential.min()))
                            + (max == null ? "" : ", at most " + GapText.text(max))
                            + (exponential.shift().isZero() ? "" : ", plus " + GapText.text(exponential.shift()));
                }
            };
        }
    }
}
