// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

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
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.Judgement.PeriodResult;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.MeteredEnergy;
import org.plateaubench.engine.store.StoredRun;

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

    /** The figures; null when the run file has no meters or the steady phase was not reached. */
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
        figures.parts.add(new Part(
                SampledWindows.STEADY,
                "",
                steady,
                aggregates,
                score == null || !periods.isEmpty() ? null : score.value()));
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
        String voidedBy = read.flaw(part.window());
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
        List<PowerResult.WorkloadEfficiency> workloads = part.workloads().stream()
                .map(workload -> new PowerResult.WorkloadEfficiency(
                        workload.name(),
                        workload.all().count(OperationColumns.ENDED),
                        perJoule(workload.all().count(OperationColumns.ENDED), joules)))
                .toList();
        long operations = workloads.stream()
                .mapToLong(PowerResult.WorkloadEfficiency::operations)
                .sum();
        Double score = part.score();
        return new PowerResult.Efficiency(
                Figures.rounded(watts),
                Figures.rounded(joules),
                Figures.rounded(uncertainty),
                joules > 0 ? Figures.rounded(100 * uncertainty / joules) : 0,
                operations,
                perJoule(operations, joules),
                score == null || watts <= 0 ? null : Double.valueOf(Figures.rounded(score / (watts / 1_000))),
                workloads);
    }

    private static @Nullable Double perJoule(long operations, double joules) {
        return joules > 0 ? Double.valueOf(Figures.rounded(operations / joules)) : null;
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
}
