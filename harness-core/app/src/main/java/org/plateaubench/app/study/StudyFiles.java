// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.CellResult.FigureResult;
import org.plateaubench.app.study.CellResult.TrialResult;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.CsvText;
import org.plateaubench.engine.report.HtmlReport;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.store.AtomicFile;

/** Writes the files of the results of a sequence: JSON, a page, and tables for spreadsheets. */
final class StudyFiles {
    static final String RESULT = "result.json";
    private static final List<String> FIGURE_COLUMNS = List.of(
            "workload",
            "operation",
            "figure",
            "unit",
            "limit",
            "trials",
            "mean",
            "least",
            "greatest",
            "variation_percent",
            "lower_95",
            "upper_95",
            "of_baseline",
            "of_baseline_lower_95",
            "of_baseline_upper_95",
            "lower_bound");

    private StudyFiles() {}

    static void write(StudyFolder folder, StudyResult result) throws IOException {
        AtomicFile.write(folder.path().resolve("figures.csv"), figures(result));
        AtomicFile.write(folder.path().resolve("runs.csv"), runs(result));
        AtomicFile.write(
                folder.path().resolve("report.html"),
                HtmlReport.page("study-report", result.name(), StudyText.of(result, ""), Documents.line(result)));
        AtomicFile.write(folder.path().resolve(RESULT), Documents.text(result));
    }

    static String figures(StudyResult result) {
        Set<String> factors = new LinkedHashSet<>();
        result.cells().forEach(cell -> factors.addAll(cell.levels().keySet()));
        CsvText text = new CsvText();
        List<String> heads = new ArrayList<>(List.of("cell"));
        heads.addAll(factors);
        heads.addAll(FIGURE_COLUMNS);
        text.add(heads);
        for (CellResult cell : result.cells()) {
            for (FigureResult figure : cell.figures()) {
                List<String> row = new ArrayList<>(List.of(cell.name()));
                factors.forEach(factor -> row.add(cell.levels().getOrDefault(factor, "")));
                row.addAll(List.of(figure.workload(), figure.line(), figure.name(), figure.unit()));
                row.add(CsvText.number(figure.limit()));
                row.add(Integer.toString(figure.values().trials()));
                row.add(CsvText.number(figure.values().mean()));
                row.add(CsvText.number(figure.values().least()));
                row.add(CsvText.number(figure.values().greatest()));
                row.add(CsvText.number(figure.values().variationPercent()));
                row.addAll(ends(figure.shownInterval()));
                row.add(CsvText.number(figure.ofBaseline()));
                row.addAll(ends(figure.ofBaselineInterval()));
                row.add(Boolean.toString(figure.lowerBound()));
                text.add(row);
            }
        }
        return text.toString();
    }

    private static List<String> ends(@Nullable ConfidenceInterval interval) {
        return interval == null
                ? List.of("", "")
                : List.of(CsvText.number(interval.lower()), CsvText.number(interval.upper()));
    }

    private static String runs(StudyResult result) {
        CsvText text = new CsvText();
        text.add(List.of("cell", "trial", "run", "outcome", "seconds", "reasons"));
        for (CellResult cell : result.cells()) {
            for (TrialResult trial : cell.trials()) {
                text.add(List.of(
                        cell.name(),
                        Integer.toString(trial.trial()),
                        trial.runId(),
                        trial.outcome().label(),
                        CsvText.number(trial.seconds()),
                        String.join(" ", trial.reasons())));
            }
        }
        return text.toString();
    }
}
