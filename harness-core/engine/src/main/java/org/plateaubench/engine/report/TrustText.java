// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.HarnessResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.WorkloadResult;

/** Writes to a terminal why the figures of a run can or cannot be trusted. */
public final class TrustText {
    /** The maximum number of reasons or notes that are shown; a run of a hundred tiles may have thousands. */
    private static final int MAX_LISTED_SENTENCES = 20;

    private static final String INDENT = "  ";

    private final Judgement judgement;
    private final TextSummary page;

    private TrustText(Judgement judgement, TextSummary page) {
        this.judgement = judgement;
        this.page = page;
    }

    public static String of(Judgement judgement, TextStyle style, int columns) {
        TextSummary page = new TextSummary(judgement, style, columns);
        new TrustText(judgement, page).write();
        return page.text();
    }

    private void write() {
        page.verdict();
        section(
                "Reasons",
                judgement.reasons().stream()
                        .map(reason -> reason.severity().label() + ": " + reason.message())
                        .toList());
        section(
                "Notes",
                judgement.notes().stream()
                        .map(note -> (note.scope().isEmpty() ? "" : note.scope() + ": ") + note.message())
                        .toList());
        section("Class " + judgement.runClass(), judgement.classReasons());
        section(
                "Audits: " + TextParts.auditCounts(judgement),
                judgement.audits().stream()
                        .filter(audit -> audit.state() == AuditResult.State.NOT_TESTED)
                        .map(audit -> "not tested: " + audit.scope() + " "
                                + audit.rule().title().toLowerCase(Locale.ROOT) + ". " + audit.message())
                        .toList());
        judgement.workloads().forEach(this::workload);
        if (judgement.isMeasured()) {
            page.heading("Load generator");
            lags();
            TextParts.hosts(judgement.hosts()).forEach(sentence -> page.wrapped(INDENT, sentence));
        }
    }

    private void section(String title, List<String> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        page.heading(title);
        sentences.stream().limit(MAX_LISTED_SENTENCES).forEach(sentence -> page.wrapped("- ", sentence));
        if (sentences.size() > MAX_LISTED_SENTENCES) {
            page.line("- and " + Figures.text(sentences.size() - MAX_LISTED_SENTENCES) + " more; see result.json");
        }
    }

    private void workload(WorkloadResult workload) {
        if (workload.all().harnessShare().isEmpty() && workload.checks().isEmpty()) {
            return;
        }
        page.heading(workload.scope().toString());
        shares(workload.all());
        workload.lines().stream().filter(LineResult::hasLimitedTimes).forEach(this::shares);
        TextParts.checks(workload.checks(), page.columns() - INDENT.length()).forEach(text -> page.line(INDENT + text));
    }

    /** The load generator's own lag as a share of the percentiles; it may exceed 100 % (measurement rule M24). */
    private void shares(LineResult line) {
        String shares = OperationColumns.in(Figure.View.SUMMARY).stream()
                .filter(figure -> line.harnessShare(figure) != null)
                .map(figure -> Figures.text(Math.rint(100 * Objects.requireNonNull(line.harnessShare(figure))), "%")
                        + " of the " + figure.title())
                .collect(Collectors.joining(", "));
        if (!shares.isEmpty()) {
            page.wrapped(INDENT, line.name() + ": lag of the load generator: " + shares + ".");
        }
    }

    private void lags() {
        HarnessResult harness = judgement.harness();
        Double share = harness.cpuShare();
        page.wrapped(
                INDENT,
                "In the steady state: dispatch lag p99 " + lag(harness.dispatchLagMs()) + ", completion lag p99 "
                        + lag(harness.completionLagMs())
                        + (harness.wakeUpLagMs() == null ? "" : ", wake-up lag p99 " + lag(harness.wakeUpLagMs()))
                        + ", longest stall " + text(harness.longestStallMs(), "ms") + ", agent CPU "
                        + text(share == null ? null : Double.valueOf(share * 100), "%")
                        + ".");
    }

    private static String lag(@Nullable Map<String, Double> lagMs) {
        return lagMs == null ? "not measured" : text(lagMs.get("p99"), "ms");
    }

    private static String text(@Nullable Double value, String unit) {
        return value == null ? "not known" : Figures.text(value, unit);
    }
}
