// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

class WorkloadRecorderConcurrencyTest {
    private static final WorkloadInterval.Levels LEVELS = new WorkloadInterval.Levels(0, 0, 0, 0);
    private static final int WRITERS = 8;
    private static final int RECORDS = 150_000;
    private static final int ROUND = 5_000;
    private static final List<String> LINES = List.of("browse", "order");
    private static final PhaseWindow[] WINDOWS = {PhaseWindow.RAMP_UP, PhaseWindow.STEADY, PhaseWindow.RAMP_DOWN};

    private final WorkloadRecorder recorder = new WorkloadRecorder(
            1,
            "store",
            LINES.stream()
                    .map(name -> new RecordedLine(name, LineInterval.Kind.OPERATION))
                    .toList(),
            List.of(MeasureDefinition.counter("rows", "rows", "Rows read.")),
            1);

    /** Keyed draws, so that the same values can be recorded a second time into plain histograms. */
    private interface Sink {
        void ok(int line, PhaseWindow window, PhaseWindow end, long responseNanos, long serviceNanos);

        void declined(int line, PhaseWindow window, long responseNanos, long serviceNanos);

        void error(int line, PhaseWindow window, long responseNanos, boolean censored);
    }

    @Test
    void concurrentRecordsAreDrainedExactlyOnce() throws Exception {
        IntervalSum drained = drainWhileWriting();
        IntervalSum expected = new IntervalSum();
        for (int writer = 0; writer < WRITERS; writer++) {
            write(writer, summingSink(expected));
        }
        assertThat(drained.intervals).isGreaterThanOrEqualTo(RECORDS / ROUND);
        assertThat(drained.counters).isEqualTo((long) WRITERS * RECORDS);
        assertThat(drained.line("browse", PhaseWindow.STEADY).response.histogram.getTotalCount())
                .isGreaterThan(WRITERS * RECORDS / 10);
        assertThat(drained.lines.keySet()).isEqualTo(expected.lines.keySet());
        expected.lines.forEach((name, line) -> assertSame(requireNonNull(drained.lines.get(name)), line));
    }

    private static void assertSame(IntervalSum.Line drained, IntervalSum.Line expected) {
        assertThat(drained)
                .usingRecursiveComparison()
                .ignoringFields("response", "service", "error")
                .isEqualTo(expected);
        assertSame(drained.response, expected.response);
        assertSame(drained.service, expected.service);
        assertSame(drained.error, expected.error);
    }

    private static void assertSame(IntervalSum.Total drained, IntervalSum.Total expected) {
        // Histogram equality compares every counter.
        assertThat(drained.histogram).isEqualTo(expected.histogram);
        assertThat(drained.sumNanos).isEqualTo(expected.sumNanos);
        assertThat(drained.minNanos).isEqualTo(expected.minNanos);
        assertThat(drained.maxNanos).isEqualTo(expected.maxNanos);
        assertThat(drained.overflow).isEqualTo(expected.overflow);
    }

