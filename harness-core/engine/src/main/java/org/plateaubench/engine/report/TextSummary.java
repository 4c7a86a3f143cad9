// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AgentCpu;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.HarnessResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.score.ScoreResult;

/**
 * Writes the summary for a terminal of 80 columns: verdict and reasons first, then the workloads, then the harness. If
 * audits of the harness were violated, it comes before the workloads, whose figures are then marked as unreliable.
 */
public final class TextSummary {
    private static final int COLUMNS = 80;
    /** The greatest number of reasons that are shown; a run of a hundred tiles may have thousands. */
    private static final int MOST_REASONS = 20;

    private static final String INDENT = "  ";
    /** The mark before each line of figures that cannot be trusted. */
    private static final String MARK = "! ";

    private final Judgement judgement;
    private final TextStyle style;
    private final Health health;
    private final StringBuilder text = new StringBuilder();

    private TextSummary(Judgement judgement, TextStyle style) {
        this.judgement = judgement;
        this.style = style;
        this.health = Health.of(judgement);
    }

    public static String of(Judgement judgement, String folder, TextStyle style) {
        return new TextSummary(judgement, style).write(folder);
    }

    private String write(String folder) {
        verdict();
        score();
        if (health.comesFirst()) {
            harness();
        }
        if (health == Health.BAD) {
            missed();
        }
        if (judgement.isMeasured()) {
            workloads();
            events();
        }
        power();
        if (!health.comesFirst()) {
            harness();
        }
        if (!folder.isEmpty()) {
            line("");
            line(style.apply(TextStyle.Tone.FAINT, "Report  " + folder + "/report.html"));
            line(style.apply(TextStyle.Tone.FAINT, "Result  " + folder + "/result.json"));
        }
        return text.toString();
    }

    private void workloads() {
        judgement.aggregates().forEach(this::total);
        String mark = health == Health.BAD ? MARK : "";
        if (TextParts.isLong(judgement)) {
            TextParts.tiles(judgement).forEach(line -> line(line.isEmpty() ? line : mark + line));
        } else {
            judgement.workloads().forEach(this::workload);
        }
        TextParts.periods(judgement).forEach(line -> line(line.isEmpty() ? line : mark + line));
    }

    private void events() {
        List<String> sentences = EventLines.of(judgement.events());
        if (!sentences.isEmpty()) {
            line("");
            line(style.apply(TextStyle.Tone.STRONG, "Events"));
            sentences.forEach(sentence -> wrapped(mark() + "- ", sentence));
        }
    }

    private void verdict() {
        Conclusion conclusion = judgement.conclusion();
        Conclusion.Kind kind = conclusion.kind();
        line(style.apply(TextStyle.Tone.of(kind), kind.word().toUpperCase(Locale.ROOT)) + "  " + judgement.name()
                + "  class "
                + judgement.runClass() + ", "
                + (kind.isCompleted()
                        ? judgement.status()
                        : "verdict " + judgement.verdict().label()));
        wrapped("", conclusion.cause());
        wrapped("", conclusion.meaning());
        // Failures of the SUT that follow from unreliable figures are shown with these figures.
        reasons(reason -> !reason.message().equals(conclusion.detail())
                && (health != Health.BAD || reason.severity() != Severity.FAIL));
        judgement.notes().stream()
                .limit(MOST_REASONS)
                .forEach(note ->
                        wrapped("- note: ", (note.scope().isEmpty() ? "" : note.scope() + ": ") + note.message()));
        more(judgement.notes().size(), "notes");
        if (!judgement.classReasons().isEmpty()) {
            wrapped("class " + judgement.runClass() + ": ", sentences(judgement.classSummary()));
        }
    }

    private void score() {
        ScoreResult score = judgement.score();
        if (score != null) {
            line("");
            wrapped("Score  ", ScoreText.of(score));
            TextParts.score(score).forEach(this::line);
        }
    }

    private void power() {
        List<String> lines = TextParts.power(judgement.power());
        if (!lines.isEmpty()) {
            line("");
            line(style.apply(TextStyle.Tone.STRONG, "Power"));
            lines.forEach(sentence -> wrapped(INDENT, sentence));
        }
    }

    private void missed() {
        if (judgement.reasons().stream().anyMatch(reason -> reason.severity() == Severity.FAIL)) {
            line("");
            line(style.apply(TextStyle.Tone.STRONG, "Missed") + "  if the figures could be trusted");
            reasons(reason -> reason.severity() == Severity.FAIL);
        }
    }

