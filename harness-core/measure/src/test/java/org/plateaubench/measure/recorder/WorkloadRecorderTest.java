// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

@Timeout(60)
class WorkloadRecorderTest {
    private static final WorkloadInterval.Levels LEVELS = new WorkloadInterval.Levels(4, 3, 2, 1);
    private static final long MILLISECOND = 1_000_000;

    private final WorkloadRecorder recorder = new WorkloadRecorder(
            2,
            "store",
            List.of(
                    new RecordedLine("browse", LineInterval.Kind.OPERATION),
                    new RecordedLine("order", LineInterval.Kind.UNIT)),
            List.of(
                    MeasureDefinition.gauge("open", "connections", "Open connections."),
                    MeasureDefinition.counter("rows", "rows", "Rows read.")),
            1);

    @Test
    void steadyPartsAreCountedSeparately() {
        WorkloadRecorder divided = new WorkloadRecorder(
                1, "store", List.of(new RecordedLine("read", LineInterval.Kind.OPERATION)), List.of(), 3);
        PhaseWindow first = PhaseWindow.steadyPart(1);
        PhaseWindow second = PhaseWindow.steadyPart(2);
        PhaseWindow third = PhaseWindow.steadyPart(3);
        divided.ok(0, first, 0, 0, 10, first);
        divided.ok(0, first, 0, 0, 20, third);
        divided.ok(0, third, 0, 0, 30, PhaseWindow.RAMP_DOWN);
        divided.declined(0, second, "locked", 0, 0, 10);
        WorkloadInterval interval = divided.drain(new WorkloadInterval.Levels(0, 0, 0, 0));
        assertThat(interval.lines())
                .extracting(line -> line.window().label())
                .containsExactly("steady-1", "steady-2", "steady-3", "ramp-down");
        IntervalSum sum = new IntervalSum();
        sum.add(interval);
        assertThat(sum.line("read", first).ok).isEqualTo(2);
        assertThat(sum.line("read", first).okEnds).isEqualTo(1);
        assertThat(sum.line("read", second).declined).isEqualTo(1);
        assertThat(sum.line("read", second).okEnds).isZero();
        assertThat(sum.line("read", third).ok).isEqualTo(1);
        assertThat(sum.line("read", third).okEnds).isEqualTo(1);
        assertThat(sum.line("read", PhaseWindow.RAMP_DOWN).okEnds).isEqualTo(1);
    }

    @Test
    void drainIsEmptyWithoutRecords() {
        WorkloadInterval interval = recorder.drain(LEVELS);
        assertThat(interval.tile()).isEqualTo(2);
        assertThat(interval.workload()).isEqualTo("store");
        assertThat(interval.lines()).isEmpty();
        assertThat(interval.lags()).isEmpty();
        assertThat(interval.levels()).isEqualTo(LEVELS);
        assertThat(interval.schedule()).isEqualTo(ScheduleInterval.UNKNOWN);
        assertThat(interval.counters()).containsExactly(Map.entry("rows", 0L));
        assertThat(interval.gauges()).isEmpty();
    }

    /** Each has its own counters until none are left; its records are in the same intervals. */
    @Test
    void singleThreadRecordersAreIncludedInDrain() {
        WorkloadRecorder own = recorder.forOneThread();
        own.ok(0, PhaseWindow.STEADY, 0, 0, 10, PhaseWindow.STEADY);
        own.ok(0, PhaseWindow.STEADY, 0, 0, 10, PhaseWindow.STEADY);
        recorder.ok(0, PhaseWindow.STEADY, 0, 0, 30, PhaseWindow.STEADY);
        own.counter(1, 5);
        own.counter(1, 2);
        WorkloadInterval interval = recorder.drain(LEVELS);
        assertThat(only(interval).counts().ok()).isEqualTo(3);
        assertThat(requireNonNull(only(interval).response()).sumNanos()).isEqualTo(50);
        assertThat(requireNonNull(only(interval).response()).count()).isEqualTo(3);
        assertThat(interval.counters()).containsExactly(Map.entry("rows", 7L));

        WorkloadRecorder next = recorder.forOneThread();
        long recorded = 0;
        while (next != recorder && recorded < 100_000) {
            assertThat(next).isNotSameAs(own);
            next.ok(0, PhaseWindow.STEADY, 0, 0, 10, PhaseWindow.STEADY);
            recorded++;
            next = recorder.forOneThread();
        }
        assertThat(next).isSameAs(recorder);
        assertThat(recorder.forOneThread()).isSameAs(recorder);
        assertThat(recorded).isPositive();
        assertThat(only(recorder.drain(LEVELS)).counts().ok()).isEqualTo(recorded);
    }

