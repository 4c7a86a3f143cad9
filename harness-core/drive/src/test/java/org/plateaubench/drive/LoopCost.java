// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.measure.timeline.PhaseTimeline;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * What an event loop costs per operation: processor time of its own threads, while all drivers complete at each flush,
 * with one reading of the clock, what was started since the last. Not part of the tests: {@code docs/performance.md} has
 * the command and the figures. Arguments: users, depth, operations of the mix, seconds. Prints a line per second.
 */
final class LoopCost {
    private static final long WEIGHT_OF_FIRST = 3;

    private LoopCost() {}

    /** Completes at the flush what was started before it, with one stamp, as of one socket read. */
    private static final class FlushingDriver implements AsyncDriver {
        private final EventLoop loop;
        private final Completion[] started;
        private int count;

        FlushingDriver(EventLoop loop, int depth) {
            this.loop = loop;
            this.started = new Completion[depth];
        }

        @Override
        public void start(OperationCall call, Completion completion) {
            started[count++] = completion;
        }

        @Override
        public void flush() {
            long endNanos = loop.nanoTime();
            int ended = count;
            count = 0;
            for (int i = 0; i < ended; i++) {
                started[i].complete(Outcome.ok(), endNanos);
            }
        }
    }

    private static DriveSpec spec(int users, int depth, int operations, PhaseTimes phases) {
        List<String> names =
                IntStream.range(0, operations).mapToObj(i -> "operation" + i).toList();
        Map<String, Double> weights = new LinkedHashMap<>();
        names.forEach(name -> weights.put(name, weights.isEmpty() ? (double) WEIGHT_OF_FIRST : 1.0));
        WorkloadDefinition definition = new WorkloadDefinition(
                names.stream().map(name -> OperationDefinition.of(name, "")).toList(),
                names.stream().map(UnitDefinition::of).toList(),
                new Mix.Flat(weights),
                Pacing.think(new Distribution.Fixed(Duration.ZERO)),
                new MetricDefinition("rate", "1/s", names.getFirst(), 1),
                List.of(),
                List.of(Execution.EVENT_LOOP));
        Load load = new Load.Closed(users, depth);
        return new DriveSpec(
                1,
                "loop",
                definition,
                load,
                Map.of(),
                Execution.EVENT_LOOP,
                phases,
                List.of(),
                1,
                Load.Share.everything(load),
                Load.Ramp.all(phases));
    }

    private static long cpuNanosOfLoops() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().contains("-loop-")) {
                sum += Math.max(0, threads.getThreadCpuTime(thread.threadId()));
            }
        }
        return sum;
    }

    private static long issued(WorkloadRun run) {
        WorkloadInterval interval = run.drain();
        return interval.lines().stream()
                .mapToLong(line -> line.counts().issued())
                .sum();
    }

    /** Runs and prints. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws InterruptedException {
        int users = Integer.parseInt(arguments[0]);
        int depth = Integer.parseInt(arguments[1]);
        int seconds = Integer.parseInt(arguments[3]);
        PhaseTimes phases = new PhaseTimes(
                Duration.ofSeconds(1), Duration.ofSeconds(seconds), Duration.ZERO, Duration.ofSeconds(1));
        DriveSpec spec = spec(users, depth, Integer.parseInt(arguments[2]), phases);
        WorkloadRecorder recorder = new WorkloadRecorder(1, "loop", WorkloadRun.lines(spec.definition()), List.of(), 1);
        NanoClock clock =
                SystemClock.instance().startingAt(SystemClock.instance().nanoTime());
        WorkloadSession session = new WorkloadSession() {
            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return new FlushingDriver(loop, depth);
            }
        };
        try (WorkloadRun run =
                new WorkloadRun(spec, session, recorder, clock, new PhaseTimeline(phases), new Complaints())) {
            run.start();
            long cpuBefore = cpuNanosOfLoops();
            issued(run);
            for (int second = 1; second <= seconds; second++) {
                clock.parkUntil(second * 1_000_000_000L);
                long cpu = cpuNanosOfLoops();
                long operations = issued(run);
                System.out.printf(
                        "%,12d operations/s, %6.1f ns of a loop each%n",
                        operations, (double) (cpu - cpuBefore) / operations);
                cpuBefore = cpu;
            }
        }
    }

    /** There is nothing that can go wrong here, so what does is said aloud. */
    static final class Complaints implements RunListener {
        @Override
        public void userFailed(int user, String what) {
            throw new IllegalStateException("user " + user + ": " + what);
        }

        @Override
        public void fault(String what) {
            throw new IllegalStateException(what);
        }
    }
}
