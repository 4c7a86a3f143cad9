// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.statistics.MeteredEnergy;
import org.plateaubench.engine.statistics.MeteredEnergy.Reading;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.wire.TelemetrySample;

/** One meter's readings in time order, and whether they describe a part of the run. Not thread-safe. */
final class MeterReadings {
    /** Requests more frequent than this share of the time between readings mostly return the same reading. */
    private static final double MUCH_OFTENER = 0.75;

    private static final String WATT = "W";
    private static final String JOULE = "J";

    private final PlannedMeter meter;
    private final List<Reading> readings = new ArrayList<>();
    private final double gapSeconds;
    private boolean isTotal;
    private String otherUnit = "";
    private double clockErrorMs;

    private MeterReadings(PlannedMeter meter, double gapSeconds) {
        this.meter = meter;
        this.gapSeconds = gapSeconds;
    }

    static MeterReadings of(PlannedMeter meter, List<TelemetrySample> telemetry, int tiles, Duration interval) {
        long longest = Math.max(meter.every().toNanos(), interval.toNanos());
        MeterReadings read = new MeterReadings(meter, SampledWindows.GAP_INTERVALS * Figures.seconds(longest));
        String source = "sut/" + (tiles == 1 ? "" : "1/") + meter.sut();
        double sourceErrorMs = 0;
        // The agent that took a sample is not recorded.
        double agentErrorMs = ClockError.greatestMillis(telemetry, any -> true).orElse(0);
        List<TelemetrySample> points = telemetry.stream()
                .filter(point -> point.source().equals(source) && !point.isOfSutProcesses())
                .sorted((a, b) -> Long.compare(a.runNanos(), b.runNanos()))
                .toList();
        for (TelemetrySample point : points) {
            if (point.series().equals(meter.series())) {
                read.add(point);
            } else if (point.series().equals(TelemetrySource.TIME_ERROR)) {
                sourceErrorMs = Math.max(sourceErrorMs, point.value());
            }
        }
        read.clockErrorMs = sourceErrorMs
                + agentErrorMs
                + (read.isRepeated() ? meter.every().toMillis() : 0);
        return read;
    }

    /** A meter queried more often than it has a new reading returns the last one again, without its age. */
    private boolean isRepeated() {
        return readings.size() > 2
                && (readings.getLast().seconds() - readings.getFirst().seconds()) / (readings.size() - 1)
                        < MUCH_OFTENER * Figures.seconds(meter.every().toNanos());
    }

    private void add(TelemetrySample point) {
        double seconds = Figures.seconds(point.runNanos());
        if (!point.unit().equals(point.cumulative() ? JOULE : WATT)) {
            otherUnit = point.unit();
        } else if (Double.isFinite(point.value())
                && (readings.isEmpty() || seconds > readings.getLast().seconds())) {
            isTotal = point.cumulative();
            readings.add(new Reading(seconds, point.value()));
        }
    }

    boolean isEmpty() {
        return readings.isEmpty();
    }

    @Nullable
    Double first() {
        return readings.isEmpty() ? null : Double.valueOf(readings.getFirst().seconds());
    }

    @Nullable
    Double last() {
        return readings.isEmpty() ? null : Double.valueOf(readings.getLast().seconds());
    }

    double clockErrorMs() {
        return clockErrorMs;
    }

    /** The reason why the readings do not describe a part of the run, a sentence; null if they do. */
    @Nullable
    String flaw(Window window) {
        if (!otherUnit.isEmpty()) {
            return sentence("has series " + meter.series() + " in '" + otherUnit
                    + "', which is neither a level in W nor a total in J.");
        }
        double from = Figures.seconds(window.startNanos());
        double to = Figures.seconds(window.endNanos());
        List<Reading> covering = covering(from, to);
        double before = from;
        for (int i = 0; i < covering.size(); i++) {
            double at = covering.get(i).seconds();
            if (i == 0 ? at > from : at - before > gapSeconds) {
                return missingReading(Math.max(from, before), Math.min(to, at));
            }
            before = at;
        }
        if (before < to || covering.size() < 2) {
            return missingReading(Math.max(from, before), to);
        }
        return isTotal ? flawOfTotals(covering) : flawOfLevels(covering);
    }

    private @Nullable String flawOfLevels(List<Reading> covering) {
        for (Reading reading : covering) {
            if (isOutOfRange(reading.value())) {
                return outOfRange(reading.value(), reading.seconds());
            }
        }
        return null;
    }

    private @Nullable String flawOfTotals(List<Reading> covering) {
        for (int i = 1; i < covering.size(); i++) {
            Reading before = covering.get(i - 1);
            Reading after = covering.get(i);
            double watts = (after.value() - before.value()) / (after.seconds() - before.seconds());
            if (watts < 0) {
                return sentence(String.format(
                        Locale.ROOT,
                        "began to count again between %.1f and %.1f s.",
                        before.seconds(),
                        after.seconds()));
            }
            if (isOutOfRange(watts)) {
                return outOfRange(watts, after.seconds());
            }
        }
        return null;
    }

    private boolean isOutOfRange(double watts) {
        return watts < meter.fromWatts() || watts > meter.toWatts();
    }

    private String outOfRange(double watts, double seconds) {
        return sentence(String.format(
                Locale.ROOT,
                "read %s at %.1f s, outside its range of %s to %s.",
                Figures.text(watts, WATT),
                seconds,
                Figures.text(meter.fromWatts()),
                Figures.text(meter.toWatts(), WATT)));
    }

    private String missingReading(double from, double to) {
        return sentence(String.format(Locale.ROOT, "has no reading from %.1f to %.1f s.", from, to));
    }

    private String sentence(String what) {
        return "Meter " + meter.name() + " " + what;
    }

    /** The energy of a part of the run that has no {@link #flaw}. */
    MeteredEnergy energy(Window window) {
        double from = Figures.seconds(window.startNanos());
        double to = Figures.seconds(window.endNanos());
        MeteredEnergy.Accuracy accuracy =
                new MeteredEnergy.Accuracy(meter.accuracyPercent() / 100, meter.accuracyWatts(), clockErrorMs / 1e3);
        List<Reading> covering = covering(from, to);
        return isTotal
                ? MeteredEnergy.ofTotals(covering, from, to, accuracy)
                : MeteredEnergy.ofPower(covering, from, to, accuracy);
    }

    /** The readings in a part, with the last reading at or before its start and the first one at or after its end. */
    private List<Reading> covering(double from, double to) {
        int first = 0;
        while (first + 1 < readings.size() && readings.get(first + 1).seconds() <= from) {
            first++;
        }
        int last = first;
        while (last < readings.size() && readings.get(last).seconds() < to) {
            last++;
        }
        return readings.isEmpty() ? List.of() : readings.subList(first, Math.min(readings.size(), last + 1));
    }
}
