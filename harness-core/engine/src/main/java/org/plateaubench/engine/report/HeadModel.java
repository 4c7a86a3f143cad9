// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Block;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.HarnessResult;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.MetricValue;
import org.plateaubench.engine.judge.Reason;
import org.plateaubench.engine.judge.TimeSummary;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.plan.RelaxedText;
import org.plateaubench.engine.plan.RunPlan;

/** The head of a report: verdict, reasons, headline figures, health of the harness. */
final class HeadModel {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMM yyyy, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** A run of a hundred tiles may have thousands. */
    private static final int MOST_REASONS = 200;

    private final Judgement judgement;
    private final Conclusion conclusion;
    private final RunPlan plan;

    HeadModel(Judgement judgement, RunPlan plan) {
        this.judgement = judgement;
        this.conclusion = Conclusion.of(judgement);
        this.plan = plan;
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", judgement.name());
        tree.put("description", plan.description());
        tree.put("runId", judgement.runId());
        tree.put("planId", judgement.planId());
        tree.put("status", judgement.status());
        tree.put("verdict", Badge.of(conclusion.kind()).tree());
        tree.put("runClass", judgement.runClass());
        tree.put("classReasons", RelaxedText.merged(judgement.classReasons()));
        tree.put(
                "notes",
                judgement.notes().stream()
                        .map(note -> (note.scope().isEmpty() ? "" : note.scope() + ": ") + note.message())
                        .toList());
        tree.put("isDev", judgement.runClass().equals("dev"));
        tree.put("when", when());
        tree.put(
                "steadySeconds",
                judgement.window() == null
                        ? "0"
                        : Figures.said(judgement.window().seconds()));
        List<Object> reasons = new ArrayList<>();
        List<Reason> told = judgement.reasons().stream()
                .filter(reason -> !reason.message().equals(conclusion.detail()))
                .toList();
        told.stream()
                .limit(MOST_REASONS)
                .forEach(reason -> reasons.add(Map.of(
                        "badge", Badge.of(reason.severity()).tree(),
                        "rule", reason.rule().title(),
                        "message", reason.message())));
        tree.put("reasons", reasons);
        tree.put("hasReasons", !reasons.isEmpty());
        tree.put("moreReasons", told.size() > MOST_REASONS ? Figures.said(told.size() - MOST_REASONS) : false);
        health(tree);
        tree.put("figures", judgement.isMeasured() ? figures() : List.of());
        tree.put("health", health());
        tree.put("harnessBadge", harnessBadge().tree());
        return tree;
    }

    private void health(Map<String, Object> tree) {
        Health health = Health.of(judgement);
        tree.put("healthFirst", health.comesFirst());
        tree.put("healthMeaning", conclusion.meaning());
        tree.put("healthTone", conclusion.kind().tone());
        tree.put("healthHeadline", conclusion.sentence());
        tree.put("isMeasured", judgement.isMeasured());
        tree.put("isUnbelieved", health == Health.BAD);
        tree.put("belief", health == Health.BAD ? "unbelieved" : "");
        List<Object> calibrations = new ArrayList<>();
        judgement
                .harness()
                .calibrations()
                .forEach((agent, seen) -> calibrations.add(Map.of(
                        "agent", agent,
                        "clock", Figures.said(seen.clock().readNanos()),
                        "platformP50", millis(seen.platform().p50Nanos()),
                        "platformP99", millis(seen.platform().p99Nanos()),
                        "platformMax", millis(seen.platform().maxNanos()),
                        "virtualP50", millis(seen.virtual().p50Nanos()),
                        "virtualP99", millis(seen.virtual().p99Nanos()),
                        "virtualMax", millis(seen.virtual().maxNanos()),
                        "stall", millis(seen.longestStallNanos()))));
        tree.put("calibrations", calibrations);
        tree.put("hasCalibrations", !calibrations.isEmpty());
    }

    private static String millis(long nanos) {
        return Figures.said(nanos / 1e6);
    }

    private String when() {
        Instant start = judgement.window() != null
                ? judgement.window().start()
                : judgement.phases().isEmpty()
                        ? null
                        : judgement.phases().getFirst().start();
        return start == null ? "never started" : TIME.format(start);
    }

    private List<Object> figures() {
        List<Object> figures = new ArrayList<>();
        judgement.aggregates().forEach(total -> {
            long tiles = WorkloadModel.tiles(judgement, total);
            if (tiles > 1) {
                figures.add(figures("All " + tiles + " tiles/" + total.name(), total.metric(), total.all()));
            }
        });
        if (!TileTable.isLong(judgement)) {
            judgement
                    .workloads()
                    .forEach(workload -> figures.add(
                            figures(workload.tile() + "/" + workload.name(), workload.metric(), workload.all())));
        }
        return figures;
    }

