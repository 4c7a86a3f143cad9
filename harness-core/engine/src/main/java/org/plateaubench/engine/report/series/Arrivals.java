// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.store.StoredInterval;

/** Records which intervals of which agents have arrived, by bin, so that missing ones are visible. Not thread-safe. */
final class Arrivals {
    private final NavigableMap<Long, Bin> bins = new TreeMap<>();
    private final Set<String> agents = new TreeSet<>();
    private final Map<String, Long> lastBins = new HashMap<>();

    private static final class Bin {
        private final Set<String> seen = new TreeSet<>();
        private final Map<String, Set<Long>> missing = new HashMap<>();
        private int late;

        int missing() {
            return missing.values().stream().mapToInt(Collection::size).sum();
        }
    }

    void add(long bin, StoredInterval interval) {
        Bin target = bins.computeIfAbsent(bin, key -> new Bin());
        agents.add(interval.agent());
        target.seen.add(interval.agent());
        Set<Long> missing = target.missing.computeIfAbsent(interval.agent(), key -> new TreeSet<>());
        if (interval.state() == Delivery.MISSING) {
            missing.add(interval.sequence());
        } else {
            missing.remove(interval.sequence());
            target.late += interval.state() == Delivery.LATE ? 1 : 0;
        }
        if (interval.last()) {
            lastBins.put(interval.agent(), bin);
        }
    }

    /** Whether a bin is complete: every agent has delivered, or the time of two more intervals has passed. */
    boolean isSettled(long bin) {
        Bin content = bins.get(bin);
        if (content == null) {
            return false;
        }
        return bins.lastKey() >= bin + 2
                || agents.stream()
                        .allMatch(agent ->
                                content.seen.contains(agent) || lastBins.getOrDefault(agent, Long.MAX_VALUE) < bin);
    }

    int missing(long bin) {
        Bin content = bins.get(bin);
        return content == null ? 0 : content.missing();
    }

    int late(long bin) {
        Bin content = bins.get(bin);
        return content == null ? 0 : content.late;
    }

    void forgetBefore(long bin) {
        bins.headMap(bin).clear();
    }
}
