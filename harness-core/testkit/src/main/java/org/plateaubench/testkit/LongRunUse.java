// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.testkit.ProcessUse.Descriptors;

/**
 * What a long run used after it had warmed up, in the later half of its operations or of its time: by then it has
 * allocated what the workload keeps for good, and its code is compiled.
 *
 * @param operations operations of that half
 * @param heapGrowth growth of the reachable heap by the operations of that half, in bytes
 * @param descriptorGrowth growth of the open descriptors meanwhile; empty if the platform does not list them
 * @param cost what the operations between two readings of the heap cost
 */
record LongRunUse(long operations, long heapGrowth, Optional<Descriptors> descriptorGrowth, Cost cost) {
    /** There is one reading more than intervals: enough to outvote a reading at an unlucky moment. */
    private static final int INTERVALS = 6;

    private static final int HALVES = 2;

    /**
     * What operations cost this process, without what the observing thread cost.
     *
     * @param operations number of operations
     * @param nanos time, in nanoseconds
     * @param processorNanos processor time, in nanoseconds; below zero where it is not counted
     * @param allocatedBytes allocated bytes; below zero where they are not counted
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
     * @param operations operations that had ended
     * @param bytes reachable bytes
     */
    record Look(long operations, long bytes) {
        static Look at(ContractRun run) {
            return new Look(run.endedNow(), ProcessUse.reachableBytes());
        }
    }

    /**
     * Observes a run that has begun.
     *
     * @param operations operations after which it has ended
     * @param longest time after which it has ended with fewer
     */
    static LongRunUse of(ContractRun run, long operations, Duration longest) throws InterruptedException {
        Duration half = longest.dividedBy(HALVES);
        run.awaitEnded(operations / HALVES, half);
        Optional<Descriptors> open = Descriptors.now();
        List<Look> looks = new ArrayList<>(List.of(Look.at(run)));
        Cost cost = Cost.NONE;
        for (int i = 0; i < INTERVALS; i++) {
            // A reading collects garbage, which no operation does.
            Cost begin = Cost.of(run);
            run.awaitEnded(begin.operations() + operations / HALVES / INTERVALS + 1, half.dividedBy(INTERVALS));
            cost = cost.plus(begin, Cost.of(run));
            looks.add(Look.at(run));
        }
        long all = looks.getLast().operations() - looks.getFirst().operations();
        Optional<Descriptors> growth = open.flatMap(earlier -> Descriptors.now().map(later -> later.minus(earlier)));
        return new LongRunUse(all, Math.round(bytesPerOperation(looks) * all), growth, cost);
    }

    /**
     * The result after the same run has been observed once more: a leak continues to grow, whereas a histogram of the
     * harness that longer times have enlarged does not.
     *
     * @param later changes nothing when fewer than half as many operations ended in it
     */
    LongRunUse confirmedBy(LongRunUse later) {
        if (later.operations < operations / HALVES || later.operations == 0) {
            return this;
        }
        long grown = Math.round((double) later.heapGrowth / later.operations * operations);
        return new LongRunUse(operations, Math.min(heapGrowth, grown), descriptorGrowth, cost);
    }

    /**
     * The median of the growth between any two readings: a buffer that is replaced or a cache that is filled in between
     * changes a few of them, a leak changes all.
     */
    static double bytesPerOperation(List<Look> looks) {
        List<Double> slopes = new ArrayList<>();
        for (Look later : looks) {
            for (Look earlier : looks) {
                if (later.operations() > earlier.operations()) {
                    slopes.add(
                            (double) (later.bytes() - earlier.bytes()) / (later.operations() - earlier.operations()));
                }
            }
        }
        return slopes.isEmpty() ? 0 : slopes.stream().sorted().toList().get((slopes.size() - 1) / 2);
    }
}
