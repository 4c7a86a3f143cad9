// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.statistics.MeteredEnergy.Accuracy;
import org.plateaubench.engine.statistics.MeteredEnergy.Reading;

/** Energy and its uncertainty, compared with closed forms at random instants. */
final class MeteredEnergyTest {
    private static final Offset<Double> SAME = within(1e-9);
    private static final Accuracy EXACT = new Accuracy(0, 0, 0);
    private static final int TIMES = 500;

    private final Random random = new Random(23);

    /** Readings at uneven instants that begin before and end after the window of 10 to 30 s. */
    private List<Reading> readings(DoubleUnaryOperator value, double shift) {
        List<Reading> readings = new ArrayList<>();
        for (double at = 8 + random.nextDouble(); ; at += 0.2 + 1.6 * random.nextDouble()) {
            readings.add(new Reading(at, value.applyAsDouble(at + shift)));
            if (at >= 31) {
                return readings;
            }
        }
    }

    @Test
    void constantPowerHasOnlyTheMeterError() {
        for (int i = 0; i < TIMES; i++) {
            double watts = 1_000 * random.nextDouble();
            MeteredEnergy energy = MeteredEnergy.ofPower(readings(at -> watts, 0), 10, 30, new Accuracy(0.01, 2, 0.5));
            assertThat(energy.joules()).isCloseTo(20 * watts, within(1e-6));
            assertThat(energy.meanWatts()).isCloseTo(watts, within(1e-6));
            assertThat(energy.meterJoules()).isCloseTo(20 * (0.01 * watts + 2) / Math.sqrt(3), within(1e-6));
            assertThat(energy.samplingJoules()).isZero();
            assertThat(energy.clockJoules()).isZero();
            assertThat(energy.uncertaintyJoules()).isCloseTo(2 * energy.meterJoules(), within(1e-6));
        }
    }

    @Test
    void energyOfALinearRampIsExact() {
        for (int i = 0; i < TIMES; i++) {
            double slope = 20 * random.nextDouble() - 10;
            MeteredEnergy energy = MeteredEnergy.ofPower(readings(at -> 400 + slope * at, 0), 10, 30, EXACT);
            assertThat(energy.joules()).isCloseTo(20 * (400 + slope * 20), within(1e-6));
        }
    }

    /** Readings of whole seconds: each of 20 parts errs by at most half of its step. */
    @Test
    void samplingErrorIsRootSumOfSquares() {
        List<Reading> sawtooth = new ArrayList<>();
        for (int at = 0; at <= 20; at++) {
            sawtooth.add(new Reading(at, at % 2 == 0 ? 100 : 160));
        }
        MeteredEnergy energy = MeteredEnergy.ofPower(sawtooth, 0, 20, new Accuracy(0, 0, 0.01));
        assertThat(energy.joules()).isCloseTo(2_600, SAME);
        assertThat(energy.samplingJoules()).isCloseTo(30 * Math.sqrt(20.0 / 3), SAME);
        assertThat(energy.clockJoules()).isCloseTo(0.01 * 20 * 60 / Math.sqrt(3), SAME);
        assertThat(energy.leastWatts()).isEqualTo(100);
        assertThat(energy.mostWatts()).isEqualTo(160);
        assertThat(energy.readings()).isEqualTo(21);
    }

    /** If power is monotone between readings, the true error is within the sum of the bounds of the parts. */
    @Test
    void errorForMonotonePowerIsWithinTheBounds() {
        for (int i = 0; i < TIMES; i++) {
            double steep = 0.1 + 3 * random.nextDouble();
            double middle = 10 + 20 * random.nextDouble();
            DoubleUnaryOperator power = at -> 200 + 100 * Math.tanh(steep * (at - middle));
            List<Reading> readings = readings(power, 0);
            double truth = 20 * 200 + 100 / steep * (logCosh(steep * (30 - middle)) - logCosh(steep * (10 - middle)));
            MeteredEnergy energy = MeteredEnergy.ofPower(readings, 10, 30, EXACT);
            // One part may reach its bound; that of a uniform distribution is sqrt(3) standard deviations.
            double longest = 1.8;
            assertThat(Math.abs(energy.joules() - truth)).isLessThanOrEqualTo(200 * longest);
            assertThat(Math.abs(energy.joules() - truth))
                    .isLessThanOrEqualTo(Math.sqrt(3 * readings.size()) * energy.samplingJoules() + 1e-6);
        }
    }

    private static double logCosh(double x) {
        return Math.abs(x) + Math.log1p(Math.exp(-2 * Math.abs(x))) - Math.log(2);
    }

    /** If all instants are off by the same time, the error on a ramp is that time multiplied by the rise: the bound. */
    @Test
    void clockErrorOnARampIsWithinTheBound() {
        for (int i = 0; i < TIMES; i++) {
            double shift = 0.2 * random.nextDouble() - 0.1;
            MeteredEnergy energy =
                    MeteredEnergy.ofPower(readings(at -> 100 + 5 * at, shift), 10, 30, new Accuracy(0, 0, 0.1));
            double truth = 20 * (100 + 5 * 20);
            assertThat(Math.abs(energy.joules() - truth))
                    .isLessThanOrEqualTo(Math.sqrt(3) * energy.clockJoules() + 1e-9);
        }
    }

    @Test
    void energyTotalIsExactAtReadings() {
        List<Reading> totals = new ArrayList<>();
        double joules = 7;
        for (int at = 0; at <= 40; at++) {
            totals.add(new Reading(at, joules));
            joules += 500 * random.nextDouble();
        }
        MeteredEnergy energy = MeteredEnergy.ofTotals(totals, 10, 30, EXACT);
        assertThat(energy.joules())
                .isCloseTo(totals.get(30).value() - totals.get(10).value(), within(1e-6));
        assertThat(energy.samplingJoules()).isZero();
        assertThat(energy.readings()).isEqualTo(20);
    }

    /** At an edge between two readings, anything from none to all of the growth may be inside the window. */
    @Test
    void energyTotalErrsOnlyAtTheEdges() {
        for (int i = 0; i < TIMES; i++) {
            double watts = 50 + 300 * random.nextDouble();
            double offset = random.nextDouble();
            List<Reading> totals = new ArrayList<>();
            for (int at = 0; at <= 40; at++) {
                totals.add(new Reading(at + offset, watts * (at + offset)));
            }
            MeteredEnergy energy = MeteredEnergy.ofTotals(totals, 10, 30, new Accuracy(0, 0, 0.1));
            assertThat(energy.joules()).isCloseTo(20 * watts, within(1e-6));
            double bound = watts * Math.max(offset, 1 - offset);
            assertThat(energy.samplingJoules()).isCloseTo(bound * Math.sqrt(2.0 / 3), within(1e-6));
            assertThat(energy.clockJoules()).isCloseTo(0.2 * watts / Math.sqrt(3), within(1e-6));
        }
    }
}
