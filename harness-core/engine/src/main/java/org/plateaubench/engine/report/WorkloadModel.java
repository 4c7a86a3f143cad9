// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.AggregateResult;
import org.plateaubench.engine.judge.BacklogResult;
import org.plateaubench.engine.judge.Block;
import org.plateaubench.engine.judge.CheckResult;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.LagSummary;
import org.plateaubench.engine.judge.LimitResult;
import org.plateaubench.engine.judge.LineResult;
import org.plateaubench.engine.judge.TimeSummary;
import org.plateaubench.engine.judge.WorkloadResult;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.WorstBacklog;
import org.plateaubench.engine.plan.GapText;

/** The part of a report about one workload. */
final class WorkloadModel {
    private WorkloadModel() {}

    static List<Object> of(Judgement judgement, List<PluginSection> sections) {
        List<Object> workloads = new ArrayList<>();
        int index = 0;
        for (WorkloadResult workload : judgement.workloads()) {
            Map<String, Object> tree = workload(workload, index++, !TileTable.isLong(judgement), sections);
            tree.put("steps", StepModel.rows(judgement, workload));
            tree.put("hasSteps", !workload.steps().isEmpty());
            workloads.add(tree);
        }
        return workloads;
    }

    /** The total over all tiles, for every workload that more than one of them runs. */
    static List<Object> totals(Judgement judgement) {
        List<Object> totals = new ArrayList<>();
        for (AggregateResult total : judgement.aggregates()) {
            long tiles = tiles(judgement, total);
            if (tiles > 1) {
                List<Object> rows = new ArrayList<>();
                rows.add(row("all operations", "", total.all(), true));
                total.lines().forEach(line -> rows.add(row(line.name(), kind(line), line.block(), false)));
                Map<String, Object> tree = new LinkedHashMap<>(checks(total.checks()));
                tree.put("scope", "All " + tiles + " tiles/" + total.name());
                tree.put("rows", rows);
                totals.add(tree);
            }
        }
        return totals;
    }

    /** Number of tiles that run a workload. */
    static long tiles(Judgement judgement, AggregateResult total) {
        return judgement.workloads().stream()
                .filter(workload -> workload.name().equals(total.name()))
                .count();
    }

    private static Map<String, Object> workload(
            WorkloadResult workload, int index, boolean open, List<PluginSection> sections) {
        String scope = workload.tile() + "/" + workload.name();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("index", index);
        tree.put("open", open);
        tree.put("scope", scope);
        tree.put("plugin", workload.plugin());
        tree.put("load", load(workload));
        tree.put(
                "edges",
                "In flight when the window began: " + workload.edges().inFlightAtStart() + ", when it ended: "
                        + workload.edges().inFlightAtEnd() + "; waiting for a user then: "
                        + workload.edges().queuedAtEnd() + "." + backlog(workload.backlog()));
        List<Object> rows = new ArrayList<>();
        rows.add(row("all operations", "", workload.all(), true));
        workload.lines().forEach(line -> rows.add(row(line.name(), kind(line), line.block(), false)));
        tree.put("rows", rows);
        List<Object> services = new ArrayList<>();
        workload.lines().forEach(line -> services.add(times(line)));
        tree.put("services", services);
        List<Object> limits = new ArrayList<>();
        workload.lines().forEach(line -> line.block().limits().forEach(limit -> limits.add(limit(line, limit))));
        tree.put("limits", limits);
        tree.put("hasLimits", !limits.isEmpty());
        tree.put("lagNote", lagNote(workload.lag()));
        tree.putAll(checks(workload.checks()));
        List<Object> counters = new ArrayList<>();
        workload.counters().forEach((name, value) -> counters.add(Map.of("name", name, "value", Cells.whole(value))));
        tree.put("counters", counters);
        tree.put("hasCounters", !counters.isEmpty());
        List<Object> added = new ArrayList<>();
        sections.stream()
                .filter(section -> section.scope().equals(scope))
                .forEach(section -> added.add(section(section)));
        tree.put("sections", added);
        return tree;
    }

    /** A sentence, empty where the backlog has no bound. */
    private static String backlog(@Nullable BacklogResult backlog) {
        WorstBacklog worst = backlog == null ? null : backlog.worst();
        return backlog == null || worst == null
                ? ""
                : " Most units that were due and had not ended: " + Cells.whole(worst.units()) + ", of "
                        + Figures.said(backlog.bound()) + " allowed.";
    }

    /** The lag of probes is shown beside the figures: it is not in the shares. */
    private static String lagNote(LagSummary lag) {
        Double probes = lag.perOperation() ? null : lag.completionMs().get("p99");
        return "\u2021 limited by the harness: more than a tenth of it may be the harness's own lag; the row below each"
                + " operation has the share of every figure."
                + (probes == null
                        ? ""
                        : " Not counted, since it was measured by probes beside the users: the probes woke up to "
                                + Figures.said(probes, "ms") + " late (p99).");
    }

    private static String kind(LineResult line) {
        return line.kindLabel().equals("operation") ? "" : line.kindLabel();
    }

