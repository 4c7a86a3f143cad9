// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The CPU that this process may use, and the time for which its control groups throttled it. Not thread-safe. */
public final class CpuGrant {
    private final ControlGroup groups;
    private final int processors;
    private final double quotaCores;
    private final boolean known;
    private final Map<Path, Long> lastThrottledNanos = new HashMap<>();
    private long throttledNanos;

    CpuGrant(Path root, int processors) {
        this.groups = new ControlGroup(root);
        this.processors = processors;
        Double quota = groups.quotaCores();
        known = quota != null;
        quotaCores = quota == null ? Double.POSITIVE_INFINITY : quota;
    }

    public static CpuGrant ofThisProcess() {
        return new CpuGrant(Path.of("/"), Runtime.getRuntime().availableProcessors());
    }

    /** Cores: the processors of its affinity, or the quota where that is less. */
    public double cores() {
        return Math.min(processors, quotaCores);
    }

    /**
     * The cumulative time for which control groups have throttled this process since the first call; 0 without a quota,
     * negative when the system does not report it. Between two calls the most throttled group counts. The kernel counts
     * each throttled processor, so its count is divided by the number of processors of the process; the real time may
     * be longer, because not all of them need have been throttled.
     */
    public long throttledNanos() {
        Map<Path, Long> now = groups.throttledNanos();
        if (now.isEmpty()) {
            return known && quotaCores == Double.POSITIVE_INFINITY ? 0 : -1;
        }
        long longestNanos = 0;
        for (Map.Entry<Path, Long> group : now.entrySet()) {
            Long before = lastThrottledNanos.put(group.getKey(), group.getValue());
            longestNanos = before == null ? longestNanos : Math.max(longestNanos, group.getValue() - before);
        }
        throttledNanos += longestNanos / processors;
        return throttledNanos;
    }
}
