// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The resources that a long run used after its warm-up, in the second half of its operations or of its time. By then it
 * has allocated the memory that the workload keeps permanently, and its code is compiled.
 *
 * @param operations number of operations of that half
 * @param heapGrowth growth of the reachable heap in that half, in bytes
 * @param descriptorGrowth growth of the number of open descriptors in that half; empty if the platform does not list
 *     them
 * @param cost cost of the operations between two readings of the heap
 */
record LongRunUse(long operations, long heapGrowth, Optional<Descriptors> descriptorGrowth, Cost cost) {
    /** Number of intervals between readings, enough to outvote a reading at an unlucky moment. */
    private static final int INTERVALS = 6;

    private static final int HALVES = 2;
    private static final int COLLECTIONS = 3;

    /**
     * The cost of operations in this process, without the cost of the observing thread.
     *
     * @param operations number of operations
     * @param nanos time, in nanoseconds
     * @param processorNanos processor time in nanoseconds
     * @param allocatedBytes number of allocated bytes
     */
    record Cost(long operations, long nanos, long processorNanos, long allocatedBytes) {
        static final Cost NONE = new Cost(0, 0, 0, 0);

        /** The cost of a run so far. */
        static Cost of(ContractRun run) {
            ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            return new Cost(
                    run.endedNow(),
                    run.nanoTime(),
                    system.getProcessCpuTime() - threads.getCurrentThreadCpuTime(),
                    threads.getTotalThreadAllocatedBytes() - threads.getCurrentThreadAllocatedBytes());
        }

        Cost plus(Cost begin, Cost end) {
            return new Cost(
                    operations + end.operations - begin.operations,
                    nanos + end.nanos - begin.nanos,
                    processorNanos + end.processorNanos - begin.processorNanos,
                    allocatedBytes + end.allocatedBytes - begin.allocatedBytes);
        }
    }

    /**
     * Descriptors that a plugin may have opened.
     *
     * @param sockets open sockets
     * @param files open files, without jars, devices and the files of the platform, and pipes
     */
    record Descriptors(long sockets, long files) {
        private static final String PLATFORM = System.getProperty("java.home", "/");

        /** The descriptors that are open now; empty where the platform does not list them. */
        static Optional<Descriptors> now() {
            try (Stream<Path> listed = Files.list(Path.of("/proc/self/fd"))) {
                List<String> open = listed.map(Descriptors::target).toList();
                return Optional.of(new Descriptors(
                        open.stream().filter(name -> name.startsWith("socket:")).count(),
                        open.stream().filter(Descriptors::isFile).count()));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        /** Jars and devices are opened once, by class loaders and the platform. */
        private static boolean isFile(String name) {
            return name.startsWith("pipe:")
                    || (name.startsWith("/")
                            && !name.startsWith("/dev/")
                            && !name.startsWith(PLATFORM)
                            && !name.endsWith(".jar"));
        }

        private static String target(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString();
            } catch (IOException e) {
                // The descriptor has been closed meanwhile.
                return "";
            }
        }

        Descriptors minus(Descriptors earlier) {
            return new Descriptors(sockets - earlier.sockets, files - earlier.files);
        }
    }

    /**
     * The heap at one instant.
     *
     * @param operations number of operations that had ended
     * @param bytes approximate number of reachable bytes
     */
    record Reading(long operations, long bytes) {
        static Reading at(ContractRun run) {
            long operations = run.endedNow();
            long least = Long.MAX_VALUE;
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
                least = Math.min(
                        least,
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            }
            return new Reading(operations, least);
        }
    }

    /**
     * Observes a run that has begun.
     *
     * @param operations number of operations after which the observation ends
     * @param longest time after which it ends even with fewer operations
     */
    static LongRunUse of(ContractRun run, long operations, Duration longest) throws InterruptedException {
        Duration half = longest.dividedBy(HALVES);
        run.awaitEnded(operations / HALVES, half);
        Optional<Descriptors> open = Descriptors.now();
        List<Reading> readings = new ArrayList<>(List.of(Reading.at(run)));
        Cost cost = Cost.NONE;
        for (int i = 0; i < INTERVALS; i++) {
            // The time of a reading is not counted, because it collects garbage, which operations do not.
            Cost begin = Cost.of(run);
            run.awaitEnded(begin.operations() + operations / HALVES / INTERVALS + 1, half.dividedBy(INTERVALS));
            cost = cost.plus(begin, Cost.of(run));
            readings.add(Reading.at(run));
        }
        long all = readings.getLast().operations() - readings.getFirst().operations();
        Optional<Descriptors> growth = open.flatMap(earlier -> Descriptors.now().map(later -> later.minus(earlier)));
        return new LongRunUse(all, Math.round(bytesPerOperation(readings) * all), growth, cost);
    }

    /**
     * Combines this result with a second observation of the same run: a leak continues to grow, whereas a histogram of
     * the harness that was enlarged by longer times does not.
     *
     * @param later second observation; it is ignored if fewer than half as many operations ended in it
     */
    LongRunUse confirmedBy(LongRunUse later) {
        if (later.operations < operations / HALVES || later.operations == 0) {
            return this;
        }
        long grown = Math.round((double) later.heapGrowth / later.operations * operations);
        return new LongRunUse(operations, Math.min(heapGrowth, grown), descriptorGrowth, cost);
    }

    /**
     * The median of the growths between any two readings. A buffer that is replaced, or a cache that is filled, in
     * between changes only a few of them, but a leak changes all.
     */
    static double bytesPerOperation(List<Reading> readings) {
        List<Double> slopes = new ArrayList<>();
        for (Reading later : readings) {
            for (Reading earlier : readings) {
                if (later.operations() > earlier.operations()) {
                    slopes.add(
                            (double) (later.bytes() - earlier.bytes()) / (later.operations() - earlier.operations()));
                }
            }
        }
        return slopes.isEmpty() ? 0 : slopes.stream().sorted().toList().get((slopes.size() - 1) / 2);
    }
}