    private void reasons(Predicate<Reason> wanted) {
        List<Reason> shown = judgement.reasons().stream().filter(wanted).toList();
        shown.stream()
                .limit(MOST_REASONS)
                .forEach(reason -> wrapped("- " + reason.severity().label() + ": ", reason.message()));
        more(shown.size(), "reasons");
    }

    private void more(int all, String what) {
        if (all > MOST_REASONS) {
            line("- and " + Figures.text(all - MOST_REASONS) + " more " + what + ", which result.json has");
        }
    }

    private static String sentences(List<String> reasons) {
        StringBuilder text = new StringBuilder();
        for (String reason : reasons) {
            text.append(text.isEmpty() ? "" : text.charAt(text.length() - 1) == '.' ? " " : "; ")
                    .append(reason);
        }
        return text.toString();
    }

    private void harness() {
        HarnessResult harness = judgement.harness();
        line("");
        line(style.apply(TextStyle.Tone.STRONG, "Harness") + (judgement.isMeasured() ? "" : "  nothing was measured"));
        calibration();
        if (!judgement.isMeasured()) {
            return;
        }
        Double share = harness.cpuShare();
        wrapped(
                INDENT,
                "In the steady state: dispatch lag p99 " + lag(harness.dispatchLag()) + ", completion lag p99 "
                        + lag(harness.completionLag())
                        + (harness.wakeUpLag() == null ? "" : ", wake-up lag p99 " + lag(harness.wakeUpLag()))
                        + ", longest stall " + text(harness.longestStallMs(), "ms") + ", agent CPU "
                        + text(share == null ? null : Double.valueOf(share * 100), "%")
                        + (harness.cpu() == null ? "" : " (" + CpuText.of(harness.cpu()) + ")") + ".");
        TextParts.hosts(judgement.hosts()).forEach(sentence -> wrapped(INDENT, sentence));
        AuditLines.write(judgement, (head, sentences) -> wrapped(INDENT + head, sentences));
        List<Audit> comparisons =
                judgement.audits().stream().filter(Health::isComparison).toList();
        if (!comparisons.isEmpty()) {
            long met = comparisons.stream()
                    .filter(audit -> audit.state() == Audit.State.OK)
                    .count();
            line(INDENT + "The contents of the SUT agree with what was sent in " + met + " of " + comparisons.size()
                    + " comparisons.");
        }
    }

    private void calibration() {
        Map<String, HarnessResult.CalibrationRow> calibration =
                judgement.harness().calibration();
        if (calibration != null) {
            calibration.forEach((agent, row) -> wrapped(
                    INDENT,
                    "Before the load, agent " + agent + ": waits ended late by p99 "
                            + p99(row.platformParkErrorMs()) + " (threads) and "
                            + p99(row.virtualParkErrorMs()) + " (virtual), longest stall "
                            + Figures.text(row.longestStallMs(), "ms") + "."));
        }
    }

    private static String p99(HarnessResult.@Nullable ParkError error) {
        return Figures.text(error == null ? 0 : error.p99(), "ms");
    }

    private void workload(WorkloadResult workload) {
        block(workload.scope().toString(), workload.metric(), workload.all(), workload.lines());
        TextParts.checks(workload.checks(), COLUMNS - INDENT.length()).forEach(line -> line(mark() + line));
        String unverified = workload.answers().entrySet().stream()
                .filter(answers -> !answers.getValue().areVerified())
                .map(answers -> Words.of(answers.getKey()))
                .collect(Collectors.joining(", "));
        if (!unverified.isEmpty()) {
            wrapped(mark(), "Answers of these operations are not verified: " + unverified + ".");
        }
        for (String line : TextParts.steps(workload, COLUMNS - INDENT.length())) {
            line(mark() + line);
        }
    }

    private String mark() {
        return health == Health.BAD ? MARK : INDENT;
    }

    /**
     * Writes the total over all tiles, which is a result of its own because the number of tiles is the scale of a run.
     */
    private void total(AggregateResult total) {
        int tiles = TextParts.tilesOf(judgement, total.name()).size();
        if (tiles > 1) {
            block("all " + tiles + " tiles/" + total.name(), total.metric(), total.all(), total.lines());
            TextParts.checks(total.checks(), COLUMNS - INDENT.length()).forEach(line -> line(mark() + line));
        }
    }

