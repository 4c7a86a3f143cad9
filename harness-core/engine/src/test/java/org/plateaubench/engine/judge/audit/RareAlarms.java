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
 * Estimates the rate of false alarms by importance sampling, which needs a thousandth of the runs that counting needs.
 * In every run, one series is drawn from a proposal distribution under which alarms are frequent. Half of the draws
 * resemble a drift; the others are noise plus a shift or a stretch, and that noise may be less correlated than the
 * noise of the run. An alarm in this series is weighted by its likelihood ratio. The sum over all series is an upper
 * bound of the probability that a run raises any alarm.
 */
@SuppressWarnings("EnumOrdinal") // the first series of a run are in the order of their kinds
final class RareAlarms {
    private static final double ONE_SIDED_95 = 1.645;
    /** Sizes of shifts and stretches, in standard deviations of their best estimate. */
    private static final double[] SIZES = {0, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7};
    /** How much lower the correlation of the added noise is than that of the run. */
    private static final double[] FASTER = {0, 0.15, 0.3};
    /** Number of runs from which the level is estimated at which a drift is certain. */
    private static final int LEVELS = 10;

    /** Logarithm of the density ratio below which a term is negligible. */
    private static final double NEGLIGIBLE = -12;

    private static final double WIDER = 1.25;

    private final RandomGenerator random;
    private final SteadyRuns runs;
    private final int n;
    private final NoiseModel clean;
    private final List<NoiseModel> models;
    /** Shifts and stretches. */
    private final List<Shape> shapes = new ArrayList<>();

    private final Map<SteadySeries.Kind, DriftingNoise> drifting = new EnumMap<>(SteadySeries.Kind.class);

    /**
     * A shift or stretch that is added to the noise.
     *
     * @param values its blocks, of length 1 in the metric of clean noise
     * @param chance its probability
     * @param lengths its squared length in the metric of each model
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Shape(double[] values, double chance, double[] lengths) {}

    /**
     * An estimate of a probability.
     *
     * @param error its standard error
     */
    record Estimate(double mean, double error) {
        /** With 95 % confidence. */
        double atMost() {
            return mean + ONE_SIDED_95 * error;
        }
    }

    RareAlarms(long seed, SteadyRuns runs) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.runs = runs;
        n = runs.blocks();
        clean = runs.model();
        models = Arrays.stream(FASTER)
                .mapToObj(faster -> new NoiseModel(clean.correlation() - faster, clean.innovation()))
                .toList();
        List<double[]> shifts = new ArrayList<>();
        List<double[]> stretches = new ArrayList<>();
        for (int at = 3; at <= n - 3; at++) {
            shifts.add(step(at, n));
        }
        for (int length = 3; length <= n / 2; length = Math.max(length + 1, (int) (length * WIDER))) {
            for (int from = 1; from + length < n; from += Math.max(1, length / 6)) {
                stretches.add(step(from, from + length));
            }
        }
        for (List<double[]> form : List.of(shifts, stretches)) {
            form.forEach(values -> shapes.add(shape(values, 0.5 / form.size())));
        }
        for (SteadySeries.Kind kind : SteadyRuns.KINDS) {
            drifting.put(kind, new DriftingNoise(clean, n, sureRatio(kind)));
        }
    }

    private double sureRatio(SteadySeries.Kind kind) {
        double sum = 0;
        for (int i = 0; i < LEVELS; i++) {
            List<SteadySeries> series = runs.series();
            Change.Level level = Change.level(series);
            sum += Drift.ratio(n, level.correlated(), level.driftProbability(series.get(kind.ordinal()))) / LEVELS;
        }
        return sum;
    }

    private double[] step(int from, int to) {
        double[] values = new double[n];
        Arrays.fill(values, from, to, 1);
        return values;
    }

    private Shape shape(double[] values, double chance) {
        double length = Math.sqrt(product(values, clean.timesPrecision(values)));
        double[] ofLengthOne =
                Arrays.stream(values).map(value -> value / length).toArray();
        return new Shape(
                ofLengthOne,
                chance,
                models.stream()
                        .mapToDouble(model -> product(ofLengthOne, model.timesPrecision(ofLengthOne)))
                        .toArray());
    }

    private static double product(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }

    private DriftingNoise drifting(SteadySeries.Kind kind) {
        return requireNonNull(drifting.get(kind));
    }

    /** Draws from the proposal distribution. */
    private double[] frequent(SteadySeries.Kind kind) {
        if (random.nextBoolean()) {
            return drifting(kind).sample(random);
        }
        double left = random.nextDouble();
        int chosen = 0;
        while (chosen < shapes.size() - 1 && left >= shapes.get(chosen).chance) {
            left -= shapes.get(chosen++).chance;
        }
        double[] under = shapes.get(chosen).values;
        double size = SIZES[random.nextInt(SIZES.length)];
        double[] noise = models.get(random.nextInt(models.size())).sample(random, n);
        Arrays.setAll(noise, i -> noise[i] + size * under[i]);
        return noise;
    }

    /** The likelihood ratio: the density of the noise in a clean run over its density in the proposal distribution. */
    private double weight(SteadySeries.Kind kind, double[] noise) {
        double natural = clean.logDensity(n, product(noise, clean.timesPrecision(noise)));
        double broken = 0;
        for (int i = 0; i < models.size(); i++) {
            NoiseModel model = models.get(i);
            double[] scaled = model.timesPrecision(noise);
            double squares = product(noise, scaled);
            for (Shape shape : shapes) {
                double along = product(shape.values, scaled);
                for (double size : SIZES) {
                    double off = squares - 2 * size * along + size * size * shape.lengths[i];
                    double more = model.logDensity(n, off) - natural;
                    broken += more < NEGLIGIBLE ? 0 : shape.chance * Math.exp(more);
                }
            }
        }
        double drifted = Math.exp(drifting(kind).logDensity(noise) - natural);
        return 2 / (drifted + broken / (SIZES.length * models.size()));
    }

    /** The mean weight of noise, which is 1 if the weights are right. */
    double meanWeight(SteadySeries.Kind kind, int samples) {
        double sum = 0;
        for (int i = 0; i < samples; i++) {
            sum += weight(kind, frequent(kind)) / samples;
        }
        return sum;
    }

    /** Estimates the probability that a clean run raises an alarm, from this number of runs for each kind of series. */
    Estimate estimate(int samples) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < samples; i++) {
            List<SteadySeries> all = runs.series();
            double alarms = 0;
            for (SteadySeries.Kind kind : SteadyRuns.KINDS) {
                double[] noise = frequent(kind);
                SteadySeries series = runs.series(kind, noise);
                SteadySeries before = all.set(kind.ordinal(), series);
                boolean alarm = Change.of(series, Change.level(all)) != null;
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
