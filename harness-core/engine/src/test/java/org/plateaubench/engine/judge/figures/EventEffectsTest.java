// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.judge.figures.EventEffects.EventResult;
import org.plateaubench.engine.judge.figures.EventEffects.EventResult.Effect;
import org.plateaubench.engine.judge.figures.EventEffects.SidedTimes;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.SparseHistogram;

/** Effects of events, measured for stalls of known place and length. */
final class EventEffectsTest {
    private static final long STEADY_SECONDS = 150;
    private static final long STEADY_START = 2 * SECOND;
    private static final int PER_SECOND = 40;
    private static final long STALL = 3 * SECOND;

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();
    private final SplittableRandom random = new SplittableRandom(97);
    /** Starts of stalls, at all phases of a second. */
    private final List<Long> stalls = new ArrayList<>();

    private final List<Operation> operations = new ArrayList<>();

    private record Operation(String scope, String name, long dueNanos, long responseNanos) {
        long endNanos() {
            return dueNanos + responseNanos;
        }
    }

    private record Event(String kind, long startNanos, long endNanos) {}

    @BeforeEach
    void planStalls() {
        plan.rampUp = Duration.ofSeconds(2);
        plan.steady = Duration.ofSeconds(STEADY_SECONDS);
        for (int i = 0; i < 9; i++) {
            stalls.add(STEADY_START + 15L * i * SECOND + 5 * SECOND + i * SECOND / 8);
        }
    }

    private void reads(String scope, long fromNanos, long toNanos) {
        for (long due = fromNanos; due < toNanos; due += SECOND / PER_SECOND) {
            long service = (10 + random.nextInt(10)) * MILLI + random.nextInt(1_000_000);
            operations.add(new Operation(scope, "read", due, stallLeft(due + service) + service));
        }
    }

    /** The time that an answer which is due at an instant waits for the end of a stall. */
    private long stallLeft(long atNanos) {
        for (long start : stalls) {
            if (atNanos >= start && atNanos < start + STALL) {
                return start + STALL - atNanos;
            }
        }
        return 0;
    }

    private List<Event> eventsOfKind(String kind) {
        return stalls.stream()
                .map(start -> new Event(kind, start, start + STALL))
                .toList();
    }

    /** Records each operation and each event in the second in which it ends. */
    private List<EventResult> results(List<Event> events) {
        TestRun run = new TestRun(folder, plan.build());
        operations.sort(Comparator.comparingLong(Operation::endNanos));
        run.drive(start -> {
            operations.stream()
                    .filter(operation -> operation.endNanos() >= start && operation.endNanos() < start + SECOND)
                    .forEach(operation -> run.ok(
                            operation.scope(), operation.name(), operation.dueNanos(), operation.responseNanos(), 0));
            events.stream()
                    .filter(event -> event.endNanos() > start - SECOND && event.endNanos() <= start)
                    .forEach(event -> run.telemetry(
                            event.endNanos(),
                            "sut/db",
                            event.kind(),
                            (event.endNanos() - event.startNanos()) / (double) MILLI,
                            MeasureDefinition.EVENT_UNIT));
        });
        Judgement judgement = run.judged();
        return judgement.events();
    }

