// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.Judgement.PeriodResult;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.MeteredEnergy;
import org.plateaubench.engine.statistics.MeteredEnergy.Reading;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.wire.TelemetrySample;

/** Computes power and energy of the steady window and of periods from the readings of the meters. Not thread-safe. */
public final class PowerFigures {
    private final Map<PlannedMeter, MeterReadings> readings = new LinkedHashMap<>();
    private final List<Part> parts = new ArrayList<>();

    /** A part of the run: its window, the workloads in it, and its score if that counts. */
    private record Part(
            String kind,
            String name,
            Window window,
            List<AggregateResult> workloads,
            @Nullable Double score) {}

    private PowerFigures() {}

    public static @Nullable PowerResult of(
            StoredRun run,
            RunPlan plan,
            @Nullable Window steady,
            List<AggregateResult> aggregates,
            List<PeriodResult> periods,
            @Nullable ScoreResult score) {
        if (steady == null || plan.meters().isEmpty()) {
            return null;
        }
        PowerFigures figures = new PowerFigures();
        plan.meters()
                .forEach(meter -> figures.readings.put(
                        meter, MeterReadings.of(meter, run.telemetry(), plan.tiles(), plan.interval())));
        // With periods, the score is the score of one period, whose power differs from that of the whole window.
        Double scoreOfAll = score == null || !periods.isEmpty() ? null : score.value();
        figures.parts.add(new Part(TelemetryFigures.STEADY, "", steady, aggregates, scoreOfAll));
        for (PeriodResult period : periods) {
            Window window = period.window();
            if (window != null) {
                figures.parts.add(new Part(
                        Portion.PERIOD, period.name(), window, period.aggregates(), scoreOf(score, period.name())));
            }
        }
        return figures.result();
    }

    private static @Nullable Double scoreOf(@Nullable ScoreResult score, String period) {
        return score == null || score.state() != ScoreOutcome.State.COUNTS
                ? null
                : score.periods().stream()
                        .filter(each -> each.name().equals(period))
                        .map(ScoreResult.Period::value)
                        .findFirst()
                        .orElse(null);
    }

    private PowerResult result() {
        List<PowerResult.Meter> meters = new ArrayList<>();
        readings.forEach((meter, read) -> meters.add(new PowerResult.Meter(
                meter,
                read.first(),
                read.last(),
                read.isEmpty() ? null : Double.valueOf(Figures.rounded(read.clockErrorMs())),
                parts.stream().map(part -> measured(part, read)).toList())));
        Map<String, List<PowerResult.Meter>> byPlace = meters.stream()
                .collect(Collectors.groupingBy(
                        meter -> meter.meter().at(),
                        () -> new TreeMap<String, List<PowerResult.Meter>>(Comparator.reverseOrder()),
                        Collectors.toList()));
        List<PowerResult.Total> totals = new ArrayList<>();
        byPlace.forEach((at, some) -> totals.add(total(at, some)));
        return new PowerResult(meters, totals);
    }

    private static PowerResult.Stretch measured(Part part, MeterReadings read) {
        String voidedBy = read.reasonVoid(part.window());
        return new PowerResult.Stretch(
                part.kind(),
                part.name(),
                Figures.seconds(part.window().startNanos()),
                Figures.seconds(part.window().endNanos()),
                voidedBy,
                voidedBy == null ? energy(read.energy(part.window())) : null);
    }

    private static PowerResult.Energy energy(MeteredEnergy energy) {
        return new PowerResult.Energy(
                energy.readings(),
                Figures.rounded(energy.meanWatts()),
                Figures.rounded(energy.leastWatts()),
                Figures.rounded(energy.mostWatts()),
                Figures.rounded(energy.joules()),
                Figures.rounded(energy.uncertaintyJoules()),
                Figures.rounded(energy.meterJoules()),
                Figures.rounded(energy.samplingJoules()),
                Figures.rounded(energy.clockJoules()));
    }

