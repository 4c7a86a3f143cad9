// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.aggregate.AgentInterval;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.aggregate.IntervalLog.ErrorTotal;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.store.record.ErrorRecord;
import org.plateaubench.engine.store.record.HistogramLog;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.wire.TelemetrySample;

/** What is written is what is read. */
class RunRoundTripTest {
    @TempDir
    Path runs;

    @Test
    void everyIntervalComesBackAsItWas() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            List<IntervalSnapshot> written = new ArrayList<>();
            try (RunFixture run = new RunFixture(runs)) {
                Random random = new Random(seed);
                for (int i = 0; i < 4; i++) {
                    written.add(Samples.snapshot(random, "local", i, i == 3));
                    run.writer.interval(AgentInterval.arrived(written.getLast(), Delivery.ON_TIME));
                }
                StoredRun read = run.read();
                assertThat(read.damage()).isEmpty();
                assertThat(read.intervals()).hasSize(4);
                for (int i = 0; i < 4; i++) {
                    assertSame(read.intervals().get(i), written.get(i));
                }
                assertHistograms(read, written);
            }
        }
    }

    private static void assertSame(StoredInterval read, IntervalSnapshot written) {
        assertThat(read.agent()).isEqualTo(written.agent());
        assertThat(read.sequence()).isEqualTo(written.sequence());
        assertThat(read.startNanos()).isEqualTo(written.startNanos());
        assertThat(read.endNanos()).isEqualTo(written.endNanos());
        assertThat(read.last()).isEqualTo(written.last());
        assertThat(read.health()).isEqualTo(written.health());
        assertThat(read.workloads()).hasSameSizeAs(written.workloads());
        for (int i = 0; i < read.workloads().size(); i++) {
            var one = read.workloads().get(i);
            var other = written.workloads().get(i);
            assertThat(one.levels()).isEqualTo(other.levels());
            assertThat(one.schedule()).isEqualTo(other.schedule());
            assertThat(one.counters()).isEqualTo(other.counters());
            assertThat(one.gauges()).isEqualTo(other.gauges());
            for (int j = 0; j < one.lines().size(); j++) {
                assertSame(one.lines().get(j), other.lines().get(j));
            }
        }
    }

    private static void assertSame(LineInterval read, LineInterval written) {
        assertThat(read.line()).isEqualTo(written.line());
        assertThat(read.kind()).isEqualTo(written.kind());
        assertThat(read.window()).isEqualTo(written.window());
        assertThat(read.counts()).isEqualTo(written.counts());
        assertThat(read.errorsByClass()).isEqualTo(written.errorsByClass());
        assertThat(read.declinedByReason()).isEqualTo(written.declinedByReason());
        Times expected = written.response();
        Times actual = read.response();
        assertThat(actual == null).isEqualTo(expected == null);
        if (actual != null && expected != null) {
            assertThat(actual.sumNanos()).isEqualTo(expected.sumNanos());
            assertThat(actual.minNanos()).isEqualTo(expected.minNanos());
            assertThat(actual.maxNanos()).isEqualTo(expected.maxNanos());
        }
    }

    private static void assertHistograms(StoredRun read, List<IntervalSnapshot> written) {
        Map<HistogramTag, Histogram> expected = merge(written);
        Map<HistogramTag, TimeTotals> actual = read.mergedHistograms(any -> true);
        assertThat(actual.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        expected.forEach((tag, histogram) -> {
            TimeTotals times = Objects.requireNonNull(actual.get(tag));
            assertThat(times.measured()).isEqualTo(histogram.getTotalCount());
            for (HistogramIterationValue value : histogram.recordedValues()) {
                assertThat(times.nanosAtRank(value.getTotalCountToThisValue()))
                        .isEqualTo(histogram.highestEquivalentValue(value.getValueIteratedTo()));
            }
        });
    }

    private static Map<HistogramTag, Histogram> merge(List<IntervalSnapshot> written) {
        Map<HistogramTag, Histogram> merged = new LinkedHashMap<>();
        written.forEach(snapshot -> HistogramLog.forEachTimes(
                snapshot,
                (tag, times) -> merged.merge(tag, times.histogram().toHistogram(), (one, other) -> {
                    one.add(other);
                    return one;
                })));
        return merged;
    }

    @Test
    void theHistogramLogIsReadByTheLibrarysOwnReader() throws Exception {
        List<IntervalSnapshot> written = new ArrayList<>();
        try (RunFixture run = new RunFixture(runs)) {
            Random random = new Random(7);
            for (int i = 0; i < 3; i++) {
                written.add(Samples.snapshot(random, "local", i, i == 2));
                run.writer.interval(AgentInterval.arrived(written.getLast(), Delivery.ON_TIME));
            }
            Map<HistogramTag, Histogram> merged = new LinkedHashMap<>();
            try (HistogramLogReader reader = new HistogramLogReader(
                    run.folder.file(StoredFile.HISTOGRAMS).toFile())) {
                for (EncodableHistogram next = reader.nextIntervalHistogram();
                        next != null;
                        next = reader.nextIntervalHistogram()) {
                    Histogram histogram = (Histogram) next;
                    assertThat(histogram.getStartTimeStamp())
                            .isBetween(RunFixture.START.toEpochMilli(), RunFixture.START.toEpochMilli() + 2_000);
                    merged.merge(HistogramTag.parse(histogram.getTag()), histogram, (one, other) -> {
                        one.add(other);
                        return one;
                    });
                }
                assertThat(reader.getStartTimeSec()).isEqualTo((double) RunFixture.START.getEpochSecond());
            }
            assertThat(merged).isEqualTo(merge(written));
        }
    }

    @Test
    void eventsTelemetryAndErrorsComeBackAndTheLastErrorLineWins() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            run.clock.set(5);
            run.writer.event(new EventDetails.PhaseBegan("steady"), "", "Steady state.");
            run.writer.telemetry(List.of(
                    new TelemetrySample(5, "host", "cpu", 0.25, "share", false),
                    new TelemetrySample(6, "host", "cpu", Double.NaN, "share", false)));
            run.writer.errors(List.of(error(1, 10), error(2, 10)));
            run.writer.errors(List.of(error(1, 30)));
            StoredRun read = run.read();
            assertThat(read.damage()).isEmpty();
            assertThat(read.events())
                    .containsExactly(new RunEvent(
                            RunFixture.START.plusNanos(5), 5, "phase", "", "Steady state.", Map.of("name", "steady")));
            assertThat(read.telemetry()).containsExactly(new TelemetrySample(5, "host", "cpu", 0.25, "share", false));
            assertThat(read.errors())
                    .containsExactly(
                            new ErrorRecord("1/store", "login", "timeout", "after 1 s", 30, 3, 4),
                            new ErrorRecord("1/store", "login", "timeout", "after 2 s", 10, 3, 4));
        }
    }

    private static ErrorTotal error(int seconds, long count) {
        return new ErrorTotal(
                "1/store", new DistinctErrors.Entry("login", "timeout", "after " + seconds + " s", count, 3, 4));
    }
}