    private static EventResult kind(List<EventResult> results, String kind) {
        return results.stream()
                .filter(result -> result.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static Effect effect(EventResult result, String percentile) {
        return result.effects().stream()
                .filter(effect ->
                        effect.operation().equals("read") && effect.percentile().equals(percentile))
                .findFirst()
                .orElseThrow();
    }

    /** The exact percentile of the operations that were due in the selected seconds of the steady state. */
    private double exactPercentileMs(LongPredicate second, double share) {
        double[] sorted = operations.stream()
                .filter(operation -> operation.dueNanos() >= STEADY_START
                        && second.test((operation.dueNanos() - STEADY_START) / SECOND))
                .mapToDouble(operation -> operation.responseNanos() / (double) MILLI)
                .sorted()
                .toArray();
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    /** Whether a second is less than half a second away from a stall. */
    private boolean isInside(long second) {
        long start = STEADY_START + second * SECOND;
        long half = SECOND / 2;
        return stalls.stream().anyMatch(stall -> stall - half < start + SECOND && stall + STALL + half > start);
    }

    @Test
    void stallsAndTheirEffectAreMeasured() {
        plan.simple();
        reads("1/cache", 0, STEADY_START + STEADY_SECONDS * SECOND);
        EventResult stall = kind(results(eventsOfKind("stall")), "stall");

        assertThat(stall.sources()).containsExactly("sut/db");
        assertThat(stall.count()).isEqualTo(9);
        assertThat(stall.meanSeconds()).isEqualTo(3);
        long insideSeconds =
                LongStream.range(0, STEADY_SECONDS).filter(this::isInside).count();
        assertThat(stall.insideSeconds()).isEqualTo((double) insideSeconds).isBetween(36.0, 45.0);
        assertThat(stall.outsideSeconds()).isEqualTo((double) (STEADY_SECONDS - insideSeconds));
        assertThat(stall.spans().getFirst()).isEqualTo(new EventResult.Span(7, 10));
        for (String percentile : List.of("p50", "p95", "p99")) {
            Effect effect = effect(stall, percentile);
            double share = Double.parseDouble(percentile.substring(1)) / 100;
            double inside = exactPercentileMs(this::isInside, share);
            double outside = exactPercentileMs(second -> !isInside(second), share);
            assertThat(effect.inside().ms()).as(percentile).isBetween(0.9 * inside, 1.1 * inside);
            assertThat(effect.outside().ms()).as(percentile).isBetween(outside - 0.2, outside + 0.2);
            assertThat(inside)
                    .as(percentile)
                    .isBetween(effect.inside().lowerMs(), effect.inside().upperMs());
            assertThat(outside)
                    .as(percentile)
                    .isBetween(
                            effect.outside().lowerMs() - 0.2, effect.outside().upperMs() + 0.2);
            assertThat(effect.inside().count() + effect.outside().count()).isEqualTo(STEADY_SECONDS * PER_SECOND);
        }
    }

    @Test
    void intervalsOfEventsWithoutAnEffectOverlap() {
        plan.simple();
        List<Event> idle = eventsOfKind("idle");
        stalls.clear();
        reads("1/cache", 0, STEADY_START + STEADY_SECONDS * SECOND);

        EventResult result = kind(results(idle), "idle");

        assertThat(result.effects())
                .isNotEmpty()
                .allSatisfy(effect -> assertThat(effect.inside().lowerMs())
                        .isLessThanOrEqualTo(effect.outside().upperMs()))
                .allSatisfy(effect -> assertThat(effect.outside().lowerMs())
                        .isLessThanOrEqualTo(effect.inside().upperMs()));
    }

    @Test
    void fewEventsHavePercentilesWithoutAnInterval() {
        plan.simple();
        reads("1/cache", 0, STEADY_START + STEADY_SECONDS * SECOND);
        List<Event> rare = stalls.stream()
                .limit(4)
                .map(start -> new Event("rare", start, start + STALL))
                .toList();

        Effect effect = effect(kind(results(rare), "rare"), "p95");

        assertThat(effect.inside().ms()).isGreaterThan(1000);
        assertThat(effect.inside().lowerMs()).isNull();
        assertThat(effect.inside().upperMs()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"20, 3, 0", "20, 3, 1", "5, 6, 1", "10, 3, 1"})
    void confidenceIntervalHasItsNominalCoverage(int events, int length, int index) {
        int runs = 400;
        double share = SidedTimes.PERCENTILES.get(index) / 100;
        double truth = Math.exp(0.1 * NormalDistribution.of(0, Math.hypot(3, 1)).inverseCumulativeProbability(share));
        int covered = 0;
        for (int i = 0; i < runs; i++) {
            SplittableRandom values = new SplittableRandom(1000L * events + i);
            SidedTimes times = new SidedTimes();
            double level = 0;
            for (int event = 0; event < events; event++) {
                // Events are so far apart that their levels are independent; the seconds of one are not.
                level = values.nextGaussian();
                for (int second = 0; second < length; second++) {
                    level = 0.7 * level + Math.sqrt(1 - 0.49) * values.nextGaussian();
                    for (int n = 0; n < 40; n++) {
                        long nanos = (long) (1e7 * Math.exp(0.1 * (3 * values.nextGaussian() + level)));
                        times.add(2 * event, histogramOf(nanos), 0, 1);
                    }
                }
            }
            EventResult.Side side = times.side(SidedTimes.PERCENTILES.get(index));
            covered += side.lowerMs() <= 10 * truth && 10 * truth <= side.upperMs() ? 1 : 0;
        }
        assertThat((double) covered / runs).isBetween(0.91, 0.99);
    }

    private static SparseHistogram histogramOf(long nanos) {
        return SparseHistogram.ofCounters(false, new int[] {HistogramLayout.OK.index(nanos)}, new long[] {1});
    }

    /** Of an event that a workload observes, only the interval in which it ended is known. */
    @Test
    void eventObservedByAWorkloadAffectsOthers() {
        plan.series = List.of(MeasureDefinition.event("move", "A machine moves."));
        plan.simple(1, new Load.Closed(8, 1));
        plan.series = List.of();
        plan.store(1);
        for (long due = 0; due < STEADY_START + STEADY_SECONDS * SECOND; due += SECOND / PER_SECOND) {
            long service = (10 + random.nextInt(10)) * MILLI;
            operations.add(new Operation("1/store", "purchase", due, stallLeft(due + service) + service));
        }
        for (long stall : stalls) {
            operations.add(new Operation("1/cache", "move", stall, STALL));
        }
        EventResult moves = kind(results(List.of()), "move");

        assertThat(moves.sources()).containsExactly("1/cache");
        assertThat(moves.count()).isEqualTo(9);
        assertThat(moves.meanSeconds()).isBetween(2.99, 3.01);
        assertThat(moves.errorSeconds()).isEqualTo(0.5);
        assertThat(moves.effects().stream().map(Effect::workload).distinct()).containsExactly("store");
        assertThat(Arrays.asList("p95", "p99"))
                .allSatisfy(percentile -> assertThat(moves.effects().stream()
                                .filter(effect -> effect.percentile().equals(percentile)))
                        .singleElement()
                        .satisfies(effect -> assertThat(effect.inside().lowerMs())
                                .isGreaterThan(effect.outside().upperMs())));
    }

    @Test
    void percentileAmongOperationsThatNeverEndedIsALowerBound() {
        plan.simple();
        TestRun run = new TestRun(folder, plan.build());
        List<Event> events = eventsOfKind("stall");
        run.drive(start -> {
            for (int i = 0; i < PER_SECOND; i++) {
                run.ok("1/cache", "read", start + i * SECOND / PER_SECOND, 10 * MILLI, 0);
            }
            events.stream()
                    .filter(event -> event.endNanos() > start - SECOND && event.endNanos() <= start)
                    .forEach(event -> {
                        run.telemetry(event.endNanos(), "sut/db", "stall", 3000, MeasureDefinition.EVENT_UNIT);
                        for (int i = 0; i < 20; i++) {
                            run.error("1/cache", "read", start - 2 * SECOND, 2 * SECOND, "timeout", "no answer");
                        }
                    });
        });
        EventResult stall = kind(run.judged().events(), "stall");

        Effect tail = effect(stall, "p99");
        assertThat(tail.inside().lowerBound()).isTrue();
        assertThat(tail.inside().ms()).isBetween(1999.0, 2001.0);
        assertThat(tail.inside().lowerMs()).isNull();
        assertThat(tail.outside().lowerBound()).isFalse();
    }
}