    private static Map<String, Object> figures(String scope, @Nullable MetricValue metric, Block all) {
        TimeSummary times = all.responseTime();
        List<Object> values = new ArrayList<>();
        if (metric != null) {
            values.add(figure(Figures.said(metric.value()), metric.unit(), metric.name(), true));
        }
        values.add(figure(Figures.said(all.throughputPerSecond()), "op/s", "throughput, successes", false));
        for (String percentile : List.of("p50", "p95", "p99")) {
            values.add(figure(Cells.percentile(times, percentile), "ms", percentile + " response time", false));
        }
        values.add(figure(errorPercent(all.counts()), "%", "errors", false));
        return Map.of("scope", scope, "values", values);
    }

    private static String errorPercent(Block.Counts counts) {
        return counts.intended() == 0 ? "\u2013" : Figures.said(100.0 * counts.failed() / counts.intended());
    }

    private static Map<String, Object> figure(String value, String unit, String label, boolean headline) {
        return Map.of("value", value, "unit", unit, "label", label, "headline", headline);
    }

    /** The worst of the audits of lag, agents and completeness. */
    private Badge harnessBadge() {
        Health state = Health.of(judgement);
        if (state == Health.NOTHING_MEASURED) {
            return new Badge("plain", "\u2013", "nothing was measured");
        }
        if (state == Health.BAD) {
            return new Badge("doubtful", "!", "not to be believed");
        }
        long open = judgement.audits().stream()
                .filter(audit -> audit.state() == Audit.State.NOT_TESTED)
                .count();
        if (state == Health.NOTED) {
            return new Badge("doubtful", "!", "believed for class " + judgement.runClass() + " only");
        }
        return open > 0
                ? new Badge(
                        "good",
                        "\u2713",
                        "believed; " + open + (open == 1 ? " audit" : " audits") + " could not be tested")
                : new Badge("good", "\u2713", "believed; every audit passed");
    }

    private List<Object> health() {
        HarnessResult harness = judgement.harness();
        List<Object> tiles = new ArrayList<>();
        tiles.add(tile("Dispatch lag p99", lag(harness.dispatchLag()), Rule.DISPATCH_LAG));
        tiles.add(tile("Completion lag p99", lag(harness.completionLag()), Rule.COMPLETION_LAG));
        if (harness.wakeUpLag() != null) {
            tiles.add(tile("Wake-up lag p99", lag(harness.wakeUpLag()), Rule.WAKE_UP_LAG));
        }
        Double share = harness.cpuShare();
        String cpu = harness.cpu() == null ? "" : " (" + CpuText.of(harness.cpu()) + ")";
        tiles.add(
                tile("Agent CPU", share == null ? "not known" : Figures.said(100 * share, "%") + cpu, Rule.AGENT_CPU));
        Double stall = harness.longestStallMs();
        tiles.add(tile("Longest stall", stall == null ? "not known" : Figures.said(stall, "ms"), Rule.LONGEST_STALL));
        tiles.add(tile("Missing intervals", value(Rule.MISSING_INTERVALS), Rule.MISSING_INTERVALS));
        tiles.add(tile("Steady state", value(Rule.STEADY_LENGTH) + " s", Rule.STEADY_LENGTH));
        return tiles;
    }

    private String value(Rule rule) {
        for (Audit audit : judgement.audits()) {
            Double value = audit.value();
            if (audit.rule() == rule && value != null) {
                return Figures.said(value);
            }
        }
        return "\u2013";
    }

    private Map<String, Object> tile(String label, String value, Rule rule) {
        Audit worst = worst(rule);
        Double bound = worst.bound();
        String bounded = rule == Rule.STEADY_LENGTH ? "asked for " : "at most ";
        return Map.of(
                "label",
                label,
                "value",
                value,
                "bound",
                bound == null ? "" : bounded + Figures.said(bound, unit(worst)) + basis(rule),
                "badge",
                Badge.of(worst).tree());
    }

    /** The origin of a bound that is not constant. */
    private String basis(Rule rule) {
        if (rule != Rule.DISPATCH_LAG && rule != Rule.COMPLETION_LAG && rule != Rule.WAKE_UP_LAG) {
            return "";
        }
        return judgement.runClass().equals("dev")
                ? "; class dev: 20 ms, or 20 % of the tightest latency limit if that is more"
                : "; 1 ms, or 2 % of the tightest latency limit if that is more";
    }

    private static String unit(Audit audit) {
        return audit.unit().equals("intervals") ? "" : audit.unit();
    }

    private Audit worst(Rule rule) {
        Audit worst = null;
        for (Audit audit : judgement.audits()) {
            if (audit.rule() == rule && (worst == null || gravity(audit) > gravity(worst))) {
                worst = audit;
            }
        }
        return worst != null ? worst : new Audit(rule, Audit.State.NOT_TESTED, Scope.RUN, null, null, "", false, "");
    }

    private static int gravity(Audit audit) {
        return switch (audit.state()) {
            case OK -> 0;
            case NOT_TESTED -> 1;
            case VIOLATED -> 2;
        };
    }

    private static String lag(HarnessResult.@Nullable Lag lag) {
        return lag == null ? "not measured" : Figures.said(lag.p99Ms(), "ms");
    }
}
