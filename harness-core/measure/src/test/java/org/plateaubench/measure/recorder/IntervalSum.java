// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Adds up drained intervals the way a reader of a run does. */
final class IntervalSum {
    long intervals;
    long counters;
    final Map<String, Line> lines = new HashMap<>();

    static final class Line {
        long issued;
        long ok;
        long declined;
        long errors;
        long abandoned;
        long dropped;
        long okEnds;
        long censored;
        long longestCensoredNanos;
        final Map<String, Long> errorsByClass = new HashMap<>();
        final Map<String, Long> declinedByReason = new HashMap<>();
        final Total response = new Total(HistogramRange.okHistogram());
        final Total service = new Total(HistogramRange.okHistogram());
        final Total error = new Total(HistogramRange.errorHistogram());
    }

    static final class Total {
        final Histogram histogram;
        long sumNanos;
        long minNanos = Long.MAX_VALUE;
        long maxNanos = Long.MIN_VALUE;
        long overflow;

        Total(Histogram histogram) {
            this.histogram = histogram;
        }

        void add(@Nullable Times times) {
            if (times != null) {
                times.histogram().addTo(histogram);
                sumNanos += times.sumNanos();
                minNanos = Math.min(minNanos, times.minNanos());
                maxNanos = Math.max(maxNanos, times.maxNanos());
                overflow += times.overflow();
            }
        }

        void record(long nanos) {
            sumNanos += nanos;
            minNanos = Math.min(minNanos, nanos);
            maxNanos = Math.max(maxNanos, nanos);
            if (nanos > HistogramRange.HIGHEST_NANOS) {
                overflow++;
            } else {
                histogram.recordValue(nanos);
            }
        }
    }

    Line line(String name, PhaseWindow window) {
        return lines.computeIfAbsent(name + "/" + window.label(), key -> new Line());
    }

    void add(WorkloadInterval interval) {
        intervals++;
        counters +=
                interval.counters().values().stream().mapToLong(Long::longValue).sum();
        for (LineInterval part : interval.lines()) {
            add(line(part.line(), part.window()), part);
        }
    }

    private static void add(Line line, LineInterval part) {
        LineInterval.Counts counts = part.counts();
        line.issued += counts.issued();
        line.ok += counts.ok();
        line.declined += counts.declined();
        line.errors += counts.errors();
        line.abandoned += counts.abandoned();
        line.dropped += counts.dropped();
        line.okEnds += counts.okEnds();
        line.censored += counts.censored();
        line.longestCensoredNanos = Math.max(line.longestCensoredNanos, counts.longestCensoredNanos());
        part.errorsByClass().forEach((name, count) -> line.errorsByClass.merge(name, count, Long::sum));
        part.declinedByReason().forEach((reason, count) -> line.declinedByReason.merge(reason, count, Long::sum));
        line.response.add(part.response());
        line.service.add(part.service());
        line.error.add(part.error());
    }
}
