// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextStyle.Tone;
import org.plateaubench.engine.report.WrappedText;
import org.plateaubench.engine.report.comparison.ComparedRun;
import org.plateaubench.engine.report.comparison.Finding;
import org.plateaubench.engine.report.comparison.difference.Difference;

/** Writes the beginning of a comparison for a terminal, and collects its lines. Not thread-safe. */
final class ComparisonHead {
    static final String INDENT = "  ";

    private static final int MOST_DIFFERENCES = 12;

    private final int columns;
    private final TextStyle style;
    private final boolean everything;
    private final StringBuilder text = new StringBuilder();

    ComparisonHead(int columns, TextStyle style, boolean everything) {
        this.columns = columns;
        this.style = style;
        this.everything = everything;
    }

    void runs(List<ComparedRun> all) {
        for (ComparedRun run : all) {
            Double seconds = run.steadySeconds();
            Conclusion.Kind kind = run.conclusion().kind();
            line(style.apply(Tone.STRONG, run.label())
                    + INDENT
                    + run.id()
                    + INDENT
                    + style.apply(Tone.of(kind), kind.word().toUpperCase(Locale.ROOT)));
            wrapped(
                    INDENT + " ",
                    "class " + run.runClass() + ", " + run.status() + ", "
                            + (seconds == null ? "no steady state" : Figures.text(seconds, "s") + " steady")
                            + ", plan " + run.planId());
        }
    }

    void findings(List<Finding> findings) {
        heading("May they be compared?");
        for (Finding finding : findings) {
            wrapped("- " + Documents.word(finding.severity()).replace('-', ' ') + ": ", finding.message());
        }
    }

    void differences(String title, List<Difference> all, List<ComparedRun> runs) {
        heading(title);
        List<Difference> shown =
                everything ? all : all.stream().filter(each -> !each.minor()).toList();
        long minor = all.stream().filter(Difference::minor).count();
        if (shown.isEmpty()) {
            line(INDENT + (all.isEmpty() ? "none" : "none that matters"));
        }
        int most = everything ? shown.size() : MOST_DIFFERENCES;
        shown.stream().limit(most).forEach(difference -> difference(difference, runs));
        if (shown.size() > most) {
            line(INDENT + "and " + (shown.size() - most) + " more; --all shows them");
        }
        if (!everything && minor > 0) {
            line(INDENT + minor + " minor " + (minor == 1 ? "one" : "ones")
                    + " (names, seeds, ports, states of the host); --all shows them");
        }
    }

    /** Writes a difference; the labels of runs with the same value are grouped. */
    private void difference(Difference difference, List<ComparedRun> runs) {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        for (int run = 0; run < difference.values().size(); run++) {
            String value = difference.values().get(run);
            labels.computeIfAbsent(value == null ? "-" : value, key -> new ArrayList<>())
                    .add(runs.get(run).label());
        }
        List<String> parts = new ArrayList<>();
        labels.forEach((value, with) -> parts.add(String.join(",", with) + " " + value));
        String line = INDENT + difference.path() + INDENT + String.join("   ", parts);
        if (line.length() <= columns) {
            line(line);
        } else {
            line(INDENT + difference.path());
            parts.forEach(part -> wrapped(INDENT + INDENT, part));
        }
    }

    void heading(String title) {
        line("");
        line(style.apply(Tone.STRONG, title));
    }

    void wrapped(String head, String sentence) {
        WrappedText.lines(head, head.isBlank() ? head : INDENT, sentence, columns)
                .forEach(this::line);
    }

    void line(@Nullable String line) {
        text.append(line).append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
