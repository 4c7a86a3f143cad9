// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.judge.audit.AgentCpu;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.figures.Edges;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.RelaxedText;
import org.plateaubench.measure.calibration.Calibration;

/** The tree of {@code result.json}, schema {@value #SCHEMA}. The same judgement gives the same tree, key by key. */
public final class ResultTree {
    /** Name and version of the schema; only additions within a version. */
    public static final String SCHEMA = "plateau.result/1";

    private ResultTree() {}

    /** The tree: maps in order, lists, strings, numbers, booleans and null. */
    public static Map<String, @Nullable Object> of(Judgement judgement) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("schema", SCHEMA);
        tree.put("runId", judgement.runId());
        tree.put("planId", judgement.planId());
        tree.put("name", judgement.name());
        tree.put("status", judgement.status());
        tree.put("class", judgement.runClass());
        tree.put("classReasons", judgement.classReasons());
        tree.put("classSummary", RelaxedText.merged(judgement.classReasons()));
        tree.put("notes", judgement.notes().stream().map(ResultTree::note).toList());
        tree.put("verdict", judgement.verdict().label());
        tree.put("conclusion", Conclusion.of(judgement).tree());
        tree.put("reasons", judgement.reasons().stream().map(ResultTree::reason).toList());
        tree.put("audits", judgement.audits().stream().map(ResultTree::audit).toList());
        tree.put(
                "reconciliation",
                judgement.reconciliation().stream().map(ReconciliationRow::tree).toList());
        tree.put("phases", judgement.phases().stream().map(ResultTree::phase).toList());
        tree.put("window", window(judgement.window()));
        tree.put(
                "periods",
                judgement.periods().isEmpty()
                        ? null
                        : judgement.periods().stream()
                                .map(period -> period(judgement, period))
                                .toList());
        tree.put(
                "workloads",
                judgement.workloads().stream()
                        .map(workload -> workload(judgement, workload))
                        .toList());
        tree.put(
                "aggregate",
                judgement.aggregates().stream().map(ResultTree::aggregate).toList());
        tree.put("harness", harness(judgement.harness()));
        Map<String, @Nullable Object> judge = new LinkedHashMap<>();
        judge.put("version", Judge.VERSION);
        judge.put("bounds", judgement.bounds());
        tree.put("judge", judge);
        tree.put("score", null);
        return tree;
    }

    private static Map<String, @Nullable Object> note(Judgement.Note note) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("scope", note.scope());
        tree.put("message", note.message());
        return tree;
    }

    private static Map<String, @Nullable Object> reason(Reason reason) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("rule", reason.rule().label());
        tree.put("severity", reason.severity().label());
        tree.put("tile", reason.scope().tile());
        tree.put("workload", reason.scope().workload());
        tree.put("operation", reason.scope().operation());
        tree.put("agent", reason.scope().agent());
        tree.put("step", step(reason.scope().portion()));
        Portion portion = reason.scope().portion();
        tree.put("period", portion != null && portion.kind().equals(Portion.PERIOD) ? portion.label() : null);
        tree.put("value", reason.value());
        tree.put("bound", reason.bound());
        tree.put("unit", reason.unit());
        tree.put("message", reason.message());
        return tree;
    }

    private static @Nullable Integer step(@Nullable Portion portion) {
        return portion != null && portion.kind().equals(Portion.STEP) ? portion.number() : null;
    }

    private static Map<String, @Nullable Object> audit(Audit audit) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("rule", audit.rule().label());
        tree.put("state", audit.state().label());
        tree.put("scope", audit.scope().toString());
        tree.put("value", audit.value());
        tree.put("bound", audit.bound());
        tree.put("unit", audit.unit());
        tree.put("noted", audit.noted());
        tree.put("message", audit.message());
        return tree;
    }

    private static Map<String, @Nullable Object> phase(PhaseSpan span) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", span.name());
        tree.put("start", span.start().toString());
        tree.put("end", text(span.end()));
        return tree;
    }

    private static @Nullable Map<String, @Nullable Object> window(@Nullable Window window) {
        if (window == null) {
            return null;
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("start", window.start().toString());
        tree.put("end", window.end().toString());
        tree.put("seconds", window.seconds());
        return tree;
    }

    private static Map<String, @Nullable Object> period(Judgement judgement, PeriodResult period) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", period.name());
        Window window = period.window();
        tree.put("start", window == null ? null : window.start().toString());
        tree.put("end", window == null ? null : window.end().toString());
        tree.put("seconds", window == null ? null : window.seconds());
        tree.put("complete", period.complete());
        tree.put(
                "workloads",
                period.workloads().stream()
                        .map(workload -> workload(judgement, workload))
                        .toList());
        tree.put(
                "aggregate",
                period.aggregates().stream().map(ResultTree::aggregate).toList());
        return tree;
    }

    private static Map<String, @Nullable Object> workload(Judgement judgement, WorkloadResult workload) {
        Map<String, @Nullable Object> users = new LinkedHashMap<>();
        users.put("configured", workload.users().configured());
        users.put("meanLive", workload.users().meanLive());
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("tile", workload.tile());
        tree.put("name", workload.name());
        tree.put("plugin", workload.plugin());
        tree.put("load", workload.load());
        tree.put("users", users);
        tree.put("edges", edges(workload.edges()));
        tree.put("backlog", BacklogResult.tree(workload.backlog()));
        tree.put("metric", metric(workload.metric()));
        tree.put("counters", workload.counters());
        tree.put("checks", CheckRule.trees(workload.checks()));
        tree.put("lagMs", workload.lag().tree());
        tree.put("all", block(workload.all()));
        tree.put("operations", lines(workload.lines()));
        tree.put("steps", StepTree.of(judgement, workload));
        return tree;
    }

    static Map<String, @Nullable Object> edges(Edges edges) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("inFlightAtStart", edges.inFlightAtStart());
        tree.put("inFlightAtEnd", edges.inFlightAtEnd());
        tree.put("queuedAtEnd", edges.queuedAtEnd());
        return tree;
    }

    private static Map<String, @Nullable Object> aggregate(AggregateResult aggregate) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", aggregate.name());
        tree.put("plugin", aggregate.plugin());
        tree.put("metric", metric(aggregate.metric()));
        tree.put("checks", CheckRule.trees(aggregate.checks()));
        tree.put("lagMs", aggregate.lag().tree());
        tree.put("all", block(aggregate.all()));
        tree.put("operations", lines(aggregate.lines()));
        return tree;
    }

    static List<Map<String, @Nullable Object>> lines(List<LineResult> lines) {
        List<Map<String, @Nullable Object>> trees = new ArrayList<>();
        for (LineResult line : lines) {
            Map<String, @Nullable Object> tree = new LinkedHashMap<>();
            tree.put("name", line.name());
            tree.put("kind", line.kindLabel());
            tree.putAll(block(line.block()));
            trees.add(tree);
        }
        return trees;
    }

    private static @Nullable Map<String, @Nullable Object> metric(@Nullable MetricValue metric) {
        if (metric == null) {
            return null;
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", metric.name());
        tree.put("value", metric.value());
        tree.put("unit", metric.unit());
        return tree;
    }

    static Map<String, @Nullable Object> block(Block block) {
        Block.Counts counts = block.counts();
        Map<String, @Nullable Object> countTree = new LinkedHashMap<>();
        countTree.put("intended", counts.intended());
        countTree.put("ok", counts.ok());
        countTree.put("declined", counts.declined());
        countTree.put("errors", counts.errors());
        countTree.put("abandoned", counts.abandoned());
        countTree.put("dropped", counts.dropped());
        countTree.put("completedInWindow", counts.completedInWindow());
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("counts", countTree);
        tree.put("errorsByClass", block.errorsByClass());
        tree.put("declinedByReason", block.declinedByReason());
        tree.put("throughputPerSecond", block.throughputPerSecond());
        tree.put("responseTimeMs", times(block.responseTime()));
        tree.put("serviceTimeMs", times(block.serviceTime()));
        tree.put("errorTimeMs", times(block.errorTime()));
        tree.put("mix", mix(block.mix()));
        tree.put("qos", block.limits().stream().map(ResultTree::limit).toList());
        return tree;
    }

    private static @Nullable Map<String, @Nullable Object> times(@Nullable TimeSummary times) {
        if (times == null) {
            return null;
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("count", times.count());
        tree.put("min", times.minMs());
        tree.put("mean", times.meanMs());
        tree.putAll(times.percentilesMs());
        tree.put("max", times.maxMs());
        tree.put("lowResolution", times.lowResolution());
        tree.put("censored", times.censored());
        tree.put("lowerBound", times.lowerBounds());
        tree.put(
                "harnessShare",
                times.harness().shares().isEmpty() ? null : times.harness().shares());
        tree.put("limitedByHarness", times.harness().limited());
        return tree;
    }

    private static @Nullable Map<String, @Nullable Object> mix(Block.@Nullable MixShare share) {
        if (share == null) {
            return null;
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("target", share.target());
        tree.put("achieved", share.achieved());
        return tree;
    }

    private static Map<String, @Nullable Object> limit(LimitResult result) {
        QosLimit limit = result.limit();
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("metric", limit.metricName());
        tree.put("percentile", limit.metric() == QosLimit.Metric.PERCENTILE ? limit.percentile() : null);
        tree.put("operator", limit.operator().sign());
        tree.put("bound", limit.bound());
        tree.put("unit", limit.metric().unit());
        tree.put("value", result.value());
        tree.put("lowerBound", result.lowerBound());
        tree.put("met", result.met());
        tree.put("untested", result.untested());
        tree.put("lagMs", result.lagMs());
        return tree;
    }

    private static Map<String, @Nullable Object> harness(HarnessResult harness) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("dispatchLagMs", lag(harness.dispatchLag()));
        tree.put("completionLagMs", lag(harness.completionLag()));
        tree.put("wakeUpLagMs", lag(harness.wakeUpLag()));
        tree.put("longestStallMs", harness.longestStallMs());
        tree.put("cpuShare", harness.cpuShare());
        tree.put("cpu", cpu(harness.cpu()));
        tree.put("calibration", calibrations(harness.calibrations()));
        return tree;
    }

    /** The calibrations by agent; null when there are none, as in runs of versions before 0.2. */
    private static @Nullable Map<String, @Nullable Object> calibrations(Map<String, Calibration> calibrations) {
        if (calibrations.isEmpty()) {
            return null;
        }
        Map<String, @Nullable Object> trees = new LinkedHashMap<>();
        calibrations.forEach((agent, calibration) -> {
            Map<String, @Nullable Object> tree = new LinkedHashMap<>();
            tree.put("clockReadMs", Figures.millis(calibration.clock().readNanos()));
            tree.put("clockStepMs", Figures.millis(calibration.clock().stepNanos()));
            tree.put("platformParkErrorMs", parkError(calibration.platform()));
            tree.put("virtualParkErrorMs", parkError(calibration.virtual()));
            tree.put("longestStallMs", Figures.millis(calibration.longestStallNanos()));
            tree.put("lengthMs", Figures.millis(calibration.lengthNanos()));
            trees.put(agent, tree);
        });
        return trees;
    }

    private static @Nullable Map<String, @Nullable Object> parkError(Calibration.ParkError error) {
        if (error.count() == 0) {
            return null;
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("count", error.count());
        tree.put("p50", Figures.millis(error.p50Nanos()));
        tree.put("p90", Figures.millis(error.p90Nanos()));
        tree.put("p99", Figures.millis(error.p99Nanos()));
        tree.put("max", Figures.millis(error.maxNanos()));
        return tree;
    }

    private static @Nullable Map<String, @Nullable Object> lag(HarnessResult.@Nullable Lag lag) {
        if (lag == null) {
            return null;
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("p50", lag.p50Ms());
        tree.put("p99", lag.p99Ms());
        tree.put("p99_9", lag.p999Ms());
        tree.put("max", lag.maxMs());
        return tree;
    }

    private static @Nullable Map<String, @Nullable Object> cpu(@Nullable AgentCpu cpu) {
        if (cpu == null) {
            return null;
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("agent", cpu.agent());
        tree.put("cores", cpu.cores());
        tree.put("availableCores", cpu.availableCores());
        tree.put("driveCores", cpu.driveCores());
        tree.put("collectorCores", cpu.collectorCores());
        tree.put("compilerCores", cpu.compilerCores());
        tree.put("otherCores", cpu.otherCores());
        tree.put("driveWait", cpu.driveWait());
        return tree;
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