    private IntervalSum drainWhileWriting() throws InterruptedException, ExecutionException {
        IntervalSum drained = new IntervalSum();
        AtomicInteger drains = new AtomicInteger();
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                // Every second writer requests counters of its own; on a small machine the last of them get the shared
                // ones.
                WorkloadRecorder used = writer % 2 == 0 ? recorder.forOneThread() : recorder;
                all.add(writers.submit(() -> write(writer, pacedSink(drains, used))));
            }
            try {
                while (all.stream().anyMatch(writer -> !writer.isDone())) {
                    WorkloadInterval interval = recorder.drain(LEVELS);
                    interval.lines().forEach(WorkloadRecorderConcurrencyTest::assertPlausible);
                    drained.add(interval);
                    drains.incrementAndGet();
                }
            } finally {
                // After a failure no writer may wait for another drain.
                drains.set(Integer.MAX_VALUE);
            }
            for (Future<?> writer : all) {
                writer.get();
            }
        }
        drained.add(recorder.drain(LEVELS));
        assertThat(recorder.drain(LEVELS).lines()).isEmpty();
        return drained;
    }

    /** Asserts the invariants of every interval, regardless of the operations in progress. */
    private static void assertPlausible(LineInterval line) {
        LineInterval.Counts counts = line.counts();
        Times response = line.response();
        assertThat(counts.ok() + counts.declined()).isEqualTo(response == null ? 0 : response.count());
        assertThat(counts.errors())
                .isEqualTo(line.error() == null ? 0 : line.error().count());
        assertThat(counts.okEnds()).isNotNegative();
        for (Times times : new Times[] {response, line.service(), line.error()}) {
            if (times != null) {
                assertThat(times.minNanos()).isBetween(0L, times.maxNanos());
            }
            // Values beyond the range are not in the histogram, and an empty histogram has no extremes.
            if (times != null && times.histogram().totalCount() > 0) {
                Histogram histogram = times.histogram().toHistogram();
                assertThat(histogram.lowestEquivalentValue(times.minNanos()))
                        .isLessThanOrEqualTo(histogram.getMinValue());
                assertThat(histogram.highestEquivalentValue(times.maxNanos()))
                        .isGreaterThanOrEqualTo(histogram.getMaxValue());
            }
        }
    }

    private static void write(int writer, Sink sink) {
        Random random = new Random(writer);
        for (int i = 0; i < RECORDS; i++) {
            int line = random.nextInt(LINES.size());
            PhaseWindow window = WINDOWS[random.nextInt(WINDOWS.length)];
            PhaseWindow end = random.nextInt(50) == 0 ? PhaseWindow.DRAIN : window;
            long service = (long) (300_000 * Math.exp(2.5 * random.nextGaussian()));
            long response = service + random.nextInt(100_000);
            if (random.nextInt(20_000) == 0) {
                response += HistogramRange.HIGHEST_NANOS;
            }
            switch (random.nextInt(20)) {
                case 0 -> sink.declined(line, window, response, service);
                case 1 -> sink.error(line, window, response, random.nextBoolean());
                default -> sink.ok(line, window, end, response, service);
            }
        }
    }

    /** Writes into the recorder and lets no writer run ahead of the drains by more than a round. */
    private Sink pacedSink(AtomicInteger drains, WorkloadRecorder recorder) {
        return new Sink() {
            private int written;

            @Override
            public void ok(int line, PhaseWindow window, PhaseWindow end, long responseNanos, long serviceNanos) {
                awaitDrainAndIssue(line, window);
                recorder.ok(line, window, -responseNanos, -serviceNanos, 0, end);
            }

            @Override
            public void declined(int line, PhaseWindow window, long responseNanos, long serviceNanos) {
                awaitDrainAndIssue(line, window);
                recorder.declined(line, window, "out-of-stock", -responseNanos, -serviceNanos, 0);
            }

            @Override
            public void error(int line, PhaseWindow window, long responseNanos, boolean censored) {
                awaitDrainAndIssue(line, window);
                String errorClass = censored ? "timeout" : "refused";
                recorder.error(line, window, errorClass, "", -responseNanos, 0, censored);
            }

            private void awaitDrainAndIssue(int line, PhaseWindow window) {
                while (written / ROUND > drains.get()) {
                    LockSupport.parkNanos(10_000);
                }
                written++;
                recorder.issued(line, window);
                recorder.counter(0, 1);
            }
        };
    }

    private static Sink summingSink(IntervalSum sum) {
        return new Sink() {
            @Override
            public void ok(int line, PhaseWindow window, PhaseWindow end, long responseNanos, long serviceNanos) {
                IntervalSum.Line target = issue(line, window);
                target.ok++;
                sum.line(LINES.get(line), end).okEnds++;
                target.response.record(responseNanos);
                target.service.record(serviceNanos);
            }

            @Override
            public void declined(int line, PhaseWindow window, long responseNanos, long serviceNanos) {
                IntervalSum.Line target = issue(line, window);
                target.declined++;
                target.declinedByReason.merge("out-of-stock", 1L, Long::sum);
                target.response.record(responseNanos);
                target.service.record(serviceNanos);
            }

            @Override
            public void error(int line, PhaseWindow window, long responseNanos, boolean censored) {
                IntervalSum.Line target = issue(line, window);
                target.errors++;
                target.errorsByClass.merge(censored ? "timeout" : "refused", 1L, Long::sum);
                target.error.record(responseNanos);
                if (censored) {
                    target.censored++;
                    target.longestCensoredNanos = Math.max(target.longestCensoredNanos, responseNanos);
                }
            }

            private IntervalSum.Line issue(int line, PhaseWindow window) {
                IntervalSum.Line target = sum.line(LINES.get(line), window);
                target.issued++;
                return target;
            }
        };
    }
}
