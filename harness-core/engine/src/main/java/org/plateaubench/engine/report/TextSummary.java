// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.figures.Timeline.PhaseSpan;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.measure.interval.LineInterval;

/** Writes a result for a terminal: the verdict first and last, figures, and a line on each other fact. */
public final class TextSummary {
    private static final int COLUMNS = 80;
    private static final int MIN_COLUMNS = 40;
    /** Units of checks that describe the accuracy of other figures. */
    private static final Set<String> SHARES = Set.of("", "%", "answers");

    private static final int MAX_VALUES = 6;
    private static final int MAX_COLUMNS = 110;
    private static final int MAX_REASONS = 4;

    private static final int MAX_ROWS = 8;
    private static final int MIN_ROWS = 3;
    /** Lines of the summary of a workload: with those of its progress they fit on a screen. */
    private static final int SCREEN_LINES = 23;
    /** Lines around the rows of a table: blank lines, heads, sum and unit. */
    private static final int TABLE_LINES = 5;

    private static final int LABEL_WIDTH = 12;
    /** The mark before each line of figures that do not count. */
    private static final String MARK = "! ";

    private final Judgement judgement;
    private final TextStyle style;
    private final int columns;
    private final boolean isStruck;
    private final StringBuilder text = new StringBuilder();

    TextSummary(Judgement judgement, TextStyle style, int columns) {
        this.judgement = judgement;
        this.style = style;
        this.columns = Math.clamp(columns, MIN_COLUMNS, MAX_COLUMNS);
        this.isStruck = judgement.isMeasured() && judgement.verdict() == Verdict.INVALID;
    }

    public static String of(Judgement judgement, String folder, TextStyle style) {
        return of(judgement, folder, style, COLUMNS);
    }

    public static String of(Judgement judgement, String folder, TextStyle style, int columns) {
        TextSummary summary = new TextSummary(judgement, style, columns);
        summary.write(folder);
        return summary.text();
    }

    private void write(String folder) {
        String id = folder.substring(folder.lastIndexOf('-') + 1);
        if (judgement.isMeasured()) {
            facts(id);
        }
        if (!writeWithHint("Report", folder + "/report.html", "(report " + id + " --open)")) {
            line(label("Report") + folder + "/report.html");
        }
        line(sign(style));
        String below = text.toString();
        text.setLength(0);
        verdict();
        reasons();
        if (judgement.isMeasured()) {
            long others =
                    below.lines().count() + text.chars().filter(c -> c == '\n').count();
            workloads(Math.clamp(SCREEN_LINES - TABLE_LINES - others, MIN_ROWS, MAX_ROWS));
            line("");
        }
        text.append(below);
    }

    private String classReasons() {
        List<String> reasons = judgement.classReasons();
        return reasons.isEmpty()
                ? ""
                : " (" + reasons.getFirst() + (reasons.size() == 1 ? "" : "; " + (reasons.size() - 1) + " more") + ")";
    }

    private String sign(TextStyle shown) {
        Conclusion.Kind kind = judgement.conclusion().kind();
        return shown.conclusion(kind.sign() + " ", kind);
    }

    /** The verdict with its reasons, and the doubts or the next step. */
    void verdict() {
        Conclusion conclusion = judgement.conclusion();
        String prefix = sign(TextStyle.PLAIN) + "   ";
        String length = length();
        List<String> lines = TextStyle.wrapped(prefix, "  ", conclusion.detail(), columns);
        int padding = Math.min(columns, COLUMNS) - lines.getFirst().length() - length.length();
        line(sign(style)
                + lines.getFirst().substring(prefix.strip().length())
                + (lines.size() == 1 && padding > 0 ? " ".repeat(padding) + length : ""));
        lines.stream().skip(1).forEach(this::line);
        if (!conclusion.meaning().isEmpty()) {
            wrapped(MARK, conclusion.meaning());
        }
    }

