// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.judge.figures.Estimate;
import org.plateaubench.measure.interval.LineInterval;

/** One operation over all tiles, inside and outside of the events of a kind. Not thread-safe. */
final class SidedLine {
    /** The compared percentiles, by name. */
    private static final Map<String, Double> PERCENTILES = percentiles();

    private final String workload;
    private final String operation;
    private final EventSlots slots;
    private final SidedTimes inside;
    private final SidedTimes outside;
    private final List<ComparedFigure> figures = new ArrayList<>();

    SidedLine(String workload, String operation, EventSlots slots) {
        this.workload = workload;
        this.operation = operation;
        this.slots = slots;
        inside = new SidedTimes(slots.count());
        outside = new SidedTimes(slots.count());
    }

    private static Map<String, Double> percentiles() {
        Map<String, Double> shares = new LinkedHashMap<>();
        shares.put("p50", 0.5);
        shares.put("p95", 0.95);
        shares.put("p99", 0.99);
        return shares;
    }

    /**
     * Adds equal times.
     *
     * @param again whether this is the second reading, which counts them by slot
     */
    void add(long middleNanos, long valueNanos, long count, boolean again) {
        int slot = slots.slot(middleNanos - valueNanos);
        SidedTimes side = slots.isInside(slot) ? inside : outside;
        if (again) {
            side.count(slot, valueNanos, count);
        } else {
            side.add(valueNanos, count);
        }
    }

    /** Adds operations that ended without an answer; only the longest wait is known of several ones. */
    void addCensored(long middleNanos, LineInterval.Counts counts) {
        int slot = slots.slot(middleNanos - counts.longestCensoredNanos());
        (slots.isInside(slot) ? inside : outside).addCensored(slot, counts.censored(), counts.longestCensoredNanos());
    }

    /** Chooses the percentiles to compare, after the first reading. */
    void choose() {
        PERCENTILES.forEach((name, share) -> {
            Estimate within = inside.percentile(share);
            Estimate without = outside.percentile(share);
            if (within != null && without != null) {
                ComparedFigure figure = new ComparedFigure(
                        workload, operation, name, share, inside.count(), outside.count(), within, without);
                figures.add(figure);
                if (figure.isComparable()) {
                    inside.compareAt(share);
                    outside.compareAt(share);
                }
            }
        });
    }

    /** Compares, after the second reading. */
    void compare(long seed) {
        for (ComparedFigure figure : figures) {
            figure.compare(inside.part(figure.share()), outside.part(figure.share()), seed);
        }
    }

    List<ComparedFigure> figures() {
        return figures;
    }
}
