// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.Interference;
import org.plateaubench.app.study.run.Interference.SlowDown;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/** Draws the matrix of slow-downs, a chart for each percentile. Pure functions. */
final class InterferenceChart {
    private static final double LEFT = 150;
    private static final double TOP = 52;
    private static final double WIDTH = 130;
    private static final double HEIGHT = 46;
    /** The slow-down from which on the colour is the darkest. */
    private static final double DARKEST = 4;

    private InterferenceChart() {}

    static List<StudyChart> matrices(StudyResult result) {
        List<SlowDown> whole = result.interference().stream()
                .filter(each -> each.line().equals(Figure.ALL))
                .toList();
        return whole.isEmpty()
                ? List.of()
                : Interference.PERCENTILES.stream()
                        .map(percentile -> matrix(
                                percentile,
                                whole.stream()
                                        .filter(each -> each.figure().equals(percentile))
                                        .toList()))
                        .toList();
    }

    private static StudyChart matrix(String percentile, List<SlowDown> all) {
        List<String> victims = all.stream().map(SlowDown::victim).distinct().toList();
        // The aggressors are in the order of the victims, followed by all of them together.
        List<String> aggressors = all.stream()
                .map(SlowDown::aggressor)
                .distinct()
                .sorted((a, b) -> Integer.compare(place(victims, a), place(victims, b)))
                .toList();
        String title =
                percentile + " of the response time of a workload (row) beside another (column), over that alone";
        Svg svg = new Svg(Math.max(LEFT + WIDTH * aggressors.size(), 620), TOP + HEIGHT * victims.size() + 10, title);
        svg.words(0, 14, "start", title);
        for (int column = 0; column < aggressors.size(); column++) {
            svg.words(LEFT + WIDTH * (column + 0.5), TOP - 8, "middle", aggressors.get(column));
        }
        for (int row = 0; row < victims.size(); row++) {
            svg.words(LEFT - 8, TOP + HEIGHT * (row + 0.5) + 4, "end", victims.get(row));
        }
        for (SlowDown each : all) {
            double x = LEFT + WIDTH * aggressors.indexOf(each.aggressor());
            double y = TOP + HEIGHT * victims.indexOf(each.victim());
            cell(svg, x, y, each);
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("victim", "aggressor", "slow-down", "lower 95 %", "upper 95 %"));
        for (SlowDown each : all) {
            ConfidenceInterval interval = each.shownInterval();
            rows.add(List.of(
                    each.victim(),
                    each.aggressor(),
                    Double.toString(each.slowDown()),
                    interval == null ? "" : Double.toString(interval.lower()),
                    interval == null ? "" : Double.toString(interval.upper())));
        }
        return new StudyChart("Interference", title, svg.toString(), rows);
    }

    private static int place(List<String> victims, String aggressor) {
        int place = victims.indexOf(aggressor);
        return place < 0 ? victims.size() : place;
    }

    private static void cell(Svg svg, double x, double y, SlowDown each) {
        String value = (each.lowerBound() ? "at least " : "") + String.format(Locale.ROOT, "%.2f", each.slowDown());
        ConfidenceInterval interval = each.shownInterval();
        svg.bar(
                x + 1,
                y + 1,
                WIDTH - 2,
                HEIGHT - 2,
                colour(each.slowDown()),
                each.victim() + " beside " + each.aggressor() + ": " + value);
        svg.words(x + WIDTH / 2, y + 20, "middle", value);
        if (interval != null) {
            svg.words(
                    x + WIDTH / 2,
                    y + 36,
                    "middle",
                    String.format(Locale.ROOT, "%.2f to %.2f", interval.lower(), interval.upper()));
        }
    }

    /**
     * The colour of a slow-down: white for none, red for a great one, blue for a victim that is faster than alone. Dark
     * text is readable on all of them.
     */
    private static String colour(double slowDown) {
        double share = Math.min(1, Math.abs(Math.log(Math.max(slowDown, 1e-3))) / Math.log(DARKEST));
        int other = (int) Math.round(250 - 120 * share);
        return slowDown >= 1
                ? String.format(Locale.ROOT, "#fa%02x%02x", other, other)
                : String.format(Locale.ROOT, "#%02x%02xfa", other, other);
    }
}
