// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.plateaubench.engine.judge.audit.Change.Drift;

/**
 * Estimates the rate of false alarms by importance sampling, which needs a thousandth of the runs that direct counting
 * needs. In every run, one series is drawn from a proposal distribution under which alarms are frequent: half of the
 * time it resembles a drift, half of the time a shift or an outlier is added to its noise, which may be less correlated
 * than that of the run. An alarm of that series is then weighted by its likelihood ratio to a clean run. The sum over
 * all series is an upper bound of the probability that a run raises any alarm.
 */
@SuppressWarnings("EnumOrdinal") // the first series of a run are in the order of their kinds
final class FalseAlarmEstimator {
    private static final double ONE_SIDED_95 = 1.645;
    /** Sizes of shifts and outliers, in standard deviations of their best estimate. */
    private static final double[] SIZES = {0, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7};
    /** By how much less correlated the noise of these is than that of the run. */
    private static final double[] CORRELATION_REDUCTIONS = {0, 0.15, 0.3};
    /** Number of runs from which the ratio is estimated at which a drift is significant. */
    private static final int RATIO_RUNS = 10;

    /** Terms with a lower log density ratio to clean noise are neglected: every sum includes clean noise. */
    private static final double NEGLIGIBLE = -12;

    /** Ratio of the lengths of consecutive outliers. */
    private static final double LENGTH_FACTOR = 1.25;

    private final RandomGenerator random;
    private final SteadyRuns runs;
    private final int n;
    private final AutoregressiveNoise clean;
    private final List<AutoregressiveNoise> noiseModels;
    /** Shifts and outliers. */
    private final List<Shape> shapes = new ArrayList<>();

    private final Map<SteadySeries.Kind, DriftingNoise> drifting = new EnumMap<>(SteadySeries.Kind.class);

    /**
     * A shift or an outlier that is added to noise.
     *
     * @param values its values per block, scaled to length 1 in the metric of clean noise
     * @param probability its probability in the proposal distribution
     * @param squaredLengths its squared length in the metric of each noise model
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Shape(double[] values, double probability, double[] squaredLengths) {}

    /**
     * An estimate of a probability.
     *
     * @param error its standard error
     */
    record Estimate(double mean, double error) {
        /** The upper bound with 95 % confidence. */
        double upperBound() {
            return mean + ONE_SIDED_95 * error;
        }
    }