    /** The time that the run took, in minutes and seconds; empty if it is not known. */
    private String length() {
        List<PhaseSpan> phases = judgement.phases();
        if (phases.isEmpty() || phases.getLast().end() == null) {
            return "";
        }
        long seconds = phases.getLast().end().getEpochSecond()
                - phases.getFirst().start().getEpochSecond();
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    private void reasons() {
        if (judgement.verdict() == Verdict.PASS) {
            return;
        }
        Severity severity = judgement.verdict() == Verdict.FAIL ? Severity.FAIL : Severity.INVALID;
        List<String> further = Conclusion.clauses(judgement.workloads(), judgement.reasons(), severity).stream()
                .filter(clause -> !judgement.conclusion().detail().startsWith(clause))
                .toList();
        further.stream().limit(MAX_REASONS).forEach(clause -> wrapped("- ", clause));
        if (further.size() > MAX_REASONS) {
            line("- and " + (further.size() - MAX_REASONS) + " more");
        }
    }

    private void workloads(int rowsOfOnly) {
        boolean isOnly = judgement.aggregates().size() == 1;
        for (AggregateResult total : judgement.aggregates()) {
            List<WorkloadResult> tiles = TextParts.tilesOf(judgement, total.name());
            String name = tiles.size() > 1
                    ? total.name() + ", all " + tiles.size() + " tiles"
                    : isOnly ? "operation" : total.name();
            WorkloadResult first = tiles.getFirst();
            line("");
            boolean isOne = tiles.size() == 1;
            table(
                    name,
                    isOne ? first.all() : total.all(),
                    isOne ? first.lines() : total.lines(),
                    isOnly ? rowsOfOnly : MAX_ROWS);
            tiles.stream()
                    .flatMap(tile -> TextParts.steps(tile, columns - MARK.length()).stream())
                    .forEach(this::figureLine);
            if (!first.load().label().isEmpty()) {
                line(first.load().label());
            }
        }
        TextStyle.wrapped("", "  ", "times in ms, from when the user wanted to start" + marks(), columns)
                .forEach(line -> line(style.apply(TextStyle.Tone.FAINT, line)));
    }

    private String marks() {
        List<LineResult> lines = judgement.workloads().stream()
                .flatMap(workload -> workload.lines().stream())
                .toList();
        return (lines.stream().anyMatch(line -> !line.lowerBound().isEmpty()) ? "; > at least" : "")
                + (lines.stream().anyMatch(line -> !line.lowResolution().isEmpty()) ? "; ~ few samples" : "")
                + (lines.stream().anyMatch(LineResult::hasLimitedTimes) ? "; # lag over 10 %" : "");
    }

    private void table(String name, LineResult all, List<LineResult> lines, int maxRows) {
        List<LineResult> rows = new ArrayList<>(lines);
        rows.sort(Comparator.comparing(line -> line.kind() != LineInterval.Kind.OPERATION));
        List<LineResult> rare = rows.stream()
                .sorted(Comparator.comparing(TextSummary::isMissed)
                        .thenComparingLong(line -> line.count(OperationColumns.INTENDED)))
                .limit(rows.size() <= maxRows ? 0 : rows.size() - maxRows + 1)
                .toList();
        rows.removeAll(rare);
        rows.add(all);
        List<LimitResult> limits = new ArrayList<>();
        rows.forEach(row -> limits.add(mostRelevant(row.limits())));
        String metric = commonMetric(limits);
        List<Figure> figures = new ArrayList<>(OperationColumns.in(Figure.View.SUMMARY));
        figures.removeIf(figure -> figure.equals(OperationColumns.DECLINED) && all.count(figure) == 0);
        // Last, next to the limit.
        figures.remove(OperationColumns.FAILED);
        figures.add(OperationColumns.FAILED);
        table(name, rows, figures, limits, metric).lines().forEach(this::figureLine);
        if (!rare.isEmpty()) {
            figureLine("(report.html has " + rare.size() + " more operations, with fewer executions)");
        }
    }

    private static boolean isMissed(LineResult line) {
        return line.limits().stream().anyMatch(limit -> Boolean.FALSE.equals(limit.met()));
    }

    private TextTable table(
            String name, List<LineResult> rows, List<Figure> figures, List<LimitResult> limits, String metric) {
        List<String> titles = new ArrayList<>(List.of(name));
        figures.forEach(figure -> titles.add(figure.shortTitle()));
        titles.add(
                limits.stream().allMatch(limit -> limit == null) ? "" : metric.isEmpty() ? "limit" : metric + " limit");
        TextTable table = new TextTable(columns - (isStruck ? MARK.length() : 0), titles);
        for (int i = 0; i < rows.size(); i++) {
            LineResult row = rows.get(i);
            List<String> cells = new ArrayList<>(List.of(Words.of(row.name())));
            figures.forEach(figure -> cells.add(TextParts.text(row, figure)));
            cells.add(limit(limits.get(i), metric));
            table.add(cells);
        }
        return table;
    }

    /** The limit that the row of a line shows: a missed one, otherwise one on a time, otherwise the first. */
    private static @Nullable LimitResult mostRelevant(List<LimitResult> limits) {
        return limits.stream().min(Comparator.comparingInt(TextSummary::rank)).orElse(null);
    }

    private static int rank(LimitResult limit) {
        return Boolean.FALSE.equals(limit.met()) ? 0 : limit.limit().metric().isTime() ? 1 : 2;
    }

    /** The metric of all limits if they bound the same time; otherwise empty. */
    private static String commonMetric(List<LimitResult> limits) {
        List<QosLimit> existing = new ArrayList<>();
        for (LimitResult limit : limits) {
            if (limit != null) {
                existing.add(limit.limit());
            }
        }
        List<String> names =
                existing.stream().map(QosLimit::metricName).distinct().toList();
        return names.size() == 1 && existing.getFirst().metric().isTime() ? names.getFirst() : "";
    }

    private String limit(@Nullable LimitResult result, String metric) {
        if (result == null) {
            return "";
        }
        QosLimit limit = result.limit();
        String bound = (metric.isEmpty() ? limit.metricName() + " " : "")
                + limit.operator().sign() + " "
                + Figures.bound(
                        limit.bound(),
                        limit.metric().isTime() ? "" : limit.metric().unit());
        if (result.met() == null) {
            return bound + " " + styled(TextStyle.Tone.DOUBTFUL, "?");
        }
        return bound + " "
                + (result.met() ? styled(TextStyle.Tone.GOOD, "\u2713") : styled(TextStyle.Tone.BAD, "\u2715"));
    }

    /** A styled cell; one that is struck has no other style. */
    private String styled(TextStyle.Tone tone, String cell) {
        return isStruck ? cell : style.apply(tone, cell);
    }

    private void figureLine(String line) {
        line(isStruck && !line.isEmpty() ? MARK + style.apply(TextStyle.Tone.STRUCK, line) : line);
    }

    private void facts(String id) {
        String headline = judgement.aggregates().stream()
                .filter(total -> total.metric() != null)
                .map(total -> (judgement.aggregates().size() == 1 ? "" : total.name() + " ")
                        + Figures.text(total.metric().value(), total.metric().unit()))
                .collect(Collectors.joining(", "));
        if (!headline.isEmpty()) {
            labelled(
                    "Headline",
                    isStruck ? style.apply(TextStyle.Tone.STRUCK, headline) + " (does not count)" : headline);
        }
        String values = judgement.workloads().stream()
                .flatMap(workload -> workload.checks().stream())
                .filter(check -> check.value() != null && !SHARES.contains(check.unit()))
                .limit(MAX_VALUES)
                .map(check -> Words.of(check.name()) + " " + check.valueText(""))
                .collect(Collectors.joining(", "));
        if (!values.isEmpty()) {
            labelled("Values", isStruck ? style.apply(TextStyle.Tone.STRUCK, values) + " (do not count)" : values);
        }
        ScoreResult score = judgement.score();
        if (score != null) {
            labelled("Score", ScoreText.of(score));
        }
        if (judgement.limitedBy() != null) {
            labelled("Limited by", judgement.limitedBy().words());
        }
        TextParts.power(judgement.power()).forEach(sentence -> labelled("Power", sentence));
        answers();
        data();
        String trust = "(report " + id + " --trust)";
        if (!writeWithHint("Trust", TextParts.auditCounts(judgement), trust)) {
            labelled("Trust", TextParts.auditCounts(judgement) + " " + trust);
        }
        if (judgement.runClass().equals(RunClass.DEV.label())) {
            labelled("Class dev", "do not publish or compare" + classReasons());
        } else if (judgement.runClass().equals(RunClass.MODIFIED.label())) {
            labelled("Class", "modified" + classReasons());
        }
    }

    /** Writes a fact with a command that shows more, if a line has room for both; returns whether it was written. */
    private boolean writeWithHint(String label, String fact, String command) {
        String line = label(label) + fact;
        boolean hasRoom = line.length() + command.length() < columns;
        if (hasRoom) {
            int padding = Math.min(columns, COLUMNS) - line.length() - command.length();
            line(line + " ".repeat(Math.max(1, padding)) + command);
        }
        return hasRoom;
    }

    private static String label(String name) {
        return name + " ".repeat(LABEL_WIDTH - name.length());
    }

    private void answers() {
        List<String> unverified = judgement.workloads().stream()
                .flatMap(workload -> workload.answers().entrySet().stream())
                .filter(answers -> !answers.getValue().areVerified())
                .map(answers -> Words.of(answers.getKey()))
                .distinct()
                .toList();
        if (!unverified.isEmpty()) {
            labelled("Answers", "not verified: " + String.join(", ", unverified));
        }
    }

    private void data() {
        List<AuditResult> comparisons =
                judgement.audits().stream().filter(TextParts::isComparison).toList();
        if (!comparisons.isEmpty()) {
            long ok = comparisons.stream()
                    .filter(audit -> audit.state() == AuditResult.State.OK)
                    .count();
            labelled(
                    "Data",
                    (ok == comparisons.size() ? "all " + ok : ok + " of " + comparisons.size())
                            + " totals in the SUT agree with what was sent");
        }
    }

    private void labelled(String label, String sentence) {
        TextStyle.wrapped(label(label), " ".repeat(LABEL_WIDTH), sentence, columns)
                .forEach(this::line);
    }

    void heading(String title) {
        line("");
        line(style.apply(TextStyle.Tone.STRONG, title));
    }

    String text() {
        return text.toString();
    }

    int columns() {
        return columns;
    }

    /** Writes a paragraph; later lines are indented to the first word. */
    void wrapped(String prefix, String sentence) {
        TextStyle.wrapped(prefix, " ".repeat(prefix.length()), sentence, columns)
                .forEach(this::line);
    }

    void line(String line) {
        text.append(line).append('\n');
    }
}
