// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The energy over a time from the readings of a meter, with independent standard uncertainties. A bound on an error is
 * treated as the half-width of a uniform distribution, as in "Evaluation of measurement data: Guide to the expression
 * of uncertainty in measurement" (JCGM 100:2008, 4.3.7). Immutable.
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
    /** The coverage factor: about 95 of 100 errors are smaller than the expanded uncertainty (JCGM 100:2008, 6.2.2). */
    private static final double COVERAGE = 2;

    public record Reading(double seconds, double value) {}

    public record Accuracy(double share, double watts, double clockSeconds) {}

    public double meanWatts() {
        return joules / seconds;
    }

    public double uncertaintyJoules() {
        return COVERAGE * Math.hypot(Math.hypot(meterJoules, samplingJoules), clockJoules);
    }

    /**
     * The energy of a power, by the trapezoidal rule. The power between two readings is assumed to lie between their
     * values, so the error of each part is at most half the difference of the readings times the length of the part.
     * The errors of the parts are independent.
     */
    public static MeteredEnergy ofPower(List<Reading> readings, double from, double to, Accuracy accuracy) {
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
     * The energy from a running total. It is exact between two readings. If the time begins or ends between two
     * readings, the growth in it is computed for constant power; the error may be between 0 and all of it.
     */
    public static MeteredEnergy ofTotals(List<Reading> readings, double from, double to, Accuracy accuracy) {
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
                double readingSeconds = after.seconds() - before.seconds();
                double share = length / readingSeconds;
                double bound = share < 1 ? growth * Math.max(share, 1 - share) : 0;
                joules += growth * share;
                variance += bound * bound / 3;
                last = growth / readingSeconds;
                first = Double.isNaN(first) ? last : first;
                powers.add(last);
            }
        }
        double clockBound = accuracy.clockSeconds() * (first + last);
        return of(powers.build().toArray(), joules, to - from, accuracy, Math.sqrt(variance), clockBound);
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
}