    FalseAlarmEstimator(long seed, SteadyRuns runs) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.runs = runs;
        n = runs.blocks();
        clean = runs.model();
        noiseModels = Arrays.stream(CORRELATION_REDUCTIONS)
                .mapToObj(reduction -> new AutoregressiveNoise(clean.correlation() - reduction, clean.innovation()))
                .toList();
        List<double[]> shifts = new ArrayList<>();
        List<double[]> outliers = new ArrayList<>();
        for (int at = 3; at <= n - 3; at++) {
            shifts.add(step(at, n));
        }
        for (int length = 3; length <= n / 2; length = Math.max(length + 1, (int) (length * LENGTH_FACTOR))) {
            for (int from = 1; from + length < n; from += Math.max(1, length / 6)) {
                outliers.add(step(from, from + length));
            }
        }
        for (List<double[]> steps : List.of(shifts, outliers)) {
            steps.forEach(values -> shapes.add(shape(values, 0.5 / steps.size())));
        }
        for (SteadySeries.Kind kind : SteadyRuns.KINDS) {
            drifting.put(kind, new DriftingNoise(clean, n, significantRatio(kind)));
        }
    }

    private double significantRatio(SteadySeries.Kind kind) {
        double sum = 0;
        for (int i = 0; i < RATIO_RUNS; i++) {
            List<SteadySeries> series = runs.series();
            Change.SignificanceLevel significance = Change.significanceLevel(series);
            double probability = significance.driftProbability(series.get(kind.ordinal()));
            sum += Drift.ratio(n, significance.assumedCorrelation(), probability) / RATIO_RUNS;
        }
        return sum;
    }

    private double[] step(int from, int to) {
        double[] values = new double[n];
        Arrays.fill(values, from, to, 1);
        return values;
    }

    private Shape shape(double[] values, double probability) {
        double length = Math.sqrt(dotProduct(values, clean.timesPrecision(values)));
        double[] scaled = Arrays.stream(values).map(value -> value / length).toArray();
        return new Shape(
                scaled,
                probability,
                noiseModels.stream()
                        .mapToDouble(noiseModel -> dotProduct(scaled, noiseModel.timesPrecision(scaled)))
                        .toArray());
    }

    private static double dotProduct(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }

    private DriftingNoise drifting(SteadySeries.Kind kind) {
        return requireNonNull(drifting.get(kind));
    }

    /** Draws noise from the proposal distribution. */
    private double[] proposal(SteadySeries.Kind kind) {
        if (random.nextBoolean()) {
            return drifting(kind).sample(random);
        }
        double remaining = random.nextDouble();
        int chosen = 0;
        while (chosen < shapes.size() - 1 && remaining >= shapes.get(chosen).probability) {
            remaining -= shapes.get(chosen++).probability;
        }
        double[] shape = shapes.get(chosen).values;
        double size = SIZES[random.nextInt(SIZES.length)];
        double[] noise = noiseModels.get(random.nextInt(noiseModels.size())).sample(random, n);
        Arrays.setAll(noise, i -> noise[i] + size * shape[i]);
        return noise;
    }

    /** The likelihood ratio of noise: its density in a clean run over its density in the proposal distribution. */
    private double weight(SteadySeries.Kind kind, double[] noise) {
        double cleanLogDensity = clean.logDensity(n, dotProduct(noise, clean.timesPrecision(noise)));
        double shapeSum = 0;
        for (int i = 0; i < noiseModels.size(); i++) {
            AutoregressiveNoise noiseModel = noiseModels.get(i);
            double[] precise = noiseModel.timesPrecision(noise);
            double squaredNorm = dotProduct(noise, precise);
            for (Shape shape : shapes) {
                double projection = dotProduct(shape.values, precise);
                for (double size : SIZES) {
                    double squaredDistance =
                            squaredNorm - 2 * size * projection + size * size * shape.squaredLengths[i];
                    double logRatio = noiseModel.logDensity(n, squaredDistance) - cleanLogDensity;
                    shapeSum += logRatio < NEGLIGIBLE ? 0 : shape.probability * Math.exp(logRatio);
                }
            }
        }
        double driftRatio = Math.exp(drifting(kind).logDensity(noise) - cleanLogDensity);
        return 2 / (driftRatio + shapeSum / (SIZES.length * noiseModels.size()));
    }

    /** The mean weight of noise, which is 1 if the weights are right. */
    double meanWeight(SteadySeries.Kind kind, int samples) {
        double sum = 0;
        for (int i = 0; i < samples; i++) {
            sum += weight(kind, proposal(kind)) / samples;
        }
        return sum;
    }

    /** Estimates the probability that a clean run raises an alarm, from the given number of runs per kind of series. */
    Estimate estimate(int samples) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < samples; i++) {
            List<SteadySeries> all = runs.series();
            double alarms = 0;
            for (SteadySeries.Kind kind : SteadyRuns.KINDS) {
                double[] noise = proposal(kind);
                SteadySeries series = runs.series(kind, noise);
                SteadySeries before = all.set(kind.ordinal(), series);
                boolean alarm = Change.of(series, Change.significanceLevel(all)) != null;
                all.set(kind.ordinal(), before);
                alarms += alarm ? runs.workloads() * weight(kind, noise) : 0;
            }
            sum += alarms;
            squares += alarms * alarms;
        }
        double mean = sum / samples;
        return new Estimate(mean, Math.sqrt((squares / samples - mean * mean) / samples));
    }
}
