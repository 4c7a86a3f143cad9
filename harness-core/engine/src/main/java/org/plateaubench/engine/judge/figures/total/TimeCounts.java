// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.Arrays;
import org.plateaubench.engine.store.record.StoredCounts;

/**
 * Counts of response times in classes with a width of 1 %. It is small, because there is one object for every few
 * seconds of every workload. Not thread-safe.
 */
final class TimeCounts {
    private static final double CLASSES_PER_E = 100;
    private long[] counts = {};
    private int first;
    private long total;

    void add(StoredCounts stored) {
        for (int i = 0; i < stored.size(); i++) {
            add(classOf(stored.value(i)), stored.count(i));
        }
    }

    private static int classOf(long nanos) {
        return (int) (Math.log((double) Math.max(1, nanos)) * CLASSES_PER_E);
    }

    private void add(int its, long count) {
        if (total == 0) {
            first = its;
            counts = new long[1];
        } else if (its < first) {
            long[] more = new long[counts.length + first - its];
            System.arraycopy(counts, 0, more, first - its, counts.length);
            counts = more;
            first = its;
        } else if (its >= first + counts.length) {
            counts = Arrays.copyOf(counts, its - first + 1);
        }
        counts[its - first] += count;
        total += count;
    }

    long total() {
        return total;
    }

    /** The value that the given percentage does not exceed, within its class by rank. */
    double nanosAt(double percentile) {
        double rank = total * percentile / 100;
        double below = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && below + counts[i] >= rank) {
                return Math.exp((first + i + (rank - below) / counts[i]) / CLASSES_PER_E);
            }
            below += counts[i];
        }
        return 0;
    }
}
