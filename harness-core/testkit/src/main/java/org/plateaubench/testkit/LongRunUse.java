// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.testkit.ProcessUse.Descriptors;

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

    /**
     * The cost of operations in this process, without the cost of the observing thread.
     *
     * @param operations number of operations
     * @param nanos time, in nanoseconds
     * @param processorNanos processor time in nanoseconds; below zero if it is not counted
     * @param allocatedBytes number of allocated bytes; below zero if they are not counted
     */
    record Cost(long operations, long nanos, long processorNanos, long allocatedBytes) {
        static final Cost NONE = new Cost(0, 0, 0, 0);

        /** The cost of a run so far. */
        static Cost of(ContractRun run) {
            return new Cost(
                    run.endedNow(),
                    run.nanoTime(),
                    ProcessUse.processorNanosOfOthers(),
                    ProcessUse.allocatedBytesOfOthers());
        }

        Cost plus(Cost begin, Cost end) {
            return new Cost(
                    operations + end.operations - begin.operations,
                    nanos + end.nanos - begin.nanos,
                    end.processorNanos < 0 ? -1 : processorNanos + end.processorNanos - begin.processorNanos,
                    end.allocatedBytes < 0 ? -1 : allocatedBytes + end.allocatedBytes - begin.allocatedBytes);
        }
    }

    /**
     * The heap at one instant.
     *
     * @param operations number of operations that had ended
     * @param bytes number of reachable bytes
     */
    record Reading(long operations, long bytes) {
        static Reading at(ContractRun run) {
            return new Reading(run.endedNow(), ProcessUse.reachableBytes());
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