    private void heading(String head, @Nullable MetricValue metric) {
        line("");
        line(style.apply(TextStyle.Tone.STRONG, head)
                + (metric == null
                        ? ""
                        : "  " + Figures.text(metric.value()) + " " + metric.unit() + " (" + Words.of(metric.name())
                                + ")")
                + (health == Health.BAD ? "  " + style.apply(TextStyle.Tone.DOUBTFUL, "NOT TRUSTWORTHY") : ""));
    }

    private void block(String head, @Nullable MetricValue metric, LineResult all, List<LineResult> operations) {
        heading(head, metric);
        boolean limited = operations.stream().anyMatch(line -> !line.limits().isEmpty());
        TextTable table = new TextTable(
                COLUMNS - INDENT.length() - (limited ? "missed".length() + 2 : 0),
                TextParts.cells("", Figure.View.SUMMARY, Figure::head));
        List<String> limits = new ArrayList<>();
        limits.add(limited ? "limits" : "");
        row(table, all);
        limits.add("");
        boolean hasShare = share(table, all);
        if (hasShare) {
            limits.add("");
        }
        for (LineResult line : operations) {
            row(table, line);
            limits.add(TextParts.limits(line.limits()));
        }
        rows(table.lines(), limits);
        line(style.apply(
                TextStyle.Tone.FAINT,
                INDENT + "times in ms; > at least that, operations did not end in time; ~ few samples"));
        if (hasShare) {
            wrapped(
                    INDENT,
                    "lag in it: the harness's own lag as a share of the time above it. It can exceed 100 %, and does"
                            + " not include the time that operations waited in line behind a pause of the harness"
                            + " (docs/measurement.md, M24).");
        }
        if (all.hasLimitedTimes() || operations.stream().anyMatch(LineResult::hasLimitedTimes)) {
            wrapped(INDENT, HarnessLag.MEANING + " (report.html shows how much of each).");
        }
    }

    /** The lines of a table, each with the state of its limits. */
    private void rows(List<String> lines, List<String> limits) {
        int width = lines.stream().mapToInt(String::length).max().orElse(0);
        for (int i = 0; i < lines.size(); i++) {
            String padded = lines.get(i) + " ".repeat(width - lines.get(i).length());
            String limit = limits.get(i);
            line(mark()
                    + (limit.isEmpty()
                            ? padded.stripTrailing()
                            : padded + "  " + style.apply(limitTone(limit), limit)));
        }
    }

    private static void row(TextTable table, LineResult line) {
        table.add(TextParts.cells(Words.of(line.name()), Figure.View.SUMMARY, figure -> TextParts.text(line, figure)));
    }

    /**
     * Adds a row with the harness's own lag as a share of the times above it, unless it is unknown; returns whether it
     * did.
     */
    private static boolean share(TextTable table, LineResult line) {
        if (line.harnessShare().isEmpty()) {
            return false;
        }
        table.add(TextParts.cells("lag in it", Figure.View.SUMMARY, figure -> {
            Double share = line.harnessShare(figure);
            return share != null
                    ? Figures.text(Math.rint(100 * share), "%")
                    : figure.kind() == Figure.Kind.TIME ? "-" : "";
        }));
        return true;
    }

    private static TextStyle.Tone limitTone(String limit) {
        return switch (limit) {
            case "met" -> TextStyle.Tone.GOOD;
            case "missed" -> TextStyle.Tone.BAD;
            case "open" -> TextStyle.Tone.DOUBTFUL;
            default -> TextStyle.Tone.FAINT;
        };
    }

    private static String lag(HarnessResult.@Nullable Lag lag) {
        return lag == null ? "not measured" : text(lag.p99Ms(), "ms");
    }

    private static String text(@Nullable Double value, String unit) {
        return value == null ? "not known" : Figures.text(value, unit);
    }

    /** Writes a paragraph in lines of at most 80 columns; later lines are indented to the first word. */
    private void wrapped(String head, String sentence) {
        String indent = head.isBlank() ? head : " ".repeat(Math.min(head.length(), 4));
        WrappedText.lines(head, indent, sentence, COLUMNS).forEach(this::line);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    /** Describes the CPU use of an agent. Pure functions. */
    private static final class CpuText {
        private CpuText() {}

        static String of(AgentCpu cpu) {
            return Figures.text(cpu.cores()) + " of " + Figures.text(cpu.availableCores()) + " cores: loops and users "
                    + Figures.text(cpu.driveCores()) + ", collector " + Figures.text(cpu.collectorCores())
                    + ", compiler "
                    + Figures.text(cpu.compilerCores()) + ", other " + Figures.text(cpu.otherCores());
        }
    }
}
