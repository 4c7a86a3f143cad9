// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.HistogramTable;
import org.plateaubench.measure.histogram.Stripes;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * Measures the cost of recording. It is not part of the tests; {@code docs/performance.md} has the command and the
 * figures. Each call takes a value from a table, which costs about 1 ns that every figure includes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class RecorderBenchmark {
    private final HistogramTable table = new HistogramTable(HistogramLayout.OK, 1);
    private final ScheduleRecorder schedule = new ScheduleRecorder(4, 2, 1);
    private final WorkloadRecorder recorder = new WorkloadRecorder(
            1, "store", List.of(new RecordedLine("browse", LineInterval.Kind.OPERATION)), List.of(), 1);

    private final WorkloadRecorder ownRecorder = recorder.forOneThread();
    private final ScheduleRecorder ownSchedule = schedule.forOneThread();

    private final WorkloadRecorder sevenOperations = new WorkloadRecorder(
            1,
            "store",
            IntStream.range(0, 7)
                    .mapToObj(i -> new RecordedLine("operation" + i, LineInterval.Kind.OPERATION))
                    .toList(),
            List.of(),
            1);

    /** Times of one thread: lognormal with a median of 1 ms. */
    @State(Scope.Thread)
    public static class Times {
        private final long[] nanos = new long[4096];
        private int next;

        public Times() {
            Random random = new Random(1);
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] = (long) (1_000_000 * Math.exp(random.nextGaussian()));
            }
        }

        long next() {
            next = (next + 1) & (nanos.length - 1);
            return nanos[next];
        }
    }

    /** Records a value in counters that no other thread uses. */
    @Benchmark
    public void recordOwnStripe(Times times) {
        table.record(0, 0, times.next());
    }

    /** Records a value in counters that the thread owns. */
    @Benchmark
    public void recordByOwner(Times times) {
        table.record(0, Stripes.COUNT, times.next());
    }

    /** Records a value while a second thread uses the same counters. */
    @Benchmark
    @Threads(2)
    public void recordContendedStripe(Times times) {
        table.record(0, 0, times.next());
    }

    /** The complete recording of one paced operation, including two clock readings. */
    @Benchmark
    public void wholeOperation(Times times) {
        whole(times, recorder, schedule);
    }

    /** The complete recording in counters that the thread owns. */
    @Benchmark
    public void wholeOperationByOwner(Times times) {
        whole(times, ownRecorder, ownSchedule);
    }

    private static void whole(Times times, WorkloadRecorder recorder, ScheduleRecorder schedule) {
        long nanos = times.next();
        long actual = System.nanoTime();
        recorder.issued(0, PhaseWindow.STEADY);
        recorder.dispatchLag(PhaseWindow.STEADY, nanos >> 4);
        recorder.completionLag(PhaseWindow.STEADY, nanos >> 5);
        schedule.chosen(PhaseWindow.STEADY, 1);
        schedule.drawn(PhaseWindow.STEADY, 0, nanos);
        schedule.freeGap(PhaseWindow.STEADY, nanos, nanos);
        schedule.started(nanos);
        schedule.ended(nanos);
        long end = System.nanoTime();
        recorder.ok(0, PhaseWindow.STEADY, actual - nanos, actual, end, PhaseWindow.STEADY);
    }

    /** An interval of seven operations with 100 successes each: recording them and the drain. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public WorkloadInterval drainOfSevenOperations(Times times) {
        for (int i = 0; i < 700; i++) {
            long nanos = times.next();
            sevenOperations.ok(i % 7, PhaseWindow.STEADY, 0, nanos >> 1, nanos, PhaseWindow.STEADY);
        }
        return sevenOperations.drain(new WorkloadInterval.Levels(0, 0, 0, 0));
    }

    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(RecorderBenchmark.class.getSimpleName())
                        .build())
                .run();
    }
}