    @Test
    void m2LagCountsPerOperationAndIsNeverNegative() {
        for (WorkloadRecorder each : List.of(recorder, recorder.forOneThread())) {
            each.dispatchLag(PhaseWindow.STEADY, 6, 3);
            each.dispatchLag(PhaseWindow.STEADY, -4, 1);
            each.completionLag(PhaseWindow.STEADY, 10, 2);
            each.wakeUpLag(PhaseWindow.STEADY, 7);
            each.wakeUpLag(PhaseWindow.STEADY, -7);
            assertThat(recorder.drain(LEVELS).lags()).singleElement().satisfies(lag -> {
                assertThat(lag.window()).isEqualTo(PhaseWindow.STEADY);
                assertTimes(requireNonNull(lag.dispatch()), 4, 18, 0, 6);
                assertTimes(requireNonNull(lag.completion()), 2, 20, 10, 10);
                assertTimes(requireNonNull(lag.wakeUp()), 2, 7, 0, 7);
            });
        }
    }

    private static void assertTimes(Times times, long count, long sum, long least, long greatest) {
        assertThat(times.count()).isEqualTo(count);
        assertThat(times.sumNanos()).isEqualTo(sum);
        assertThat(times.minNanos()).isEqualTo(least);
        assertThat(times.maxNanos()).isEqualTo(greatest);
    }

    @Test
    void failuresOutsideOperationsAreErrorsOnly() {
        recorder.connectFailed("refused", 5);
        recorder.pluginFault("open", "Store.java:17", 6);
        assertThat(recorder.errors().entries())
                .extracting(entry -> entry.operation() + "/" + entry.errorClass() + "/" + entry.message())
                .containsExactlyInAnyOrder(
                        DistinctErrors.CONNECT + "/" + DistinctErrors.CONNECT + "/refused",
                        "open/" + DistinctErrors.PLUGIN_FAULT + "/Store.java:17");
        assertThat(recorder.drain(LEVELS).lines()).isEmpty();
    }

    @Test
    void preparedWindowWithoutValuesIsNotDrained() {
        recorder.ok(0, PhaseWindow.RAMP_UP, 0, 0, 10, PhaseWindow.RAMP_UP);
        recorder.dispatchLag(PhaseWindow.RAMP_UP, 10);
        recorder.allocateLike(PhaseWindow.STEADY, PhaseWindow.RAMP_UP);
        WorkloadInterval interval = recorder.drain(LEVELS);
        assertThat(only(interval).window()).isEqualTo(PhaseWindow.RAMP_UP);
        assertThat(interval.lags())
                .singleElement()
                .satisfies(lag -> assertThat(lag.window()).isEqualTo(PhaseWindow.RAMP_UP));
    }

    @Test
    void responseCountsFromIntendedServiceFromActualStart() {
        recorder.ok(0, PhaseWindow.STEADY, 5 * MILLISECOND, 7 * MILLISECOND, 10 * MILLISECOND, PhaseWindow.STEADY);
        LineInterval line = only(recorder.drain(LEVELS));
        assertThat(requireNonNull(line.response()).sumNanos()).isEqualTo(5 * MILLISECOND);
        assertThat(requireNonNull(line.service()).sumNanos()).isEqualTo(3 * MILLISECOND);
        assertThat(line.error()).isNull();
        assertThat(recorder.drain(LEVELS).lines()).isEmpty();
    }

    @Test
    void declinedOperationsAreTimedWithSuccesses() {
        recorder.ok(0, PhaseWindow.STEADY, 0, 0, 10, PhaseWindow.STEADY);
        recorder.declined(0, PhaseWindow.STEADY, "out-of-stock", 0, 2, 20);
        recorder.error(0, PhaseWindow.STEADY, "refused", "no route", 0, 30, false);
        LineInterval line = only(recorder.drain(LEVELS));
        assertThat(line.counts()).isEqualTo(new LineInterval.Counts(0, 1, 1, 1, 0, 0, 1, 0, 0));
        assertThat(line.declinedByReason()).containsExactly(Map.entry("out-of-stock", 1L));
        assertThat(line.errorsByClass()).containsExactly(Map.entry("refused", 1L));
        assertThat(requireNonNull(line.response()).count()).isEqualTo(2);
        assertThat(requireNonNull(line.response()).maxNanos()).isEqualTo(20);
        assertThat(requireNonNull(line.service()).maxNanos()).isEqualTo(18);
        assertThat(requireNonNull(line.error()).sumNanos()).isEqualTo(30);
        assertThat(recorder.errors().entries())
                .containsExactly(new DistinctErrors.Entry("browse", "refused", "no route", 1, 30, 30));
    }

