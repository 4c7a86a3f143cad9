// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Energy over a time by the readings of a meter, with its standard uncertainties, which are independent of each other. A bound on
 * an error is taken as the half-width of a uniform distribution, as "Evaluation of measurement data: Guide to the expression of
 * uncertainty in measurement" (JCGM 100:2008, 4.3.7) has it. Immutable; any thread.
 *
 * @param readings readings that took part
 * @param joules energy, in J
 * @param seconds length of the time, in s
 * @param leastWatts least power of a reading, or between two totals, in W
 * @param mostWatts greatest one, in W
 * @param meterJoules standard uncertainty by the accuracy of the meter, in J: all readings may err alike
 * @param samplingJoules standard uncertainty by what lies between two readings, in J
 * @param clockJoules standard uncertainty by the instants of the readings, in J
 */
public record MeteredEnergy(
        int readings,
        double joules,
        double seconds,
        double leastWatts,
        double mostWatts,
        double meterJoules,
        double samplingJoules,
        double clockJoules) {
    /** Coverage factor of a standard uncertainty: about 95 of 100 errors are smaller (JCGM 100:2008, 6.2.2). */
    private static final double COVERAGE = 2;

    /**
     * A reading.
     *
     * @param seconds instant, in s
     * @param value power in W, or a running total in J
     */
    public record Reading(double seconds, double value) {}

    /**
     * How wrong readings may be.
     *
     * @param share greatest error of a reading, as a share of it
     * @param watts what is added to that, in W
     * @param clockSeconds greatest error of an instant, in s
     */
    public record Accuracy(double share, double watts, double clockSeconds) {}

    /** Mean power, in W. */
    public double meanWatts() {
        return joules / seconds;
    }

    /** The uncertainty of the energy with coverage factor 2, in J. */
    public double uncertaintyJoules() {
        return COVERAGE * Math.hypot(Math.hypot(meterJoules, samplingJoules), clockJoules);
    }

    /**
     * Energy of a power, by the trapezoidal rule. Between two readings the power is taken to lie between them: the error of each such
     * part is at most what the rule differs from the smaller and the greater, and the parts err independently.
     *
     * @param readings power in W in order of time, the first at the start of the time or before, the last at its end or after
     * @param from start of the time, in s
     * @param to end of the time, in s
     */
    public static MeteredEnergy ofPower(List<Reading> readings, double from, double to, Accuracy accuracy) {
        requireCover(readings, from, to);
        double joules = 0;
        double variance = 0;
        double variation = 0;
        for (int i = 1; i < readings.size(); i++) {
            Reading before = readings.get(i - 1);
            Reading after = readings.get(i);
            double begin = Math.max(from, before.seconds());
            double length = Math.min(to, after.seconds()) - begin;
            if (length > 0) {
                double slope = (after.value() - before.value()) / (after.seconds() - before.seconds());
                double middle = before.value() + slope * (begin + length / 2 - before.seconds());
                double bound = length * Math.max(Math.abs(middle - before.value()), Math.abs(after.value() - middle));
                joules += middle * length;
                variance += bound * bound / 3;
                variation += Math.abs(after.value() - before.value());
            }
        }
        double[] inside = readings.stream()
                .filter(reading -> reading.seconds() >= from && reading.seconds() <= to)
                .mapToDouble(Reading::value)
                .toArray();
        return of(
                inside.length > 0
                        ? inside
                        : readings.stream().mapToDouble(Reading::value).toArray(),
                joules,
                to - from,
                accuracy,
                Math.sqrt(variance),
                accuracy.clockSeconds() * variation);
    }

    /**
     * Energy by a running total. It is exact between two readings; where the time begins or ends between two, the part of the growth
     * that lies inside is taken to be that of an even power, and may be anything from none to all of it.
     *
     * @param readings totals in J in order of time, the first at the start of the time or before, the last at its end or after
     * @param from start of the time, in s
     * @param to end of the time, in s
     */
    public static MeteredEnergy ofTotals(List<Reading> readings, double from, double to, Accuracy accuracy) {
        requireCover(readings, from, to);
        double joules = 0;
        double variance = 0;
        DoubleStream.Builder powers = DoubleStream.builder();
        double first = Double.NaN;
        double last = 0;
        for (int i = 1; i < readings.size(); i++) {
            Reading before = readings.get(i - 1);
            Reading after = readings.get(i);
            double length = Math.min(to, after.seconds()) - Math.max(from, before.seconds());
            if (length > 0) {
                double growth = after.value() - before.value();
                double whole = after.seconds() - before.seconds();
                double share = length / whole;
                double bound = share < 1 ? growth * Math.max(share, 1 - share) : 0;
                joules += growth * share;
                variance += bound * bound / 3;
                last = growth / whole;
                first = Double.isNaN(first) ? last : first;
                powers.add(last);
            }
        }
        return of(
                powers.build().toArray(),
                joules,
                to - from,
                accuracy,
                Math.sqrt(variance),
                accuracy.clockSeconds() * (first + last));
    }

    private static MeteredEnergy of(
            double[] watts, double joules, double seconds, Accuracy accuracy, double sampling, double clockBound) {
        return new MeteredEnergy(
                watts.length,
                joules,
                seconds,
                DoubleStream.of(watts).min().orElse(0),
                DoubleStream.of(watts).max().orElse(0),
                (accuracy.share() * Math.abs(joules) + accuracy.watts() * seconds) / Math.sqrt(3),
                sampling,
                clockBound / Math.sqrt(3));
    }

    private static void requireCover(List<Reading> readings, double from, double to) {
        if (!(to > from)
                || readings.size() < 2
                || readings.getFirst().seconds() > from
                || readings.getLast().seconds() < to) {
            throw new IllegalArgumentException("the readings do not cover the time");
        }
    }
}
