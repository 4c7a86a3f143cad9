// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.FigureResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * Draws the charts that published studies show: bars with their range, scaling, and latency compared with its limit.
 * Pure functions.
 */
public final class StudyCharts {
    private static final int MOST_DECIMALS = 9;
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final double LEFT = 230;
    private static final double PLOT = 460;
    private static final double ROW = 22;
    private static final double TOP = 26;
    private static final double BOTTOM = 300;
    private static final String THIN = "stroke=\"#444\" stroke-width=\"1.5\"";
    private static final String LIMIT = "stroke=\"#c0392b\" stroke-width=\"2\"";
    private static final String IDEAL = "stroke=\"#999\" stroke-dasharray=\"5 4\"";
    private static final List<String> COLOURS =
            List.of("#3b6fb6", "#d98032", "#4f9d69", "#8a5fa8", "#b65a5a", "#5aa7b6", "#8c8c3c", "#666666");

    private static final String BARS = "Figures by cell";
    private static final String SCALING = "Scaling";
    private static final String LATENCIES = "Response time against its limit";

    private StudyCharts() {}

    /** Every chart of results, in the order of a report. */
    public static List<StudyChart> of(StudyResult result) {
        List<StudyChart> charts = new ArrayList<>(InterferenceChart.matrices(result));
        charts.addAll(metrics(result));
        charts.addAll(scaling(result));
        charts.addAll(latencies(result));
        return charts;
    }

    private record Bar(String label, FigureResult figure, double scale, String colour) {}

    /** A chart of every headline figure, with a bar and its range for each cell. */
    private static List<StudyChart> metrics(StudyResult result) {
        List<StudyChart> charts = new ArrayList<>();
        for (Figure.Key key : keys(result, Figure.Key::isMetric)) {
            List<Bar> bars = new ArrayList<>();
            boolean isNormalised = result.cells().stream()
                    .flatMap(cell -> figure(cell, key).stream())
                    .anyMatch(figure -> figure.ofBaseline() != null);
            for (CellResult cell : result.cells()) {
                figure(cell, key)
                        .ifPresent(figure -> (isNormalised ? scale(result, cell, key) : OptionalDouble.of(1))
                                .ifPresent(scale -> bars.add(new Bar(label(cell), figure, scale, COLOURS.getFirst()))));
            }
            charts.add(bars(
                    BARS,
                    key.words() + (isNormalised ? ", as a share of its baseline" : ", " + key.unit())
                            + ": mean and range of the trials",
                    bars));
        }
        return charts;
    }

    private static String label(CellResult cell) {
        return cell.name().isEmpty() ? "all trials" : cell.name();
    }

    /**
     * The factor that converts a value to a share of its baseline; empty if the baseline does not have the figure, or
     * only a bound of it.
     */
    private static OptionalDouble scale(StudyResult result, CellResult cell, Figure.Key key) {
        return result.cells().stream()
                .filter(other -> other.name().equals(cell.baseline()))
                .flatMap(other -> figure(other, key).stream())
                .filter(figure -> !figure.lowerBound() && figure.values().mean() != 0)
                .mapToDouble(figure -> 1 / figure.values().mean())
                .findFirst();
    }

    /** The latency of each workload's operations in every cell, with the limits. */
    private static List<StudyChart> latencies(StudyResult result) {
        Map<String, List<Bar>> byWorkload = new LinkedHashMap<>();
        for (Figure.Key key : keys(result, StudyCharts::isLatency)) {
            int number = 0;
            for (CellResult cell : result.cells()) {
                String colour = COLOURS.get(number++ % COLOURS.size());
                figure(cell, key)
                        .filter(figure -> figure.limit() != null || key.name().equals(shown(result, key)))
                        .ifPresent(figure -> byWorkload
                                .computeIfAbsent(key.workload(), name -> new ArrayList<>())
                                .add(new Bar(
                                        Words.of(key.line()) + " " + key.name()
                                                + (cell.name().isEmpty() ? "" : ", " + cell.name()),
                                        figure,
                                        1,
                                        colour)));
            }
        }
        List<StudyChart> charts = new ArrayList<>();
        byWorkload.forEach((workload, bars) ->
                charts.add(bars(LATENCIES, workload + ": response time in ms, with its limit in red", bars)));
        return charts;
    }

    private static boolean isLatency(Figure.Key key) {
        return !key.line().isEmpty() && key.name().startsWith("p");
    }

    /** The displayed percentile of an operation: that of its limit, or else the 95th. */
    private static String shown(StudyResult result, Figure.Key key) {
        return result.cells().stream()
                .flatMap(cell -> cell.figures().stream())
                .filter(figure -> figure.workload().equals(key.workload())
                        && figure.line().equals(key.line())
                        && figure.limit() != null)
                .map(FigureResult::name)
                .findFirst()
                .orElse("p95");
    }