    private PowerResult.Total total(String at, List<PowerResult.Meter> meters) {
        List<PowerResult.TotalStretch> measured = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            int index = i;
            Part part = parts.get(i);
            List<PowerResult.Stretch> own =
                    meters.stream().map(meter -> meter.stretches().get(index)).toList();
            String voidedBy = own.stream()
                    .map(PowerResult.Stretch::voidedBy)
                    .flatMap(Stream::ofNullable)
                    .collect(Collectors.joining(" "));
            List<PowerResult.Energy> energies = own.stream()
                    .map(PowerResult.Stretch::energy)
                    .flatMap(Stream::ofNullable)
                    .toList();
            measured.add(new PowerResult.TotalStretch(
                    part.kind(),
                    part.name(),
                    voidedBy.isEmpty() ? null : voidedBy,
                    voidedBy.isEmpty() ? efficiency(part, energies) : null));
        }
        return new PowerResult.Total(
                at,
                meters.stream()
                        .flatMap(meter -> meter.meter().measures().stream())
                        .toList(),
                measured);
    }

    private static PowerResult.Efficiency efficiency(Part part, List<PowerResult.Energy> meters) {
        double joules = meters.stream().mapToDouble(PowerResult.Energy::joules).sum();
        double uncertainty = meters.stream()
                .mapToDouble(PowerResult.Energy::uncertaintyJoules)
                .sum();
        double watts = joules / part.window().seconds();
        long operations = part.workloads().stream()
                .mapToLong(workload -> workload.all().count(OperationColumns.ENDED))
                .sum();
        Double score = part.score();
        return new PowerResult.Efficiency(
                Figures.rounded(watts),
                Figures.rounded(joules),
                Figures.rounded(uncertainty),
                joules > 0 ? Figures.rounded(100 * uncertainty / joules) : 0,
                operations,
                joules > 0 ? Double.valueOf(Figures.rounded(operations / joules)) : null,
                score == null || watts <= 0 ? null : Double.valueOf(Figures.rounded(score / (watts / 1_000))));
    }

    public static List<Judgement.Note> notes(@Nullable PowerResult power) {
        List<Judgement.Note> notes = new ArrayList<>();
        for (PowerResult.Meter meter : power == null ? List.<PowerResult.Meter>of() : power.meters()) {
            PowerResult.Stretch steady = meter.stretches().getFirst();
            if (steady.voidedBy() != null) {
                Double first = meter.firstSampleSeconds();
                Double last = meter.lastSampleSeconds();
                notes.add(new Judgement.Note(
                        "power/" + meter.meter().name(),
                        steady.voidedBy() + " Its power figures are void"
                                + (first == null || last == null
                                        ? "."
                                        : String.format(
                                                Locale.ROOT,
                                                "; its first reading is of %.1f s and its last of %.1f s.",
                                                first,
                                                last))));
            }
        }
        return notes;
    }

    /** The readings of one meter in the order of time, and whether they cover a part of the run. Not thread-safe. */
    static final class MeterReadings {
        /** Requests more frequent than this share of the time between readings mostly return the same reading. */
        private static final double REPEATED_SHARE = 0.75;

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
            MeterReadings read = new MeterReadings(meter, TelemetryFigures.GAP_INTERVALS * Figures.seconds(longest));
            String source = "sut/" + (tiles == 1 ? "" : "1/") + meter.sut();
            double sourceErrorMs = 0;
            // The agent that took a sample is not recorded.
            double agentErrorMs =
                    ClockError.greatestMillis(telemetry, agent -> true).orElse(0);
            List<TelemetrySample> points = telemetry.stream()
                    .filter(point -> point.source().equals(source) && !point.isOfSutProcesses())
                    .sorted(Comparator.comparingLong(TelemetrySample::runNanos))
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

        /** Whether readings are repeated: a meter queried too often returns its last reading again, without its age. */
        private boolean isRepeated() {
            return readings.size() > 2
                    && (readings.getLast().seconds() - readings.getFirst().seconds()) / (readings.size() - 1)
                            < REPEATED_SHARE * Figures.seconds(meter.every().toNanos());
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
            return readings.isEmpty()
                    ? null
                    : Double.valueOf(readings.getFirst().seconds());
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
        String reasonVoid(Window window) {
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
            return isTotal ? reasonVoidTotals(covering) : reasonVoidLevels(covering);
        }

        private @Nullable String reasonVoidLevels(List<Reading> covering) {
            for (Reading reading : covering) {
                if (isOutOfRange(reading.value())) {
                    return outOfRange(reading.value(), reading.seconds());
                }
            }
            return null;
        }

        private @Nullable String reasonVoidTotals(List<Reading> covering) {
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

        /** The energy of a part of the run that has no {@link #reasonVoid}. */
        MeteredEnergy energy(Window window) {
            double from = Figures.seconds(window.startNanos());
            double to = Figures.seconds(window.endNanos());
            MeteredEnergy.Accuracy accuracy = new MeteredEnergy.Accuracy(
                    meter.accuracyPercent() / 100, meter.accuracyWatts(), clockErrorMs / 1e3);
            List<Reading> covering = covering(from, to);
            return isTotal
                    ? MeteredEnergy.ofTotals(covering, from, to, accuracy)
                    : MeteredEnergy.ofPower(covering, from, to, accuracy);
        }

        /** The readings in a part, with the last one at or before its start and the first one at or after its end. */
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
}
