// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.report.TextStyle.Tone;
import org.plateaubench.engine.report.comparison.ComparedCheck;
import org.plateaubench.engine.report.comparison.ComparedFigure;
import org.plateaubench.engine.report.comparison.ComparedFigure.Better;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.Evidence;
import org.plateaubench.engine.report.comparison.FigureNames;
import org.plateaubench.engine.report.comparison.FigureValue;

/** Writes figures of a comparison as cells of a table. Immutable. */
final class FigureText {
    private static final String NONE = "-";
    private static final double PERCENT = 100;
    /** The smallest change, as a share, that is shown as a factor. */
    private static final double LARGE = 10;

    private static final Map<String, String> NAMES = Map.of(
            FigureNames.THROUGHPUT,
            "per s",
            "p99_9",
            "p99.9 ms",
            FigureNames.ERRORS,
            "errors %",
            FigureNames.DECLINED,
            "declined %",
            FigureNames.DISPATCH_LAG,
            "dispatch lag p99 ms",
            FigureNames.COMPLETION_LAG,
            "completion lag p99 ms",
            FigureNames.LONGEST_STALL,
            "longest stall ms",
            FigureNames.CPU_SHARE,
            "agent CPU %");

    private final Comparison comparison;
    private final List<Integer> runs;

    FigureText(Comparison comparison, List<Integer> runs) {
        this.comparison = comparison;
        this.runs = List.copyOf(runs);
    }

    static String name(ComparedFigure figure) {
        return name(figure.name(), figure.unit());
    }

    static String name(String figure, String unit) {
        return NAMES.getOrDefault(figure, figure + " " + unit);
    }

    List<Grid.Group> headings() {
        List<Grid.Group> groups = new ArrayList<>();
        for (int run : runs) {
            String label = comparison.runs().get(run).label();
            groups.add(new Grid.Group(List.of(
                    new Grid.Cell(label, Tone.STRONG), Grid.Cell.of(run == 0 ? "" : "change"), Grid.Cell.EMPTY)));
        }
        return groups;
    }

    String missing(ComparedCheck check) {
        List<String> labels = new ArrayList<>();
        for (int run = 0; run < check.met().size(); run++) {
            if (Boolean.FALSE.equals(check.met().get(run))) {
                labels.add(comparison.runs().get(run).label());
            }
        }
        return String.join(", ", labels);
    }

    /**
     * The cells of a figure.
     *
     * @param isDistinguished whether runs can distinguish a change of such a figure from chance
     */
    List<Grid.Group> row(ComparedFigure figure, boolean isDistinguished) {
        List<Grid.Group> groups = new ArrayList<>();
        for (int run : runs) {
            FigureValue value = figure.values().get(run);
            Evidence evidence = value.evidence();
            boolean oneSided = run > 0
                    && (value.value() == null) != (figure.values().getFirst().value() == null);
            Grid.Cell word = evidence != null && isDistinguished
                    ? word(figure, value, evidence)
                    : Grid.Cell.of(oneSided ? value.value() == null ? "missing" : "new" : "");
            groups.add(new Grid.Group(List.of(Grid.Cell.of(text(value)), Grid.Cell.of(change(figure, value)), word)));
        }
        return groups;
    }

    private static String text(FigureValue value) {
        Double number = value.value();
        return number == null
                ? NONE
                : (value.lowerBound() ? ">" : "")
                        + Figures.text(number)
                        + (value.lowResolution() ? "~" : "")
                        + (value.isLimited() ? HarnessLag.MARK : "");
    }

    private static String change(ComparedFigure figure, FigureValue value) {
        Double difference = value.difference();
        Double share = value.change();
        if (difference == null) {
            return "";
        }
        if (figure.unit().equals("%")) {
            return signed(difference) + " pp";
        }
        if (share == null) {
            return difference == 0 ? "" : signed(difference);
        }
        if (share >= LARGE) {
            return "x " + Figures.text(1 + share);
        }
        return share == 0 ? "0.0 %" : String.format(Locale.ROOT, "%+.1f %%", PERCENT * share);
    }

    private static String signed(double difference) {
        return difference == 0 ? "0" : (difference > 0 ? "+" : "-") + Figures.text(Math.abs(difference));
    }

    private static Grid.Cell word(ComparedFigure figure, FigureValue value, Evidence evidence) {
        Double difference = value.difference();
        return switch (evidence) {
            case EQUAL -> Grid.Cell.of("equal");
            case WITHIN_SPREAD -> Grid.Cell.of("within");
            case NOT_TOLD -> Grid.Cell.of("?");
            case BEYOND_SPREAD -> beyond(figure, difference != null && difference > 0);
        };
    }

    private static Grid.Cell beyond(ComparedFigure figure, boolean higher) {
        boolean isTime = figure.unit().equals("ms");
        String word = isTime ? higher ? "slower" : "faster" : higher ? "more" : "less";
        Tone tone = figure.better() == null
                ? Tone.STRONG
                : higher == (figure.better() == Better.HIGHER) ? Tone.GOOD : Tone.BAD;
        return new Grid.Cell(word, tone);
    }
}
