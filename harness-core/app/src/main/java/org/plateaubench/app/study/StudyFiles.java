// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.page.StudyPage;
import org.plateaubench.app.study.plan.StudyFolder;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.FigureResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.result.TrialResult;
import org.plateaubench.app.study.run.Interference;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.CsvText;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.store.AtomicFile;

/** Writes the files of the results of a sequence: JSON, a page, and tables for spreadsheets. */
final class StudyFiles {
    static final String RESULT = "result.json";
    static final String PAGE = "report.html";
    static final String FIGURES = "figures.csv";
    static final String RUNS = "runs.csv";
    static final String INTERFERENCE = "interference.csv";

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
        AtomicFile.write(folder.path().resolve(FIGURES), figures(result));
        AtomicFile.write(folder.path().resolve(RUNS), runs(result));
        if (!result.interference().isEmpty()) {
            AtomicFile.write(folder.path().resolve(INTERFERENCE), interference(result));
        }
        AtomicFile.write(folder.path().resolve(PAGE), StudyPage.of(result));
        AtomicFile.write(folder.path().resolve(RESULT), Documents.text(result));
    }

    static String figures(StudyResult result) {
        Set<String> factors = new LinkedHashSet<>();
        result.cells().forEach(cell -> factors.addAll(cell.levels().keySet()));
        CsvText text = new CsvText();
        row(text, Stream.of(Stream.of("cell"), factors.stream(), FIGURE_COLUMNS.stream()));
        for (CellResult cell : result.cells()) {
            for (FigureResult figure : cell.figures()) {
                row(
                        text,
                        Stream.of(
                                Stream.of(cell.name()),
                                factors.stream().map(factor -> cell.levels().getOrDefault(factor, "")),
                                Stream.of(figure.workload(), figure.line(), figure.name(), figure.unit()),
                                numbers(figure, result.isOfKnownBaseline(cell, figure))));
            }
        }
        return text.toString();
    }

    private static Stream<String> numbers(FigureResult figure, boolean isOfKnownBaseline) {
        ConfidenceInterval interval = figure.shownInterval();
        ConfidenceInterval ratio = isOfKnownBaseline && !figure.lowerBound() ? figure.ofBaselineInterval() : null;
        return Stream.of(
                number(figure.limit()),
                Integer.toString(figure.values().trials()),
                number(figure.values().mean()),
                number(figure.values().least()),
                number(figure.values().greatest()),
                number(figure.values().variationPercent()),
                number(interval == null ? null : Double.valueOf(interval.lower())),
                number(interval == null ? null : Double.valueOf(interval.upper())),
                number(isOfKnownBaseline ? figure.ofBaseline() : null),
                number(ratio == null ? null : Double.valueOf(ratio.lower())),
                number(ratio == null ? null : Double.valueOf(ratio.upper())),
                Boolean.toString(figure.lowerBound()));
    }

    private static String runs(StudyResult result) {
        CsvText text = new CsvText();
        row(text, Stream.of(Stream.of("cell", "trial", "run", "outcome", "seconds", "reasons")));
        for (CellResult cell : result.cells()) {
            for (TrialResult trial : cell.trials()) {
                row(
                        text,
                        Stream.of(Stream.of(
                                cell.name(),
                                Integer.toString(trial.trial()),
                                trial.runId(),
                                trial.outcome(),
                                number(trial.seconds()),
                                String.join(" ", trial.reasons()))));
            }
        }
        return text.toString();
    }

    private static String interference(StudyResult result) {
        CsvText text = new CsvText();
        row(
                text,
                Stream.of(Stream.of(
                        "victim",
                        "operation",
                        "aggressor",
                        "figure",
                        "alone_ms",
                        "together_ms",
                        "slow_down",
                        "slow_down_lower_95",
                        "slow_down_upper_95",
                        "lower_bound")));
        for (Interference.SlowDown each : result.interference()) {
            ConfidenceInterval interval = each.shownInterval();
            row(
                    text,
                    Stream.of(Stream.of(
                            each.victim(),
                            each.line(),
                            each.aggressor(),
                            each.figure(),
                            number(each.aloneMs()),
                            number(each.togetherMs()),
                            number(each.slowDown()),
                            number(interval == null ? null : Double.valueOf(interval.lower())),
                            number(interval == null ? null : Double.valueOf(interval.upper())),
                            Boolean.toString(each.lowerBound()))));
        }
        return text.toString();
    }

    private static String number(@Nullable Double value) {
        return CsvText.number(value);
    }

    private static void row(CsvText text, Stream<Stream<String>> cells) {
        text.add(cells.flatMap(each -> each).toList());
    }
}