    @Test
    void longestCensoredAgeIsKept() {
        recorder.error(0, PhaseWindow.STEADY, "timeout", "", 0, 30, true);
        recorder.abandoned(0, PhaseWindow.STEADY, 70);
        recorder.dropped(0, PhaseWindow.STEADY, 50);
        LineInterval.Counts counts = only(recorder.drain(LEVELS)).counts();
        assertThat(counts).isEqualTo(new LineInterval.Counts(0, 0, 0, 1, 1, 1, 0, 3, 70));
        recorder.dropped(0, PhaseWindow.STEADY, 5);
        assertThat(only(recorder.drain(LEVELS)).counts().longestCensoredNanos()).isEqualTo(5);
    }

    @Test
    void valuesBeyondRangeAreCountedAsOverflow() {
        long tooLong = HistogramRange.HIGHEST_NANOS + 1;
        recorder.ok(0, PhaseWindow.STEADY, 0, 0, HistogramRange.HIGHEST_NANOS, PhaseWindow.STEADY);
        recorder.ok(0, PhaseWindow.STEADY, 0, 0, tooLong, PhaseWindow.STEADY);
        recorder.error(0, PhaseWindow.STEADY, "late", "", 0, tooLong, false);
        LineInterval line = only(recorder.drain(LEVELS));
        Times response = requireNonNull(line.response());
        assertThat(response.overflow()).isEqualTo(1);
        assertThat(response.histogram().totalCount()).isEqualTo(1);
        assertThat(response.maxNanos()).isEqualTo(tooLong);
        assertThat(response.sumNanos()).isEqualTo(2 * HistogramRange.HIGHEST_NANOS + 1);
        assertThat(line.counts().ok()).isEqualTo(2);
        assertThat(line.counts().errors()).isEqualTo(1);
        assertThat(requireNonNull(line.error()).overflow()).isEqualTo(1);
    }

    @Test
    void extremesAreResetForEachInterval() {
        recorder.ok(0, PhaseWindow.STEADY, 0, 0, 100, PhaseWindow.STEADY);
        recorder.ok(0, PhaseWindow.STEADY, 0, 0, 900, PhaseWindow.STEADY);
        recorder.drain(LEVELS);
        recorder.ok(0, PhaseWindow.STEADY, 0, 0, 300, PhaseWindow.STEADY);
        Times response = requireNonNull(only(recorder.drain(LEVELS)).response());
        assertThat(response.minNanos()).isEqualTo(300);
        assertThat(response.maxNanos()).isEqualTo(300);
    }

    @Test
    void lagsAreKeptByWindow() {
        recorder.dispatchLag(PhaseWindow.STEADY, 40_000);
        recorder.dispatchLag(PhaseWindow.STEADY, -3);
        recorder.completionLag(PhaseWindow.RAMP_UP, 7);
        List<LagInterval> lags = recorder.drain(LEVELS).lags();
        assertThat(lags).extracting(LagInterval::window).containsExactly(PhaseWindow.RAMP_UP, PhaseWindow.STEADY);
        assertThat(lags.get(0).dispatch()).isNull();
        assertThat(requireNonNull(lags.get(0).completion()).sumNanos()).isEqualTo(7);
        Times dispatch = requireNonNull(lags.get(1).dispatch());
        assertThat(dispatch.count()).isEqualTo(2);
        assertThat(dispatch.minNanos()).isZero();
        assertThat(dispatch.maxNanos()).isEqualTo(40_000);
    }

    @Test
    void countersAreSummed() {
        recorder.counter(1, 5);
        recorder.counter("rows").add(6);
        recorder.issued(0, PhaseWindow.STEADY);
        WorkloadInterval interval = recorder.drain(LEVELS);
        assertThat(interval.counters()).containsEntry("rows", 11L);
        assertThat(only(interval).counts().issued()).isEqualTo(1);
        assertThat(recorder.drain(LEVELS).counters()).containsEntry("rows", 0L);
    }

    @Test
    void undeclaredCounterAndGaugeAreRefused() {
        assertThatThrownBy(() -> recorder.counter("open"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'open'");
        assertThatThrownBy(() -> recorder.gauge("rows", () -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'rows'");
    }

    @Test
    void registeredGaugeLevelsAreSummed() {
        Runnable first = recorder.gauge("open", () -> 3);
        recorder.gauge("open", () -> 4);
        assertThat(gauges()).containsEntry("open", 7.0);
        first.run();
        first.run();
        assertThat(gauges()).containsEntry("open", 4.0);
    }

    /** The sums of gauges. On a busy machine there may be none at first, until the thread that reads them can run. */
    private Map<String, Double> gauges() {
        Map<String, Double> sums = recorder.drain(LEVELS).gauges();
        while (sums.isEmpty()) {
            sums = recorder.drain(LEVELS).gauges();
        }
        return sums;
    }

    private static LineInterval only(WorkloadInterval interval) {
        assertThat(interval.lines()).hasSize(1);
        return interval.lines().getFirst();
    }
}
