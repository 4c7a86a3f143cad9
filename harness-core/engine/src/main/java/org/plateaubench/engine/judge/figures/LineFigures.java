// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The figures of a line, or of several combined, in the steady window.
 *
 * @param totals counts and exact sums
 * @param responses response times of successes and refusals
 * @param services service times of the same operations
 * @param failures response times of errors
 * @param longestFailingNanos longest time without a success in which an attempt failed; 0 for several lines
 */
public record LineFigures(
        LineTotals totals, Histogram responses, Histogram services, Histogram failures, long longestFailingNanos) {

    public String name() {
        return totals.name();
    }

    public LineInterval.Kind kind() {
        return totals.kind();
    }

    public Map<String, Long> errorsByClass() {
        return totals.errorsByClass();
    }

    public Map<String, Long> declinedByReason() {
        return totals.declinedByReason();
    }

    public RankedTimes responseTimes() {
        LineInterval.Counts counts = totals.counts();
        return totals.response().ranked(responses, counts.censored(), counts.longestCensoredNanos());
    }

    public RankedTimes serviceTimes() {
        return totals.service().ranked(services, 0, 0);
    }

    public RankedTimes errorTimes() {
        return totals.error().ranked(failures, 0, 0);
    }

    /** Combines several lines: adds their counts and merges their histograms. */
    public static LineFigures merge(String name, LineInterval.Kind kind, List<LineFigures> parts) {
        LineTotals totals = new LineTotals(name, kind);
        for (LineFigures part : parts) {
            totals.add(part.totals);
        }
        return new LineFigures(
                totals,
                mergeOf(parts, LineFigures::responses),
                mergeOf(parts, LineFigures::services),
                mergeOf(parts, LineFigures::failures),
                0);
    }

    private static Histogram mergeOf(List<LineFigures> parts, Function<LineFigures, Histogram> kind) {
        List<Histogram> histograms = new ArrayList<>();
        parts.forEach(part -> histograms.add(kind.apply(part)));
        return merged(histograms);
    }

    /** The sum of histograms of one layout; an empty one when there are none. The parts are not changed. */
    public static Histogram merged(List<Histogram> parts) {
        Histogram sum = null;
        for (Histogram part : parts) {
            if (part.getTotalCount() == 0) {
                continue;
            }
            if (sum == null) {
                // A copy of the first part has its layout, so that every bucket adds up exactly.
                sum = part.copy();
                sum.setAutoResize(true);
            } else {
                sum.add(part);
            }
        }
        return sum == null ? HistogramRange.okHistogram() : sum;
    }
}
