// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.LineTotals;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.PlannedWorkload;

/** The rates of a stretch of a run, each with the rate of the reference. Immutable. */
final class ScoredRates {
    private static final double SECONDS_PER_HOUR = 3600;

    /**
     * A rate.
     *
     * @param line name of the line that counts, or {@link MetricDefinition#ALL_OPERATIONS}
     * @param tile its tile; 0 for the infrastructure, which has one rate for all tiles
     */
    record Rate(int tile, String workload, String line, double perSeconds, double rate, double reference, String unit) {
        double ratio() {
            return rate / reference;
        }
    }

    private final PlannedScore score;
    private final List<Rate> rates = new ArrayList<>();

    ScoredRates(PlannedScore score, Window window, List<WorkloadFigures> figures) {
        this.score = score;
        for (WorkloadFigures workload : figures) {
            PlannedWorkload planned = workload.planned();
            Double reference = score.application().get(planned.name());
            if (reference != null) {
                MetricDefinition metric = planned.metric();
                rates.add(new Rate(
                        planned.tile(),
                        planned.name(),
                        metric.line(),
                        metric.perSeconds(),
                        workload.countedEnds() / window.seconds() * metric.perSeconds(),
                        reference,
                        metric.unit()));
            }
        }
        score.infrastructure()
                .forEach((name, operations) -> operations.forEach((operation, reference) -> rates.add(new Rate(
                        0,
                        name,
                        operation,
                        SECONDS_PER_HOUR,
                        ends(figures, name, operation) / window.seconds() * SECONDS_PER_HOUR,
                        reference,
                        "per hour"))));
    }

    private static double ends(List<WorkloadFigures> figures, String workload, String operation) {
        return figures.stream()
                .filter(one -> one.planned().name().equals(workload))
                .flatMap(one -> one.lines().stream())
                .filter(line -> line.name().equals(operation))
                .mapToLong(ScoredRates::ends)
                .sum();
    }

    private static long ends(LineTotals line) {
        return line.totals().counts().okEnds();
    }

    List<Rate> all() {
        return List.copyOf(rates);
    }

    double total() {
        return total(ratios());
    }

    double[] ratios() {
        return rates.stream().mapToDouble(Rate::ratio).toArray();
    }

    double total(double[] ratios) {
        double application = application(ratios);
        return score.infrastructure().isEmpty()
                ? application
                : ScoreFormula.weighted(
                        application, score.applicationWeight(), infrastructure(ratios), score.infrastructureWeight());
    }

    double application(double[] ratios) {
        Map<Integer, List<Double>> tiles = new TreeMap<>();
        for (int i = 0; i < ratios.length; i++) {
            if (rates.get(i).tile() > 0) {
                tiles.computeIfAbsent(rates.get(i).tile(), tile -> new ArrayList<>())
                        .add(ratios[i]);
            }
        }
        return ScoreFormula.application(List.copyOf(tiles.values()));
    }

    double infrastructure(double[] ratios) {
        List<Double> group = new ArrayList<>();
        for (int i = 0; i < ratios.length; i++) {
            if (rates.get(i).tile() == 0) {
                group.add(ratios[i]);
            }
        }
        return ScoreFormula.geometricMean(group);
    }

    List<ScoreResult.Tile> tiles() {
        Map<Integer, List<Rate>> tiles = new TreeMap<>();
        rates.stream()
                .filter(rate -> rate.tile() > 0)
                .forEach(rate -> tiles.computeIfAbsent(rate.tile(), tile -> new ArrayList<>())
                        .add(rate));
        List<ScoreResult.Tile> result = new ArrayList<>();
        tiles.forEach((tile, own) -> result.add(new ScoreResult.Tile(
                tile,
                rounded(own, ScoreFormula::geometricMean),
                own.stream()
                        .map(rate -> new ScoreResult.Workload(
                                rate.workload(),
                                Figures.rounded(rate.rate()),
                                rate.reference(),
                                rate.unit(),
                                Figures.rounded(rate.ratio())))
                        .toList())));
        return result;
    }

    private static double rounded(List<Rate> rates, ToDoubleFunction<List<Double>> mean) {
        return Figures.rounded(
                mean.applyAsDouble(rates.stream().map(Rate::ratio).toList()));
    }

    List<ScoreResult.Operation> operations() {
        return rates.stream()
                .filter(rate -> rate.tile() == 0)
                .map(rate -> new ScoreResult.Operation(
                        rate.workload(),
                        rate.line(),
                        Figures.rounded(rate.rate()),
                        rate.reference(),
                        Figures.rounded(rate.ratio())))
                .toList();
    }

    /**
     * The published formula of the VMmark score. The application score is the sum over the tiles of the geometric means of
     * the workloads' ratios. The infrastructure score is the geometric mean of the infrastructure's ratios, which does not
     * grow with the tiles. The score is the weighted sum of both. A ratio is a rate divided by that of the reference. Pure
     * functions.
     */
    static final class ScoreFormula {
        private ScoreFormula() {}

        /** The geometric mean; 0 if a ratio is 0. */
        public static double geometricMean(List<Double> ratios) {
            double logarithms = 0;
            for (double ratio : ratios) {
                logarithms += Math.log(ratio);
            }
            return Math.exp(logarithms / ratios.size());
        }

        public static double application(List<List<Double>> tiles) {
            return tiles.stream().mapToDouble(ScoreFormula::geometricMean).sum();
        }

        public static double weighted(
                double application, double applicationWeight, double infrastructure, double infrastructureWeight) {
            return applicationWeight * application + infrastructureWeight * infrastructure;
        }
    }
}
