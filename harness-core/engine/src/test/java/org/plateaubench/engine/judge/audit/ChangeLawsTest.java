// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.engine.judge.audit.steadiness.Break;
import org.plateaubench.engine.judge.audit.steadiness.Drift;
import org.plateaubench.engine.judge.audit.steadiness.SteadySeries;
import org.plateaubench.engine.judge.audit.steadiness.StudentDistribution;

/** The formulas of drift and break (measurement rule M21) against the same worked out the long way, by definition. */
final class ChangeLawsTest {
    private static final Offset<Double> CLOSE = within(1e-9);
    private static final double PROBABILITY = 1e-4;

    private static SteadySeries rates(double... values) {
        return SteadySeries.of(SteadySeries.Kind.RATE, values);
    }

    /** Covariance of two weighted sums of blocks of which neighbours correlate by rho. */
    private static double covariance(double[] left, double[] right, double rho) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            for (int k = 0; k < right.length; k++) {
                sum += left[i] * right[k] * Math.pow(rho, Math.abs(i - k));
            }
        }
        return sum;
    }

    /** The part of the variance that is left about the fitted line: the trace of what is projected away is taken off. */
    private static double left(int n, double rho) {
        double[] ones = SteadyRuns.byBlock(n, i -> 1 / Math.sqrt(n));
        double[] line = line(n);
        return 1 - (covariance(ones, ones, rho) + covariance(line, line, rho)) / n;
    }

    /** The straight line through the middle, of length 1. */
    private static double[] line(int n) {
        double[] line = SteadyRuns.byBlock(n, i -> i - (n - 1) / 2.0);
        double length = Math.sqrt(Arrays.stream(line).map(x -> x * x).sum());
        return SteadyRuns.byBlock(n, i -> line[i] / length);
    }

    @ParameterizedTest
    @CsvSource({"10, 0", "12, 0.4", "60, 0.8", "61, 0.97"})
    void m21TheRatioOfADriftIsThatOfTheCovariancesOfItsBlocks(int n, double rho) {
        double[] line = line(n);
        double ofChange = (line[n - 1] - line[0]) * Math.sqrt(covariance(line, line, rho));
        double degrees = ((n - 2) * (1 - rho * rho) / (1 + rho * rho) + 3 * rho) * (1 + rho * rho * rho);
        double expected = StudentDistribution.quantile(PROBABILITY, degrees) * ofChange / Math.sqrt(left(n, rho));
        assertThat(Drift.ratio(n, rho, PROBABILITY)).isCloseTo(expected, within(expected * 1e-9));
    }

    @Test
    void m21CorrelationIsTakenBetweenNoneAndTheMost() {
        assertThat(Drift.ratio(20, -0.5, PROBABILITY)).isEqualTo(Drift.ratio(20, 0, PROBABILITY));
        assertThat(Drift.ratio(20, 0.99, PROBABILITY)).isEqualTo(Drift.ratio(20, 0.97, PROBABILITY));
    }

    @Test
    void m21TheLineIsThatOfLeastSquares() {
        double[] off = {3, -4, 2, 5, -6, 1, -2, 4, -1, -2, 3, -3};
        double[] values = SteadyRuns.byBlock(off.length, i -> 100 + 2 * i + off[i]);
        double[] line = line(values.length);
        double slope = 0;
        double mean = 0;
        for (int i = 0; i < values.length; i++) {
            slope += line[i] * values[i];
            mean += values[i] / values.length;
        }
        double squares = 0;
        double products = 0;
        double before = 0;
        for (int i = 0; i < values.length; i++) {
            double rest = values[i] - mean - slope * line[i];
            squares += rest * rest;
            products += rest * before;
            before = rest;
        }
        Drift drift = Drift.of(rates(values));
        assertThat(drift.change()).isCloseTo(slope * (line[values.length - 1] - line[0]), CLOSE);
        assertThat(drift.noise()).isCloseTo(Math.sqrt(squares / values.length), CLOSE);
        double rho = products / squares;
        for (int i = 0; i < 8; i++) {
            rho = 1 - (1 - products / squares) * left(values.length, Math.max(0, rho));
        }
        assertThat(drift.correlation()).isCloseTo(rho, CLOSE);
    }

    @Test
    void m21ADriftIsSureOnlyBeyondWhatWouldBeSeen() {
        double seen = new Drift(0, 3, 0).seen(20, 0.5, PROBABILITY);
        assertThat(seen).isCloseTo(3 * Drift.ratio(20, 0.5, PROBABILITY), CLOSE);
        assertThat(new Drift(seen, 3, 0).isSure(20, 0.5, PROBABILITY)).isFalse();
        assertThat(new Drift(-seen * 1.001, 3, 0).isSure(20, 0.5, PROBABILITY)).isTrue();
    }

    @Test
    void m21NoNoiseAtAllIsTakenForAHundredthOfTheMedian() {
        Drift drift = Drift.of(rates(SteadyRuns.byBlock(21, i -> 80 + 2.0 * i)));
        assertThat(drift.change()).isCloseTo(40, CLOSE);
        assertThat(drift.noise()).isCloseTo(1, CLOSE);
        assertThat(Drift.of(rates(SteadyRuns.byBlock(16, i -> 0))).correlation())
                .isZero();
    }

    @Test
    void m21TimesThatGrowByFactorsAreHeldAgainstTheLineThroughTheirLogarithms() {
        double[] growing = SteadyRuns.byBlock(21, i -> 10 * Math.pow(1.1, i - 10));
        Drift byFactors = Drift.of(SteadySeries.of(SteadySeries.Kind.P95, growing));
        assertThat(byFactors.change()).isCloseTo(10 * 20 * Math.log(1.1), CLOSE);
        double[] steps = SteadyRuns.byBlock(21, i -> 10 + 0.4 * (i - 10));
        assertThat(Drift.of(SteadySeries.of(SteadySeries.Kind.P95, steps)).change())
                .isCloseTo(8, CLOSE);
        assertThat(Drift.of(rates(growing)).change()).isNotCloseTo(10 * 20 * Math.log(1.1), within(1.0));
    }

    @ParameterizedTest
    @EnumSource(names = {"RATE", "P95", "QUEUE"})
    void m21TheBreakIsTheOneThatLeastSquaresFindSurest(SteadySeries.Kind kind) {
        Random random = new Random(21);
        int found = 0;
        for (int run = 0; run < 150; run++) {
            int n = 10 + random.nextInt(60);
            int from = 1 + random.nextInt(n - 4);
            int to = run % 2 == 0 ? n : Math.min(n, from + 3 + random.nextInt(n / 3));
            double height = (run % 4 < 2 ? 1 : -1) * (5 + random.nextInt(40));
            double slow = 0.6 * random.nextDouble();
            boolean patchy = run % 3 == 0;
            double[] off = {0};
            double[] values = SteadyRuns.byBlock(n, i -> {
                off[0] = slow * off[0] + 3 * random.nextGaussian();
                // In every third run what comes goes and comes again, so that the majority decides.
                boolean there = i >= from && i < to && (!patchy || random.nextInt(10) < 7);
                return 100 + off[0] + (there ? height : 0);
            });
            SteadySeries series = SteadySeries.of(kind, values);
            Break expected = surest(series, 0.3, PROBABILITY);
            Break seen = Break.of(series, 0.3, PROBABILITY);
            if (expected == null || seen == null) {
                assertThat(seen).as("run " + run).isEqualTo(expected);
            } else {
                found++;
                assertThat(seen.from()).as("run " + run).isEqualTo(expected.from());
                assertThat(seen.to()).as("run " + run).isEqualTo(expected.to());
                assertThat(seen.difference()).isCloseTo(expected.difference(), CLOSE);
            }
        }
        assertThat(found).isBetween(10, 140);
    }

    private static @Nullable Break surest(SteadySeries series, double correlated, double probability) {
        int n = series.values().length;
        int shortest = series.shortest();
        List<int[]> shifts = new ArrayList<>();
        for (int at = shortest; at <= n - shortest; at++) {
            shifts.add(new int[] {at, n});
        }
        List<int[]> stretches = new ArrayList<>();
        int length = shortest;
        while (series.kind() != SteadySeries.Kind.QUEUE && length <= n / 2) {
            for (int from = 1; from + length < n; from += Math.max(1, length / 6)) {
                stretches.add(new int[] {from, from + length});
            }
            length = Math.max(length + 1, (int) (length * 1.25));
        }
        Break best = null;
        double surest = 0;
        for (List<int[]> candidates : List.of(shifts, stretches)) {
            double sure = candidates.isEmpty()
                    ? Double.POSITIVE_INFINITY
                    : StudentDistribution.quantile(probability / 2 / candidates.size(), n - 3.0);
            for (int[] each : candidates) {
                double inside = mean(series.values(), each, true);
                double outside = mean(series.values(), each, false);
                double least = Math.min(
                        Math.min(student(series, each, 0.4), student(series, each, 0)),
                        student(series, each, slowest(series.values(), each, correlated)));
                if (least > Math.max(sure, surest)
                        && series.isLarge(inside - outside, outside)
                        && majority(series.values(), each, inside, outside) >= 0.75) {
                    surest = least;
                    best = new Break(each[0], each[1], inside - outside, outside);
                }
            }
        }
        return best;
    }

    private static boolean isIn(int[] stretch, int block) {
        return block >= stretch[0] && block < stretch[1];
    }

    private static double mean(double[] values, int[] stretch, boolean inside) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (isIn(stretch, i) == inside) {
                sum += values[i];
                count++;
            }
        }
        return sum / count;
    }

    private static double majority(double[] values, int[] stretch, double inside, double outside) {
        double nearer = 0;
        for (int i = stretch[0]; i < stretch[1]; i++) {
            nearer += Math.abs(values[i] - inside) < Math.abs(values[i] - outside) ? 1 : 0;
        }
        return nearer / (stretch[1] - stretch[0]);
    }

    private static double slowest(double[] values, int[] stretch, double correlated) {
        double inside = mean(values, stretch, true);
        double outside = mean(values, stretch, false);
        double[] rest = SteadyRuns.byBlock(values.length, i -> values[i] - (isIn(stretch, i) ? inside : outside));
        double squares = 0;
        double products = 0;
        for (int i = 0; i < rest.length; i++) {
            squares += rest[i] * rest[i];
            products += i == 0 ? 0 : rest[i] * rest[i - 1];
        }
        double measured = Math.max(0, products / squares);
        return Math.min(Math.max(correlated, measured), measured + 4 / Math.sqrt(values.length));
    }

    /** Student's t of the slope of a regression on the step, both whitened, block by block. */
    private static double student(SteadySeries series, int[] stretch, double rho) {
        double[] all = series.values();
        int count = all.length - 1;
        double[] y = SteadyRuns.byBlock(count, i -> all[i + 1] - rho * all[i]);
        double[] x = SteadyRuns.byBlock(count, i -> (isIn(stretch, i + 1) ? 1 : 0) - rho * (isIn(stretch, i) ? 1 : 0));
        double meanY = Arrays.stream(y).sum() / count;
        double meanX = Arrays.stream(x).sum() / count;
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < count; i++) {
            xx += (x[i] - meanX) * (x[i] - meanX);
            xy += (x[i] - meanX) * (y[i] - meanY);
        }
        double rest = 0;
        for (int i = 0; i < count; i++) {
            double off = y[i] - meanY - xy / xx * (x[i] - meanX);
            rest += off * off;
        }
        double floor = series.leastNoise() * series.leastNoise() * (1 - rho * rho);
        return Math.abs(xy) / Math.sqrt(xx * Math.max(rest / (count - 2), floor));
    }
}
