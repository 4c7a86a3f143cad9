// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the differences of one histogram of a table: it sums the stripes and subtracts the sums of the last reading.
 * Counts and sums over all readings are exact, since counters are never reset. Not thread-safe.
 *
 * <p>Edge case: a value that is being recorded during a reading may be in the extremes and the sum of that reading and
 * in the counts of the next. Over a run both are exact. If an earlier reading already took an extreme, the interval
 * that counts the value reports the bucket's bound instead (within 0.1 %), limited to the extremes of the run.
 */
public final class HistogramReader {
    private final HistogramTable table;
    private final int histogram;
    private final int[] @Nullable [] previous;
    private final int[] now;
    private long previousSum;
    private long previousOverflow;
    private long runMin = Long.MAX_VALUE;
    private long runMax = Long.MIN_VALUE;

    /** The scratch array is as long as a chunk and may be shared by readers of one thread. */
    public HistogramReader(HistogramTable table, int histogram, int[] scratch) {
        this.table = table;
        this.histogram = histogram;
        this.previous = new int[table.layout().chunks()][];
        this.now = scratch;
    }

    /** Adds to the target the values recorded since the last call, and returns their number. */
    public long drainTo(TimesSum target) {
        if (isUntouched()) {
            return 0;
        }
        Counted counted = new Counted();
        for (int chunk = 0; chunk < previous.length; chunk++) {
            drainChunk(chunk, counted, target);
        }
        drainOverflow(counted, target);
        // Counters are read before sums and extremes, which are written in the opposite order.
        VarHandle.acquireFence();
        // Without a count there is nothing to attach a sum to: a value being recorded waits for the next reading.
        if (counted.count > 0) {
            drainTotals(counted, target);
        }
        return counted.count;
    }

    private boolean isUntouched() {
        for (int i = 0; i < Stripes.TOTAL_COUNT; i++) {
            if (table.find(histogram, i) != null) {
                return false;
            }
        }
        return true;
    }

    private void drainChunk(int chunk, Counted counted, TimesSum target) {
        Arrays.fill(now, 0);
        boolean hasCounters = false;
        for (int i = 0; i < Stripes.TOTAL_COUNT; i++) {
            HistogramStripe stripe = table.find(histogram, i);
            hasCounters |= stripe != null && stripe.addChunkTo(chunk, now);
        }
        if (hasCounters) {
            int[] before = previous[chunk];
            if (before == null) {
                before = new int[now.length];
                previous[chunk] = before;
            }
            subtract(chunk * now.length, before, counted, target);
        }
    }

    private void subtract(int firstIndex, int[] before, Counted counted, TimesSum target) {
        HistogramLayout layout = table.layout();
        for (int place = 0; place < now.length; place++) {
            if (now[place] != before[place]) {
                long count = Integer.toUnsignedLong(now[place] - before[place]);
                before[place] = now[place];
                long lowest = layout.lowestNanos(firstIndex + place);
                target.addCount(firstIndex + place, count);
                counted.add(count, lowest, layout.highestNanos(firstIndex + place));
            }
        }
    }

    private void drainOverflow(Counted counted, TimesSum target) {
        long now = 0;
        for (int i = 0; i < Stripes.TOTAL_COUNT; i++) {
            HistogramStripe stripe = table.find(histogram, i);
            now += stripe == null ? 0 : stripe.overflow();
        }
        long count = now - previousOverflow;
        if (count > 0) {
            target.addOverflow(count);
            // One less than the value that means that there is no extreme.
            counted.add(count, HistogramRange.HIGHEST_NANOS + 1, Long.MAX_VALUE - 1);
        }
        previousOverflow = now;
    }

    private void drainTotals(Counted counted, TimesSum target) {
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < Stripes.TOTAL_COUNT; i++) {
            HistogramStripe stripe = table.find(histogram, i);
            if (stripe != null) {
                sum += stripe.sum();
                min = Math.min(min, stripe.takeMin());
                max = Math.max(max, stripe.takeMax());
            }
        }
        runMin = Math.min(runMin, min);
        runMax = Math.max(runMax, max);
        // An extreme that does not reach the outermost counted bucket was taken by an earlier reading, so runMin or
        // runMax already includes that value.
        if (min > counted.leastTo) {
            min = Math.clamp(runMin, counted.leastFrom, counted.leastTo);
        }
        if (max < counted.greatestFrom) {
            max = Math.clamp(runMax, counted.greatestFrom, counted.greatestTo);
        }
        target.addTotals(sum - previousSum, min, max);
        previousSum = sum;
    }

    private static final class Counted {
        private long count;
        private long leastFrom = Long.MAX_VALUE;
        private long leastTo = Long.MAX_VALUE;
        private long greatestFrom = Long.MIN_VALUE;
        private long greatestTo = Long.MIN_VALUE;

        /** Adds a bucket; buckets come in ascending order. */
        void add(long more, long fromNanos, long toNanos) {
            if (count == 0) {
                leastFrom = fromNanos;
                leastTo = toNanos;
            }
            count += more;
            greatestFrom = fromNanos;
            greatestTo = toNanos;
        }
    }
}
