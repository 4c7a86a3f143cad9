// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;

/** The tree of a comparison, schema {@value Comparison#SCHEMA}. */
final class ComparisonTree {
    private ComparisonTree() {}

    static Map<String, @Nullable Object> of(Comparison comparison) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("schema", Comparison.SCHEMA);
        tree.put("runs", comparison.runs().stream().map(ComparisonTree::run).toList());
        tree.put(
                "findings",
                comparison.findings().stream()
                        .map(finding -> finding(comparison, finding))
                        .toList());
        tree.put(
                "plan",
                comparison.plan().stream().map(ComparisonTree::difference).toList());
        tree.put(
                "environment",
                comparison.environment().stream()
                        .map(ComparisonTree::difference)
                        .toList());
        tree.put(
                "workloads",
                comparison.workloads().stream().map(ComparisonTree::workload).toList());
        tree.put("harness", figures(comparison.harness()));
        Map<String, @Nullable Object> evidence = new LinkedHashMap<>();
        evidence.put("blocks", Spreads.BLOCKS);
        evidence.put("leastBlockSeconds", Spreads.LEAST_BLOCK_SECONDS);
        evidence.put("standardErrors", FigureValue.STANDARD_ERRORS);
        tree.put("evidence", evidence);
        return tree;
    }

    private static Map<String, @Nullable Object> run(ComparedRun run) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("label", run.label());
        tree.put("id", run.id());
        tree.put("name", run.name());
        tree.put("status", run.status());
        tree.put("verdict", run.verdict());
        tree.put("conclusion", run.conclusion().tree());
        tree.put("class", run.runClass());
        tree.put("classReasons", run.classReasons());
        tree.put("startedAt", run.started() == null ? null : run.started().toString());
        tree.put("steadySeconds", run.steadySeconds());
        tree.put("planId", run.planId());
        return tree;
    }

    private static Map<String, @Nullable Object> finding(Comparison comparison, Finding finding) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("severity", finding.severity().label());
        tree.put(
                "runs",
                finding.runs().stream()
                        .map(run -> comparison.runs().get(run).label())
                        .toList());
        tree.put("message", finding.message());
        return tree;
    }

    private static Map<String, @Nullable Object> difference(Difference difference) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("path", difference.path());
        tree.put("minor", difference.minor());
        tree.put("values", difference.values());
        return tree;
    }

    private static Map<String, @Nullable Object> workload(ComparedWorkload workload) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("tile", workload.tile());
        tree.put("name", workload.name());
        tree.put("plugins", workload.plugins());
        tree.put("metric", workload.metric() == null ? null : figure(workload.metric()));
        tree.put("lines", workload.lines().stream().map(ComparisonTree::line).toList());
        tree.put("counters", figures(workload.counters()));
        tree.put("checks", workload.checks().stream().map(ComparisonTree::check).toList());
        return tree;
    }

    private static Map<String, @Nullable Object> line(ComparedLine line) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", line.name());
        tree.put("kind", line.kind());
        tree.put("present", line.present());
        tree.put("figures", figures(line.figures()));
        return tree;
    }

    private static Map<String, @Nullable Object> check(ComparedCheck check) {
        Map<String, @Nullable Object> tree = figure(check.figure());
        tree.put("met", check.met());
        return tree;
    }

    private static List<Map<String, @Nullable Object>> figures(List<ComparedFigure> figures) {
        return figures.stream().map(ComparisonTree::figure).toList();
    }

    private static Map<String, @Nullable Object> figure(ComparedFigure figure) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("name", figure.name());
        tree.put("unit", figure.unit());
        tree.put(
                "better",
                figure.better() == ComparedFigure.Better.NEITHER
                        ? null
                        : figure.better().name().toLowerCase(Locale.ROOT));
        tree.put("values", figure.values().stream().map(ComparisonTree::value).toList());
        return tree;
    }

    private static Map<String, @Nullable Object> value(FigureValue value) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("value", rounded(value.value()));
        tree.put("lowerBound", value.lowerBound());
        tree.put("lowResolution", value.lowResolution());
        tree.put("harnessShare", rounded(value.harnessShare()));
        tree.put("limitedByHarness", value.isLimited());
        tree.put("standardError", rounded(value.standardError()));
        tree.put("difference", rounded(value.difference()));
        tree.put("change", rounded(value.change()));
        tree.put("evidence", value.evidence() == null ? null : value.evidence().label());
        return tree;
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : Double.valueOf(Figures.rounded(value));
    }
}