    private static String load(WorkloadResult workload) {
        Map<String, Object> load = workload.load();
        String label = String.valueOf(load.getOrDefault("label", ""));
        int count = workload.steps().size();
        String most = count == 0 ? "" : "up to ";
        String steps = count == 0 ? "" : " in " + count + (count == 1 ? " step" : " steps");
        StringBuilder words = new StringBuilder();
        if ("closed".equals(load.get("kind"))) {
            words.append("Closed load, ")
                    .append(most)
                    .append(load.get("users"))
                    .append(" users")
                    .append(steps);
            if (load.get("pacing") instanceof Map<?, ?> pacing) {
                Map<String, String> gaps = new LinkedHashMap<>();
                pacing.forEach((unit, gap) -> gaps.put(String.valueOf(unit), String.valueOf(gap)));
                GapText.byUnit(gaps)
                        .forEach((unit, gap) ->
                                words.append("; ").append(unit).append(": ").append(gap));
            }
            if (words.indexOf("think time") >= 0) {
                words.append(
                        ". With think time a stall of the SUT delays the schedule, so response time is service time"
                                + " plus the harness's lag.");
            }
        } else {
            words.append("Open load, ")
                    .append(most)
                    .append(load.get("ratePerSecond"))
                    .append(" arrivals per second")
                    .append(steps)
                    .append(", ");
            words.append(load.get("arrival"))
                    .append(", at most ")
                    .append(load.get("users"))
                    .append(" users");
        }
        Double live = workload.users().meanLive();
        if (live != null) {
            words.append(words.charAt(words.length() - 1) == '.' ? " " : ". ");
            words.append("Users present on average: ")
                    .append(Figures.said(live))
                    .append('.');
        }
        return words + (label.isEmpty() ? "" : " Note: " + label + ".");
    }

    private static Map<String, Object> checks(List<CheckResult> results) {
        List<Object> rows = new ArrayList<>();
        for (CheckResult result : results) {
            Double value = result.value();
            boolean bounded = result.check().isBounded();
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", result.check().name());
            row.put("description", result.check().description());
            row.put(
                    "value",
                    value == null
                            ? "nothing measured"
                            : Figures.said(value, result.check().unit()));
            row.put("allowed", bounded ? result.bounds() : Cells.NONE);
            row.put("badge", (bounded ? Badge.of(result.met()) : Badge.INFORMATION).tree());
            rows.add(row);
        }
        return Map.of("checks", rows, "hasChecks", !rows.isEmpty());
    }

    private static Map<String, Object> row(String name, String kind, Block block, boolean total) {
        Block.Counts counts = block.counts();
        TimeSummary times = block.responseTime();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        tree.put("kind", kind);
        tree.put("total", total);
        tree.put("intended", Cells.whole(counts.intended()));
        tree.put("ok", Cells.whole(counts.ok()));
        tree.put("declined", Cells.whole(counts.declined()));
        tree.put("errors", Cells.whole(counts.errors()));
        tree.put("abandoned", Cells.whole(counts.abandoned()));
        tree.put("dropped", Cells.whole(counts.dropped()));
        tree.put("completed", Cells.whole(counts.completedInWindow()));
        tree.put("throughput", Figures.said(block.throughputPerSecond()));
        tree.put("mean", times == null ? Cells.NONE : Cells.number(times.meanMs()));
        for (String percentile : TimeSummary.PERCENTILES.keySet()) {
            tree.put(percentile, Cells.percentile(times, percentile));
        }
        tree.put("max", Cells.max(times));
        tree.put("lag", shares(times));
        tree.put("hasLag", hasShares(times));
        Block.MixShare mix = block.mix();
        tree.put("mixTarget", mix == null ? Cells.NONE : Cells.percent(mix.target()));
        tree.put("mixAchieved", mix == null ? Cells.NONE : Cells.percent(mix.achieved()));
        boolean limited = !block.limits().isEmpty();
        tree.put("limited", limited);
        tree.put("badge", Badge.of(met(block.limits())).tree());
        return tree;
    }

    private static boolean hasShares(@Nullable TimeSummary times) {
        return times != null && !times.harness().shares().isEmpty();
    }

    /** The harness's own lag as a share of each time of a row. */
    private static List<Object> shares(@Nullable TimeSummary times) {
        List<Object> shares = new ArrayList<>();
        TimeSummary.PERCENTILES.keySet().forEach(name -> shares.add(Cells.share(times, name)));
        shares.add(Cells.share(times, "max"));
        return shares;
    }

    private static Map<String, Object> times(LineResult line) {
        TimeSummary service = line.block().serviceTime();
        TimeSummary error = line.block().errorTime();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", line.name());
        tree.put("mean", service == null ? Cells.NONE : Cells.number(service.meanMs()));
        for (String percentile : TimeSummary.PERCENTILES.keySet()) {
            tree.put(percentile, Cells.percentile(service, percentile));
        }
        tree.put("max", Cells.max(service));
        tree.put("lag", shares(service));
        tree.put("hasLag", hasShares(service));
        tree.put("errorP50", Cells.percentile(error, "p50"));
        tree.put("errorP99", Cells.percentile(error, "p99"));
        return tree;
    }

    private static Map<String, Object> limit(LineResult line, LimitResult result) {
        Double value = result.value();
        return Map.of(
                "line", line.name(),
                "limit", result.limit().toString(),
                "value",
                        value == null
                                ? "nothing measured"
                                : (result.lowerBound() ? "at least " : "")
                                        + Figures.said(
                                                value, result.limit().metric().unit()),
                "badge", Badge.of(result).tree());
    }

    static @org.jspecify.annotations.Nullable Boolean met(List<LimitResult> limits) {
        boolean open = false;
        for (LimitResult limit : limits) {
            if (Boolean.FALSE.equals(limit.met())) {
                return false;
            }
            open |= limit.met() == null;
        }
        return open ? null : Boolean.TRUE;
    }

    private static Map<String, Object> section(PluginSection section) {
        return Map.of(
                "title", section.table().title(),
                "note", section.table().note(),
                "columns", section.table().columns(),
                "rows", section.table().rows());
    }
}
