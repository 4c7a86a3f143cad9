// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WindowTimeline;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.RecordedLine;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.ToController;

/**
 * The CPU cost of an interval of many agents for their controller: snapshots of real recorders are read by the codec,
 * combined by the aggregator and written by the store. As a program it prints a row of a table for each number of
 * agents.
 */
public final class AggregationCost {
    private static final long SECOND = 1_000_000_000L;
    private static final int OPERATIONS = 7;
    private static final int PER_OPERATION = 100;
    private static final double MEDIAN_NANOS = 4e6;
    private static final double SIGMA = 0.6;
    /** Intervals before those that count, so that all code is compiled. */
    private static final int WARM_UP = 5;

    private AggregationCost() {}

    /** A folder, the number of workloads, the number of intervals, and the numbers of agents. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int workloads = Integer.parseInt(arguments[1]);
        int intervals = Integer.parseInt(arguments[2]);
        for (int i = 3; i < arguments.length; i++) {
            System.out.println(row(folder, workloads, intervals, Integer.parseInt(arguments[i])));
        }
    }

    private static String row(Path folder, int workloads, int intervals, int agents) throws Exception {
        List<WorkloadInterval> driven = IntStream.rangeClosed(1, workloads)
                .mapToObj(AggregationCost::interval)
                .toList();
        List<String> names =
                IntStream.rangeClosed(1, agents).mapToObj(i -> "load" + i).toList();
        RunFolder run = RunFolder.create(
                Files.createDirectories(folder.resolve("agents-" + agents)),
                "cost",
                SystemClock.instance().wallTime());
        List<Double> cpuMillis = new ArrayList<>();
        try (RunWriter writer = new RunWriter(run, SystemClock.instance())) {
            writer.clockStarted(SystemClock.instance().nanoTime());
            IntervalAggregator aggregator = new IntervalAggregator(names, SECOND, SECOND, writer, RunObserver.NONE);
            for (int sequence = 0; sequence < WARM_UP + intervals; sequence++) {
                List<byte[]> messages = new ArrayList<>();
                for (String name : names) {
                    messages.add(MessageCodec.bytes(new ToController.Snapshot(snapshot(name, sequence, driven))));
                }
                long before = cpuNanos();
                for (byte[] bytes : messages) {
                    ToController message = MessageCodec.read(ToController.class, bytes);
                    aggregator.accept(((ToController.Snapshot) message).interval());
                }
                aggregator.advance((sequence + 1) * SECOND);
                if (sequence >= WARM_UP) {
                    cpuMillis.add((cpuNanos() - before) / 1e6);
                }
            }
        }
        double median = median(cpuMillis);
        return String.format(
                Locale.ROOT,
                "| %d | %d | %.1f | %.3f | %.0f |",
                agents,
                workloads,
                median,
                median / agents / workloads,
                stored(run) / 1024.0 / (WARM_UP + intervals));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long stored(RunFolder run) throws IOException {
        return Files.size(run.file(StoredFile.INTERVALS));
    }

    private static IntervalSnapshot snapshot(String agent, long sequence, List<WorkloadInterval> driven) {
        return new IntervalSnapshot(
                agent,
                sequence,
                sequence * SECOND,
                (sequence + 1) * SECOND,
                false,
                driven,
                new AgentHealth(SECOND / 1000, 0, 0.1, 0.3, 90_000_000, 40));
    }

    /** One second of a workload with this number of operations, whose times are lognormal. */
    private static WorkloadInterval interval(int tile) {
        SplittableRandom random = new SplittableRandom(tile);
        List<RecordedLine> lines = IntStream.rangeClosed(1, OPERATIONS)
                .mapToObj(i -> new RecordedLine("operation" + i, LineInterval.Kind.OPERATION))
                .toList();
        WorkloadRecorder recorder = new WorkloadRecorder(tile, "store", lines, List.of(), 1);
        PhaseWindow steady = new WindowTimeline(
                        new PhaseTimeline(new PhaseTimes(
                                Duration.ZERO, Duration.ofMinutes(10), Duration.ZERO, Duration.ofSeconds(1))),
                        List.of())
                .windowAt(SECOND);
        for (int line = 0; line < OPERATIONS; line++) {
            for (int i = 0; i < PER_OPERATION; i++) {
                long response = Math.round(MEDIAN_NANOS * Math.exp(SIGMA * random.nextGaussian()));
                recorder.issued(line, steady);
                recorder.ok(line, steady, SECOND, SECOND + 1000, SECOND + response, steady);
            }
        }
        return recorder.drain(new WorkloadInterval.Levels(16, 1, 0, 0));
    }
}
