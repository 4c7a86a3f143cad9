// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.wire.TelemetrySample;

/** A written value is read back unchanged. */
class RunRoundTripTest {
    @TempDir
    Path runs;

    @Test
    void everyIntervalIsReadBack() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            List<IntervalSnapshot> written = new ArrayList<>();
            try (RunFixture run = new RunFixture(runs)) {
                Random random = new Random(seed);
                for (int i = 0; i < 4; i++) {
                    written.add(Samples.snapshot(random, "local", i, i == 3));
                    run.writer.interval(written.getLast(), Delivery.ON_TIME);
                }
                List<StoredInterval> read = new ArrayList<>();
                run.read().forEachInterval(read::add);
                assertThat(run.read().damage()).isEmpty();
                assertThat(read)
                        .isEqualTo(written.stream()
                                .map(interval -> StoredInterval.of(interval, Delivery.ON_TIME))
                                .toList());
            }
        }
    }

    @Test
    void histogramLogIsReadableByHdrHistogram() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            run.writer.event(EventType.RUN_STARTED, "", "Started.");
            Random random = new Random(7);
            Map<String, Histogram> expected = new TreeMap<>();
            for (int i = 0; i < 3; i++) {
                IntervalSnapshot written = Samples.snapshot(random, "local", i, i == 2);
                run.writer.interval(written, Delivery.ON_TIME);
                written.workloads()
                        .forEach(workload -> workload.lines()
                                .forEach(line -> merge(
                                        expected,
                                        workload.tile() + "/" + workload.workload() + "/" + line.line()
                                                + "/response/ok/"
                                                + line.window().label(),
                                        line.response())));
            }
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            IntervalExport.histograms(run.read(), new PrintStream(log, true, StandardCharsets.UTF_8));
            Map<String, Histogram> read = new TreeMap<>();
            try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log.toByteArray()))) {
                for (EncodableHistogram next = reader.nextIntervalHistogram();
                        next != null;
                        next = reader.nextIntervalHistogram()) {
                    if (next.getTag().contains("/response/ok/")) {
                        assertThat(next.getStartTimeStamp())
                                .isBetween(RunFixture.START.toEpochMilli(), RunFixture.START.toEpochMilli() + 2_000);
                        read.merge(next.getTag(), (Histogram) next, RunRoundTripTest::sum);
                    }
                }
                assertThat(reader.getStartTimeSec()).isEqualTo((double) RunFixture.START.getEpochSecond());
            }
            assertThat(read).isEqualTo(expected);
        }
    }

    private static void merge(Map<String, Histogram> sums, String tag, @Nullable Times times) {
        if (times != null && times.histogram().totalCount() > 0) {
            sums.merge(tag, times.histogram().toHistogram(), RunRoundTripTest::sum);
        }
    }

    private static Histogram sum(Histogram one, Histogram other) {
        one.add(other);
        return one;
    }

    @Test
    void eventsTelemetryAndLatestErrorsAreReadBack() throws Exception {
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
                            RunFixture.START.plusNanos(5), 5L, "phase", "", "Steady state.", Map.of("name", "steady")));
            assertThat(read.telemetry()).containsExactly(new TelemetrySample(5, "host", "cpu", 0.25, "share", false));
            assertThat(read.errors())
                    .containsExactly(
                            new ErrorRecord("1/store", "login", "timeout", "after 1 s", 30, 3, 4),
                            new ErrorRecord("1/store", "login", "timeout", "after 2 s", 10, 3, 4));
        }
    }

    private static ErrorRecord error(int seconds, long count) {
        return new ErrorRecord("1/store", "login", "timeout", "after " + seconds + " s", count, 3, 4);
    }
}
