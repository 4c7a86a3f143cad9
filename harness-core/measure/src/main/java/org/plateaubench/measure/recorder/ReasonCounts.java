// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how often each error class, or each reason of a refusal, occurred. Their number is bounded: beyond {@value
 * #MOST} distinct ones, all others are counted as {@link DistinctErrors#OTHER}. Any thread adds, one thread drains.
 */
final class ReasonCounts {
    /** The greatest number of distinct reasons; a race may add as many more as there are threads. */
    static final int MOST = 200;

    private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, Long> seen = new HashMap<>();

    void add(String reason) {
        LongAdder known = counts.get(reason);
        if (known == null) {
            String counted = counts.size() < MOST ? reason : DistinctErrors.OTHER;
            known = counts.computeIfAbsent(counted, key -> new LongAdder());
        }
        known.increment();
    }

    /** The counts since the last call, without those that are zero. */
    Map<String, Long> drain() {
        Map<String, Long> differences = new HashMap<>();
        counts.forEach((reason, count) -> {
            long now = count.sum();
            Long before = seen.put(reason, now);
            long difference = before == null ? now : now - before;
            if (difference != 0) {
                differences.put(reason, difference);
            }
        });
        return differences;
    }
}
