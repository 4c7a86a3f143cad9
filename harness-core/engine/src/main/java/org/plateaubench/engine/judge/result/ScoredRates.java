// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
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
    private final List<Rate> rates;
    private final int[] tiles;

    ScoredRates(PlannedScore score, Window window, List<WorkloadFigures> figures) {
        this(score, rates(score, window, figures));
    }

    ScoredRates(PlannedScore score, List<Rate> rates) {
        this.score = score;
        this.rates = rates;
        tiles = rates.stream()
                .mapToInt(Rate::tile)
                .filter(tile -> tile > 0)
                .distinct()
                .sorted()
                .toArray();
    }

    private static List<Rate> rates(PlannedScore score, Window window, List<WorkloadFigures> figures) {
        List<Rate> rates = new ArrayList<>();
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
        return rates;
    }

    private static double ends(List<WorkloadFigures> figures, String workload, String operation) {
        return figures.stream()
                .filter(one -> one.planned().name().equals(workload))
                .flatMap(one -> one.lines().stream())
                .filter(line -> line.name().equals(operation))
                .mapToLong(line -> line.totals().counts().okEnds())
                .sum();
    }

    List<Rate> all() {
        return rates;
    }

    double total() {
        return total(ratios());
    }

    double[] ratios() {
        return rates.stream().mapToDouble(Rate::ratio).toArray();
    }

    /**
     * The published formula of the VMmark score, for some ratios: the weighted sum of the application score and of the
     * infrastructure score, which does not grow with the tiles.
     */
    double total(double[] ratios) {
        double application = application(ratios);
        return score.infrastructure().isEmpty()
                ? application
                : score.applicationWeight() * application + score.infrastructureWeight() * infrastructure(ratios);
    }

    /** The sum over the tiles of the geometric means of the workloads' ratios. */
    double application(double[] ratios) {
        return Arrays.stream(tiles).mapToDouble(tile -> mean(tile, ratios)).sum();
    }

    /** The geometric mean of the infrastructure's ratios. */
    double infrastructure(double[] ratios) {
        return mean(0, ratios);
    }

    /** The geometric mean of the ratios of a tile, or of the infrastructure for 0; 0 if a ratio is 0. */
    private double mean(int tile, double[] ratios) {
        double logarithms = 0;
        int count = 0;
        for (int i = 0; i < ratios.length; i++) {
            if (rates.get(i).tile() == tile) {
                logarithms += Math.log(ratios[i]);
                count++;
            }
        }
        return Math.exp(logarithms / count);
    }

    List<ScoreResult.Tile> tiles() {
        double[] ratios = ratios();
        return Arrays.stream(tiles)
                .mapToObj(tile -> new ScoreResult.Tile(
                        tile,
                        Figures.rounded(mean(tile, ratios)),
                        rates.stream()
                                .filter(rate -> rate.tile() == tile)
                                .map(rate -> new ScoreResult.Workload(
                                        rate.workload(),
                                        Figures.rounded(rate.rate()),
                                        rate.reference(),
                                        rate.unit(),
                                        Figures.rounded(rate.ratio())))
                                .toList()))
                .toList();
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
}