    private static StudyChart bars(String section, String title, List<Bar> bars) {
        double most = bars.stream()
                .mapToDouble(bar -> Math.max(
                                bar.figure().values().greatest(),
                                Objects.requireNonNullElse(bar.figure().limit(), 0.0))
                        * bar.scale())
                .max()
                .orElse(1);
        double unit = PLOT / (most <= 0 ? 1 : most);
        Svg svg = new Svg(LEFT + PLOT + 120, TOP + ROW * bars.size() + 12, title);
        svg.words(0, 14, "start", title);
        double y = TOP;
        for (Bar bar : bars) {
            TrialFigures values = bar.figure().values();
            double end = LEFT + values.mean() * bar.scale() * unit;
            String number = number(values.mean() * bar.scale());
            svg.words(LEFT - 8, y + 14, "end", shortened(bar.label()));
            svg.bar(LEFT, y + 3, end - LEFT, ROW - 7, bar.colour(), bar.label() + ": " + number);
            double least = LEFT + values.least() * bar.scale() * unit;
            double greatest = LEFT + values.greatest() * bar.scale() * unit;
            svg.line(least, y + ROW / 2, greatest, y + ROW / 2, THIN);
            svg.line(least, y + 6, least, y + ROW - 6, THIN);
            svg.line(greatest, y + 6, greatest, y + ROW - 6, THIN);
            Double limit = bar.figure().limit();
            if (limit != null) {
                svg.line(LEFT + limit * unit, y, LEFT + limit * unit, y + ROW, LIMIT);
            }
            svg.words(
                    Math.max(end, greatest) + 6,
                    y + 14,
                    "start",
                    (bar.figure().lowerBound() ? "at least " : "") + number);
            y += ROW;
        }
        return new StudyChart(section, title, svg.toString(), rows(bars));
    }

