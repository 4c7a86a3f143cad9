// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.IntervalBytes;

/** Computes the score of a run from the rates of its workloads and of a reference. */
public final class Scores {
    private final RunPlan plan;
    private final PlannedScore score;

    private Scores(RunPlan plan, PlannedScore score) {
        this.plan = plan;
        this.score = score;
    }

    /** A period that can be scored; without a name, the whole steady state. */
    public record ScoredPeriod(String name, @Nullable Window window, boolean complete, List<WorkloadFigures> figures) {}

    private record Scored(ScoredPeriod period, Window window, ScoredRates rates, double total) {}

    public static @Nullable ScoreResult of(
            RunPlan plan,
            ScoredPeriod steady,
            List<ScoredPeriod> periods,
            StoredRun run,
            String verdict,
            List<String> objections) {
        PlannedScore score = plan.score();
        return score == null ? null : new Scores(plan, score).of(steady, periods, run, verdict, objections);
    }

    private ScoreResult of(
            ScoredPeriod steady, List<ScoredPeriod> periods, StoredRun run, String verdict, List<String> objections) {
        if (plan.runClass() == RunClass.DEV) {
            return notScored(verdict, "a run of class dev is never scored");
        }
        List<ScoredPeriod> candidates = periods.isEmpty() ? List.of(steady) : periods;
        List<Scored> scored =
                candidates.stream().flatMap(period -> scored(period).stream()).toList();
        if (scored.size() < candidates.size()) {
            return notScored(
                    verdict,
                    periods.isEmpty()
                            ? "the steady state was never reached"
                            : "not every scored period was reached and lasted to its end");
        }
        // Of an even number the lower of the middle two, so that it is the score of a period.
        Scored median = scored.stream()
                .sorted(Comparator.comparingDouble(Scored::total))
                .skip((scored.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
        return result(
                objections.isEmpty() ? ScoreOutcome.State.COUNTS : ScoreOutcome.State.STRUCK,
                verdict,
                objections,
                median,
                interval(median, run),
                periods.isEmpty()
                        ? List.of()
                        : scored.stream()
                                .map(entry ->
                                        new ScoreResult.Period(entry.period().name(), Figures.rounded(entry.total())))
                                .toList());
    }

    private List<Scored> scored(ScoredPeriod period) {
        Window window = period.window();
        if (window == null || !period.complete()) {
            return List.of();
        }
        ScoredRates rates = new ScoredRates(score, window, period.figures());
        return List.of(new Scored(period, window, rates, rates.total()));
    }

    private ScoreResult.@Nullable Interval interval(Scored scored, StoredRun run) {
        RatioSeries series =
                new RatioSeries(scored.rates(), scored.window(), plan.interval().toNanos());
        if (!series.isLong()) {
            return null;
        }
        Map<String, Extent> extents = new HashMap<>();
        scored.period()
                .figures()
                .forEach(workload -> extents.put(workload.planned().scope(), workload.extent()));
        run.forEachIntervalInParallel(plan.workloadNames(), IntervalBytes.Detail.RESPONSES, interval -> {
            for (WorkloadInterval workload : interval.workloads()) {
                Extent extent = extents.get(workload.tile() + "/" + workload.workload());
                if (extent != null) {
                    series.add(interval, workload, extent);
                }
            }
        });
        return series.interval(plan.seed());
    }

    private ScoreResult notScored(String verdict, String reason) {
        return result(ScoreOutcome.State.NOT_SCORED, verdict, List.of(reason), null, null, List.of());
    }

    private ScoreResult result(
            ScoreOutcome.State state,
            String verdict,
            List<String> objections,
            @Nullable Scored scored,
            ScoreResult.@Nullable Interval interval,
            List<ScoreResult.Period> periods) {
        ScoredRates rates = scored == null ? null : scored.rates();
        Double total = scored == null ? null : Double.valueOf(Figures.rounded(scored.total()));
        return new ScoreResult(
                new ScoreOutcome.Reference(score.reference(), score.digest()),
                state,
                scored == null ? null : ScoreResult.notation(scored.total(), plan.tiles()),
                state == ScoreOutcome.State.COUNTS ? total : null,
                state == ScoreOutcome.State.STRUCK ? total : null,
                plan.runClass().label(),
                verdict,
                plan.tiles(),
                objections,
                interval,
                rates == null ? null : Double.valueOf(Figures.rounded(rates.application(rates.ratios()))),
                rates == null || score.infrastructure().isEmpty()
                        ? null
                        : Double.valueOf(Figures.rounded(rates.infrastructure(rates.ratios()))),
                score.applicationWeight(),
                score.infrastructureWeight(),
                scored == null || periods.isEmpty() ? null : scored.period().name(),
                periods,
                rates == null ? List.of() : rates.tiles(),
                rates == null ? List.of() : rates.operations());
    }

    /** Ratios of a score by slot, from stored intervals, and the confidence interval from them. */
    private static final class RatioSeries {
        static final double LEVEL = 0.95;
        static final String METHOD = "circular block bootstrap of the stored intervals";

        private final ScoredRates rates;
        private final Window window;
        private final double[][] series;
        private final double slotNanos;

        RatioSeries(ScoredRates rates, Window window, long slotNanos) {
            this.rates = rates;
            this.window = window;
            long length = window.endNanos() - window.startNanos();
            int slots = Math.toIntExact(Math.max(1, Math.round((double) length / slotNanos)));
            this.slotNanos = (double) length / slots;
            this.series = new double[rates.all().size()][slots];
        }

        boolean isLong() {
            return series[0].length >= ConfidenceInterval.MIN_VALUES;
        }

        /** Adds a workload's part of an interval; a workload is added by one thread at a time. */
        void add(StoredInterval interval, WorkloadInterval workload, Extent extent) {
            int slot = slot(interval);
            for (int rate = 0; rate < series.length; rate++) {
                ScoredRates.Rate counted = rates.all().get(rate);
                boolean isOfTile = counted.tile() == 0 || counted.tile() == workload.tile();
                if (isOfTile && counted.workload().equals(workload.workload())) {
                    for (LineInterval line : workload.lines()) {
                        if (extent.contains(line.window()) && isCounted(counted, line)) {
                            series[rate][slot] += line.counts().okEnds()
                                    / Figures.seconds(Math.round(slotNanos))
                                    * counted.perSeconds()
                                    / counted.reference();
                        }
                    }
                }
            }
        }

        /** Operations that ended in a window belong to it, even if stored with the following interval. */
        private int slot(StoredInterval interval) {
            double middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2.0;
            return Math.clamp((long) ((middle - window.startNanos()) / slotNanos), 0, series[0].length - 1);
        }

        private static boolean isCounted(ScoredRates.Rate rate, LineInterval line) {
            return rate.line().equals(MetricDefinition.ALL_OPERATIONS)
                    ? line.kind() == LineInterval.Kind.OPERATION
                    : rate.line().equals(line.line());
        }

        ScoreResult.Interval interval(long seed) {
            ConfidenceInterval interval = ConfidenceInterval.ofSeries(series, rates::total, LEVEL, seed);
            return new ScoreResult.Interval(
                    Figures.rounded(interval.lower()), Figures.rounded(interval.upper()), LEVEL, METHOD);
        }
    }

    /** The rates of a period of a run, each with the rate of the reference. Immutable. */
    static final class ScoredRates {
        private static final double SECONDS_PER_HOUR = 3600;

        /**
         * A rate.
         *
         * @param line name of the line that counts, or {@link MetricDefinition#ALL_OPERATIONS}
         * @param tile tile of the rate; 0 for the infrastructure, which has one rate for all tiles
         */
        record Rate(
                int tile, String workload, String line, double perSeconds, double rate, double reference, String unit) {
            double ratio() {
                return rate / reference;
            }
        }

        private final PlannedScore score;
        private final List<Rate> rates;
        private final int[] tiles;

        ScoredRates(PlannedScore score, Window window, List<WorkloadFigures> figures) {
            this(score, rates(score, window, figures));
        }

        ScoredRates(PlannedScore score, List<Rate> rates) {
            this.score = score;
            this.rates = rates;
            tiles = rates.stream()
                    .mapToInt(Rate::tile)
                    .filter(tile -> tile > 0)
                    .distinct()
                    .sorted()
                    .toArray();
        }

        private static List<Rate> rates(PlannedScore score, Window window, List<WorkloadFigures> figures) {
            List<Rate> rates = new ArrayList<>();
            for (WorkloadFigures workload : figures) {
                PlannedWorkload planned = workload.planned();
                Double reference = score.application().get(planned.name());
                if (reference != null) {
                    MetricDefinition metric = planned.metric();
                    rates.add(new Rate(
                            planned.tile(),
                            planned.name(),
                            metric.line(),
                            metric.perSeconds(),
                            workload.countedEnds() / window.seconds() * metric.perSeconds(),
                            reference,
                            metric.unit()));
                }
            }
            score.infrastructure()
                    .forEach((name, operations) -> operations.forEach((operation, reference) -> rates.add(new Rate(
                            0,
                            name,
                            operation,
                            SECONDS_PER_HOUR,
                            ends(figures, name, operation) / window.seconds() * SECONDS_PER_HOUR,
                            reference,
                            "per hour"))));
            return rates;
        }

        private static double ends(List<WorkloadFigures> figures, String workload, String operation) {
            return figures.stream()
                    .filter(figure -> figure.planned().name().equals(workload))
                    .flatMap(figure -> figure.lines().stream())
                    .filter(line -> line.name().equals(operation))
                    .mapToLong(line -> line.totals().counts().okEnds())
                    .sum();
        }

        List<Rate> all() {
            return rates;
        }

        double total() {
            return total(ratios());
        }

        double[] ratios() {
            return rates.stream().mapToDouble(Rate::ratio).toArray();
        }

        /** The published formula of VMmark; the infrastructure's score does not grow with the tiles. */
        double total(double[] ratios) {
            double application = application(ratios);
            return score.infrastructure().isEmpty()
                    ? application
                    : score.applicationWeight() * application + score.infrastructureWeight() * infrastructure(ratios);
        }

        /** The sum over the tiles of the geometric means of the workloads' ratios. */
        double application(double[] ratios) {
            return Arrays.stream(tiles).mapToDouble(tile -> mean(tile, ratios)).sum();
        }

        double infrastructure(double[] ratios) {
            return mean(0, ratios);
        }

        /** The geometric mean of the ratios of a tile, or of the infrastructure for 0; 0 if a ratio is 0. */
        private double mean(int tile, double[] ratios) {
            double logarithms = 0;
            int count = 0;
            for (int i = 0; i < ratios.length; i++) {
                if (rates.get(i).tile() == tile) {
                    logarithms += Math.log(ratios[i]);
                    count++;
                }
            }
            return Math.exp(logarithms / count);
        }

        List<ScoreResult.Tile> tiles() {
            double[] ratios = ratios();
            return Arrays.stream(tiles)
                    .mapToObj(tile -> new ScoreResult.Tile(
                            tile,
                            Figures.rounded(mean(tile, ratios)),
                            rates.stream()
                                    .filter(rate -> rate.tile() == tile)
                                    .map(rate -> new ScoreResult.Workload(
                                            rate.workload(),
                                            Figures.rounded(rate.rate()),
                                            rate.reference(),
                                            rate.unit(),
                                            Figures.rounded(rate.ratio())))
                                    .toList()))
                    .toList();
        }

        List<ScoreResult.Operation> operations() {
            return rates.stream()
                    .filter(rate -> rate.tile() == 0)
                    .map(rate -> new ScoreResult.Operation(
                            rate.workload(),
                            rate.line(),
                            Figures.rounded(rate.rate()),
                            rate.reference(),
                            Figures.rounded(rate.ratio())))
                    .toList();
        }
    }
}
