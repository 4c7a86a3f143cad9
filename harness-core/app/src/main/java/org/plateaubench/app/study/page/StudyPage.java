// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.FigureResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.run.SutFacts;
import org.plateaubench.engine.report.HtmlText;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/** Writes the results as one self-contained page without scripts. Pure functions. */
public final class StudyPage {
    private static final String STYLE = "body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;"
            + "padding:0 1rem;color:#222}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .6rem;"
            + "border-bottom:1px solid #ddd;text-align:left}td.n{text-align:right;font-variant-numeric:tabular-nums}"
            + "svg{display:block;margin:1rem 0;max-width:100%;height:auto}.pass{color:#216e39}.fail{color:#b3261e}"
            + ".invalid,.not{color:#8a5a00}@media screen{table{display:block;overflow-x:auto}}";

    private StudyPage() {}

    public static String of(StudyResult result) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
                + "<title>");
        page.append(HtmlText.escaped(result.name()))
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body>");
        page.append("<h1>").append(HtmlText.escaped(result.name())).append("</h1>");
        paragraph(page, result.description());
        paragraph(page, result.kind() + " " + result.studyId() + ": " + result.outcome());
        paragraph(page, result.message());
        paragraph(page, StudyText.edge(result.search()));
        result.warnings().forEach(warning -> paragraph(page, warning));
        paragraph(page, StudyText.vague(isAnyVague(result)));
        scores(page, result);
        charts(page, StudyCharts.of(result));
        scenarios(page, result);
        page.append("<h2>Figures</h2>");
        figures(page, result);
        page.append("<h2>Runs</h2>");
        runs(page, result);
        return page.append("</body></html>\n").toString();
    }

    private static boolean isAnyVague(StudyResult result) {
        return result.cells().stream()
                .anyMatch(cell -> cell.figures().stream()
                        .anyMatch(figure ->
                                figure.isVague() || (figure.isVagueRatio() && result.isOfKnownBaseline(cell, figure))));
    }

    private static void paragraph(StringBuilder page, String text) {
        if (!text.isEmpty()) {
            page.append("<p>").append(HtmlText.escaped(text)).append("</p>");
        }
    }

    private static void scores(StringBuilder page, StudyResult result) {
        List<String> scores = StudyText.scores(result);
        if (!scores.isEmpty()) {
            page.append("<h2>Score</h2>");
            scores.forEach(score -> paragraph(page, score));
        }
    }

    private static void charts(StringBuilder page, List<StudyChart> charts) {
        String section = "";
        for (StudyChart chart : charts) {
            if (!chart.section().equals(section)) {
                section = chart.section();
                page.append("<h2>").append(section).append("</h2>");
            }
            page.append(chart.svg());
        }
    }

    private static void scenarios(StringBuilder page, StudyResult result) {
        if (result.cells().stream().allMatch(cell -> cell.scenario().isEmpty())) {
            return;
        }
        page.append("<h2>Scenarios</h2>");
        result.cells().stream()
                .filter(cell -> !cell.scenario().isEmpty())
                .map(cell -> cell.levels().getOrDefault("scenario", "") + ": " + cell.scenario())
                .distinct()
                .forEach(line -> paragraph(page, line));
        differences(page, result);
    }

    /** Adds the facts that the systems of the first cell of each scenario report about themselves, if they differ. */
    private static void differences(StringBuilder page, StudyResult result) {
        Map<String, SutFacts> byScenario = new LinkedHashMap<>();
        for (CellResult cell : result.cells()) {
            SutFacts facts = cell.suts();
            if (facts != null) {
                byScenario.putIfAbsent(cell.levels().getOrDefault("scenario", ""), facts);
            }
        }
        Map<String, List<String>> rows = SutFacts.differing(List.copyOf(byScenario.values()));
        if (rows.isEmpty()) {
            return;
        }
        paragraph(page, "Properties that the systems report, where they differ:");
        page.append("<table><tr><th>");
        byScenario.keySet().forEach(name -> page.append("<th>").append(HtmlText.escaped(name)));
        rows.forEach((fact, values) -> {
            page.append("<tr><td>").append(HtmlText.escaped(fact));
            values.forEach(value -> page.append("<td>").append(HtmlText.escaped(value)));
        });
        page.append("</table>");
    }

    private static void figures(StringBuilder page, StudyResult result) {
        page.append(
                "<table><tr><th>cell<th>figure<th>mean<th>range<th>95 % interval<th>variation<th>limit<th>of baseline");
        for (CellResult cell : result.cells()) {
            for (FigureResult figure : cell.figures()) {
                page.append("<tr><td>").append(HtmlText.escaped(cell.name()));
                page.append("<td>").append(HtmlText.escaped(figure.key().words() + ", " + figure.unit()));
                number(
                        page,
                        (figure.lowerBound() ? "≥ " : "")
                                + StudyCharts.number(figure.values().mean()));
                number(
                        page,
                        figure.values().trials() == 1
                                ? ""
                                : StudyCharts.number(figure.values().least()) + " to "
                                        + StudyCharts.number(figure.values().greatest()));
                number(page, interval(figure.shownInterval()) + (figure.isVague() ? StudyText.SAYS_LITTLE : ""));
                Double variation = figure.values().variationPercent();
                number(page, variation == null ? "" : StudyCharts.number(variation) + " %");
                Double limit = figure.limit();
                number(page, limit == null ? "" : StudyCharts.number(limit));
                number(page, result.isOfKnownBaseline(cell, figure) ? ratio(figure) : "");
            }
        }
        page.append("</table>");
    }

    private static String ratio(FigureResult figure) {
        Double ratio = figure.ofBaseline();
        if (ratio == null || figure.lowerBound()) {
            return ratio == null ? "" : "≥ " + StudyCharts.number(ratio);
        }
        ConfidenceInterval interval = figure.ofBaselineInterval();
        return StudyCharts.number(ratio)
                + (interval == null
                        ? ""
                        : " (" + interval(interval) + (figure.isVagueRatio() ? StudyText.SAYS_LITTLE : "") + ")");
    }

    private static String interval(@Nullable ConfidenceInterval interval) {
        return interval == null
                ? ""
                : StudyCharts.number(interval.lower()) + " to " + StudyCharts.number(interval.upper());
    }

    private static void number(StringBuilder page, String text) {
        page.append("<td class=\"n\">").append(HtmlText.escaped(text));
    }

    private static void runs(StringBuilder page, StudyResult result) {
        page.append("<table><tr><th>cell<th>trial<th>run<th>outcome<th>reasons");
        for (CellResult cell : result.cells()) {
            cell.trials()
                    .forEach(trial -> page.append("<tr><td>")
                            .append(HtmlText.escaped(cell.name()))
                            .append("<td class=\"n\">")
                            .append(trial.trial())
                            .append("<td>")
                            .append(HtmlText.escaped(trial.runId()))
                            .append("<td class=\"")
                            .append(trial.outcome().split(" ", 2)[0])
                            .append("\">")
                            .append(trial.outcome())
                            .append("<td>")
                            .append(HtmlText.escaped(String.join(" ", trial.reasons()))));
        }
        page.append("</table>");
    }
}
