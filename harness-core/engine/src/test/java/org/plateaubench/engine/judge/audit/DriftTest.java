// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.engine.judge.audit.Change.Drift;

/** The formulas of drift (measurement rule M21), compared with direct computations from their definitions. */
final class DriftTest {
    private static final Offset<Double> CLOSE = within(1e-9);
    private static final double PROBABILITY = 1e-4;

    private static SteadySeries rates(double... values) {
        return SteadySeries.of(SteadySeries.Kind.RATE, values);
    }

    /** Covariance of two weighted sums of blocks whose neighbours correlate by rho. */
    private static double covariance(double[] left, double[] right, double rho) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            for (int k = 0; k < right.length; k++) {
                sum += left[i] * right[k] * Math.pow(rho, Math.abs(i - k));
            }
        }
        return sum;
    }

    /** The share of the variance that remains about the fitted line. */
    private static double residualShare(int n, double rho) {
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
    void m21DriftRatioMatchesTheBlockCovariances(int n, double rho) {
        double[] line = line(n);
        double changeError = (line[n - 1] - line[0]) * Math.sqrt(covariance(line, line, rho));
        double degrees = ((n - 2) * (1 - rho * rho) / (1 + rho * rho) + 3 * rho) * (1 + rho * rho * rho);
        double expected = Significance.student(PROBABILITY, degrees) * changeError / Math.sqrt(residualShare(n, rho));
        assertThat(Drift.ratio(n, rho, PROBABILITY)).isCloseTo(expected, within(expected * 1e-9));
    }

    @Test
    void m21CorrelationIsClampedToItsRange() {
        assertThat(Drift.ratio(20, -0.5, PROBABILITY)).isEqualTo(Drift.ratio(20, 0, PROBABILITY));
        assertThat(Drift.ratio(20, 0.99, PROBABILITY)).isEqualTo(Drift.ratio(20, 0.97, PROBABILITY));
    }

    @Test
    void m21DriftIsFittedByLeastSquares() {
        double[] deviations = {3, -4, 2, 5, -6, 1, -2, 4, -1, -2, 3, -3};
        double[] values = SteadyRuns.byBlock(deviations.length, i -> 100 + 2 * i + deviations[i]);
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
            double residual = values[i] - mean - slope * line[i];
            squares += residual * residual;
            products += residual * before;
            before = residual;
        }
        Drift drift = Drift.of(rates(values));
        assertThat(drift.change()).isCloseTo(slope * (line[values.length - 1] - line[0]), CLOSE);
        assertThat(drift.noise()).isCloseTo(Math.sqrt(squares / values.length), CLOSE);
        double rho = products / squares;
        for (int i = 0; i < 8; i++) {
            rho = 1 - (1 - products / squares) * residualShare(values.length, Math.max(0, rho));
        }
        assertThat(drift.correlation()).isCloseTo(rho, CLOSE);
    }

    @Test
    void m21DriftIsSignificantAboveTheDetectableDrift() {
        double seen = new Drift(0, 3, 0).detectable(20, 0.5, PROBABILITY);
        assertThat(seen).isCloseTo(3 * Drift.ratio(20, 0.5, PROBABILITY), CLOSE);
        assertThat(new Drift(seen, 3, 0).isSignificant(20, 0.5, PROBABILITY)).isFalse();
        assertThat(new Drift(-seen * 1.001, 3, 0).isSignificant(20, 0.5, PROBABILITY))
                .isTrue();
    }

    @Test
    void m21NoiseIsAtLeastOnePercent() {
        Drift drift = Drift.of(rates(SteadyRuns.byBlock(21, i -> 80 + 2.0 * i)));
        assertThat(drift.change()).isCloseTo(40, CLOSE);
        assertThat(drift.noise()).isCloseTo(1, CLOSE);
        assertThat(Drift.of(rates(SteadyRuns.byBlock(16, i -> 0))).correlation())
                .isZero();
    }

    @Test
    void m21ExponentialDriftIsFittedToLogarithms() {
        double[] growing = SteadyRuns.byBlock(21, i -> 10 * Math.pow(1.1, i - 10));
        Drift geometric = Drift.of(SteadySeries.of(SteadySeries.Kind.P95, growing));
        assertThat(geometric.change()).isCloseTo(10 * 20 * Math.log(1.1), CLOSE);
        double[] steps = SteadyRuns.byBlock(21, i -> 10 + 0.4 * (i - 10));
        assertThat(Drift.of(SteadySeries.of(SteadySeries.Kind.P95, steps)).change())
                .isCloseTo(8, CLOSE);
        assertThat(Drift.of(rates(growing)).change()).isNotCloseTo(10 * 20 * Math.log(1.1), within(1.0));
    }
}