    private static List<List<String>> rows(List<Bar> bars) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("bar", "mean", "least", "greatest", "limit"));
        for (Bar bar : bars) {
            TrialFigures values = bar.figure().values();
            Double limit = bar.figure().limit();
            rows.add(List.of(
                    bar.label(),
                    Double.toString(values.mean() * bar.scale()),
                    Double.toString(values.least() * bar.scale()),
                    Double.toString(values.greatest() * bar.scale()),
                    limit == null ? "" : limit.toString()));
        }
        return rows;
    }

    private static String shortened(String label) {
        return label.length() <= 38 ? label : "…" + label.substring(label.length() - 37);
    }

    private record Point(double x, FigureResult figure) {}

    /**
     * A curve with the line of ideal scaling, for each headline figure and each factor whose levels are numbers of the
     * same unit.
     */
    private static List<StudyChart> scaling(StudyResult result) {
        List<StudyChart> charts = new ArrayList<>();
        List<String> factors = result.cells().stream()
                .flatMap(cell -> cell.levels().keySet().stream())
                .distinct()
                .toList();
        for (String factor : factors) {
            boolean isNumber = result.cells().stream().allMatch(cell -> !Double.isNaN(x(cell, factor)));
            long levels = result.cells().stream()
                    .map(cell -> cell.levels().get(factor))
                    .distinct()
                    .count();
            long units = result.cells().stream()
                    .map(cell -> cell.levels().getOrDefault(factor, "").replaceFirst("^[^/]*", ""))
                    .distinct()
                    .count();
            if (isNumber && levels > 1 && units == 1) {
                keys(result, Figure.Key::isMetric).forEach(key -> charts.add(curves(result, factor, key)));
            }
        }
        return charts;
    }

    private static double x(CellResult cell, String factor) {
        String level = cell.levels().getOrDefault(factor, "").replaceFirst("/(s|min|h)$", "");
        return level.matches("\\d{1,12}(\\.\\d{1,9})?") ? Double.parseDouble(level) : Double.NaN;
    }

    private static StudyChart curves(StudyResult result, String factor, Figure.Key key) {
        Map<String, NavigableMap<Double, Point>> curves = new LinkedHashMap<>();
        for (CellResult cell : result.cells()) {
            String rest = cell.levels().entrySet().stream()
                    .filter(level -> !level.getKey().equals(factor))
                    .map(level -> level.getKey() + "=" + level.getValue())
                    .collect(Collectors.joining(", "));
            figure(cell, key)
                    .ifPresent(figure -> curves.computeIfAbsent(rest, name -> new TreeMap<>())
                            .put(x(cell, factor), new Point(x(cell, factor), figure)));
        }
        return drawn(key.words() + ", " + key.unit() + ", by " + factor + "; the dashed line is ideal scaling", curves);
    }

    private static StudyChart drawn(String title, Map<String, NavigableMap<Double, Point>> curves) {
        double mostX = curves.values().stream()
                .mapToDouble(NavigableMap::lastKey)
                .max()
                .orElse(1);
        NavigableMap<Double, Point> least = curves.values().iterator().next();
        Point first = Objects.requireNonNull(least.get(least.firstKey()));
        double ideal = first.x() == 0 ? 0 : first.figure().values().mean() / first.x() * mostX;
        double mostY = curves.values().stream()
                .flatMap(curve -> curve.values().stream())
                .mapToDouble(point -> point.figure().values().greatest())
                .reduce(ideal, Math::max);
        Axes axes = new Axes(PLOT / (mostX <= 0 ? 1 : mostX), (BOTTOM - 40) / (mostY <= 0 ? 1 : mostY));
        Svg svg = new Svg(LEFT + PLOT + 120, BOTTOM + 70 + 16 * curves.size(), title);
        svg.words(0, 14, "start", title);
        svg.line(LEFT, BOTTOM, LEFT + PLOT, BOTTOM, THIN);
        svg.line(LEFT, 40, LEFT, BOTTOM, THIN);
        svg.words(LEFT - 8, 44, "end", number(mostY));
        svg.words(LEFT - 8, BOTTOM, "end", "0");
        svg.line(LEFT, BOTTOM, LEFT + PLOT, axes.y(ideal), IDEAL);
        int number = 0;
        double legend = BOTTOM + 40;
        for (Map.Entry<String, NavigableMap<Double, Point>> curve : curves.entrySet()) {
            String colour = COLOURS.get(number++ % COLOURS.size());
            curve(svg, axes, curve.getValue(), colour);
            if (!curve.getKey().isEmpty()) {
                svg.bar(LEFT, legend - 10, 12, 12, colour, curve.getKey());
                svg.words(LEFT + 18, legend, "start", curve.getKey());
                legend += 16;
            }
        }
        return new StudyChart(SCALING, title, svg.toString(), rows(curves, first));
    }

    private static List<List<String>> rows(Map<String, NavigableMap<Double, Point>> curves, Point first) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("curve", "level", "mean", "least", "greatest", "ideal"));
        curves.forEach((name, curve) -> curve.values().forEach(point -> {
            TrialFigures values = point.figure().values();
            rows.add(List.of(
                    name,
                    Double.toString(point.x()),
                    Double.toString(values.mean()),
                    Double.toString(values.least()),
                    Double.toString(values.greatest()),
                    first.x() == 0
                            ? ""
                            : Double.toString(first.figure().values().mean() / first.x() * point.x())));
        }));
        return rows;
    }

    private record Axes(double perX, double perY) {
        double x(double value) {
            return LEFT + value * perX;
        }

        double y(double value) {
            return BOTTOM - value * perY;
        }
    }

    private static void curve(Svg svg, Axes axes, NavigableMap<Double, Point> points, String colour) {
        Point before = null;
        for (Point point : points.values()) {
            TrialFigures values = point.figure().values();
            double x = axes.x(point.x());
            double y = axes.y(values.mean());
            svg.line(x, axes.y(values.least()), x, axes.y(values.greatest()), THIN);
            if (before != null) {
                svg.line(
                        axes.x(before.x()),
                        axes.y(before.figure().values().mean()),
                        x,
                        y,
                        "stroke=\"" + colour + "\" stroke-width=\"2\"");
            }
            svg.dot(x, y, colour, level(point.x()) + ": " + number(values.mean()));
            svg.words(x, BOTTOM + 16, "middle", level(point.x()));
            before = point;
        }
    }

    private static List<Figure.Key> keys(StudyResult result, Predicate<Figure.Key> wanted) {
        return result.cells().stream()
                .flatMap(cell -> cell.figures().stream())
                .map(FigureResult::key)
                .filter(wanted)
                .distinct()
                .toList();
    }

    private static Optional<FigureResult> figure(CellResult cell, Figure.Key key) {
        return cell.figures().stream()
                .filter(figure -> figure.key().equals(key))
                .findFirst();
    }

    /** A level of a factor in the form in which it was given. */
    private static String level(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** A figure with three significant digits, and whole from 1000 on. */
    static String number(double value) {
        double size = Math.abs(value);
        if (size > 0 && size < 1) {
            BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS);
            int scale = THREE_DIGITS.getPrecision() - rounded.precision() + rounded.scale();
            return rounded.setScale(Math.min(MOST_DECIMALS, scale), RoundingMode.HALF_UP)
                    .toPlainString();
        }
        // From these bounds on, rounding would give one digit more.
        return String.format(
                Locale.ROOT, size == 0 || size >= 99.95 ? "%,.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
    }
}
