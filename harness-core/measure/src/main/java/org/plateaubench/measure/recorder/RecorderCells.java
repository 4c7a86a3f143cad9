// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.HistogramTable;
import org.plateaubench.measure.histogram.StripedCounters;
import org.plateaubench.measure.interval.PhaseWindow;

/**
 * The layout of all counts of a recorder. {@link WorkloadRecorder} adds to them; {@link RecorderDrain} reads them.
 *
 * <p>Nearly every success ends in the window of its intended start, and is one record for both populations of
 * measurement rule M11. A success that ends in another window is kept in a separate histogram and also counted in that
 * window.
 *
 * <p>Memory of a histogram: stripes x chunks touched x 4 KiB (ok, lags) or x 512 bytes (errors), chunks being doublings
 * of the time above 0.5 ms. Seven operations with times over a range of 1 to 30, in three windows: about 4 MiB on 2
 * cores and 16 MiB on 8 and more, for response and service each; never more than 98 KiB per stripe and histogram. A
 * window in which nothing was recorded takes a few bytes per line and stripe.
 */
final class RecorderCells {
    static final int ENDED_IN_WINDOW = 0;
    static final int ENDED_IN_OTHER = 1;
    static final int DECLINED = 2;

    static final int COLUMNS = 3;

    private static final int LAGS = 3;
    private static final int RESPONSE = 0;
    private static final int SERVICE = 1;
    private static final int ISSUED = 0;
    private static final int ABANDONED = 1;
    private static final int DROPPED = 2;
    private static final int CENSORED = 3;
    private static final int ENDS_FROM_OTHERS = 4;
    private static final int COUNTERS_OF_CELL = 5;

    final List<PhaseWindow> windows;

    final int lines;
    private final int windowIndexes;
    final HistogramTable times;
    final HistogramTable errorTimes;
    final HistogramTable lags;
    final StripedCounters counters;
    final AtomicLongArray longestCensored;
    /** Number of threads that have requested their own copy. */
    final AtomicInteger owned = new AtomicInteger();

    final ReasonCounts[] errorsByClass;
    final ReasonCounts[] declinedByReason;

    RecorderCells(int lines, int measures, int steadyParts) {
        this.windows = PhaseWindow.all(steadyParts);
        this.windowIndexes = PhaseWindow.indexCount(steadyParts);
        this.lines = lines;
        int cells = lines * windowIndexes;
        times = new HistogramTable(HistogramLayout.OK, cells * COLUMNS * 2);
        errorTimes = new HistogramTable(HistogramLayout.ERROR, cells);
        lags = new HistogramTable(HistogramLayout.OK, windowIndexes * LAGS);
        counters = new StripedCounters(cells * COUNTERS_OF_CELL + measures);
        longestCensored = new AtomicLongArray(cells);
        errorsByClass = reasonCounts(cells);
        declinedByReason = reasonCounts(cells);
    }

    private static ReasonCounts[] reasonCounts(int cells) {
        ReasonCounts[] counts = new ReasonCounts[cells];
        Arrays.setAll(counts, cell -> new ReasonCounts());
        return counts;
    }

    /**
     * Allocates memory in a window for the values of another one, and for values that are due in the first and end in
     * the second.
     */
    void allocateLike(PhaseWindow window, PhaseWindow other) {
        for (int line = 0; line < lines; line++) {
            int to = cell(line, window);
            int from = cell(line, other);
            for (int column : List.of(ENDED_IN_WINDOW, DECLINED)) {
                times.allocateLike(response(to, column), response(from, column));
                times.allocateLike(service(to, column), service(from, column));
            }
            times.allocateLike(response(from, ENDED_IN_OTHER), response(from, ENDED_IN_WINDOW));
            times.allocateLike(service(from, ENDED_IN_OTHER), service(from, ENDED_IN_WINDOW));
        }
        lags.allocateLike(dispatchLag(window), dispatchLag(other));
        lags.allocateLike(completionLag(window), completionLag(other));
        lags.allocateLike(wakeUpLag(window), wakeUpLag(other));
    }

    int cell(int line, PhaseWindow window) {
        return line * windowIndexes + window.index();
    }

    static int response(int cell, int column) {
        return (cell * COLUMNS + column) * 2 + RESPONSE;
    }

    static int service(int cell, int column) {
        return (cell * COLUMNS + column) * 2 + SERVICE;
    }

    static int dispatchLag(PhaseWindow window) {
        return window.index() * LAGS;
    }

    static int completionLag(PhaseWindow window) {
        return window.index() * LAGS + 1;
    }

    static int wakeUpLag(PhaseWindow window) {
        return window.index() * LAGS + 2;
    }

    static int issued(int cell) {
        return cell * COUNTERS_OF_CELL + ISSUED;
    }

    static int abandoned(int cell) {
        return cell * COUNTERS_OF_CELL + ABANDONED;
    }

    static int dropped(int cell) {
        return cell * COUNTERS_OF_CELL + DROPPED;
    }

    static int censored(int cell) {
        return cell * COUNTERS_OF_CELL + CENSORED;
    }

    static int endsFromOtherWindows(int cell) {
        return cell * COUNTERS_OF_CELL + ENDS_FROM_OTHERS;
    }

    int measure(int measureIndex) {
        return lines * windowIndexes * COUNTERS_OF_CELL + measureIndex;
    }

    /**
     * Counts how often each error class, or each reason of a refusal, occurred. Their number is bounded: beyond {@value
     * #MAX_DISTINCT} distinct ones, all others are counted as {@link DistinctErrors#OTHER}. Any thread may add, one
     * thread drains.
     */
    static final class ReasonCounts {
        /** The maximum number of distinct reasons; a race may add as many more as there are threads. */
        static final int MAX_DISTINCT = 200;

        private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();
        private final Map<String, Long> seen = new HashMap<>();

        void add(String reason) {
            LongAdder known = counts.get(reason);
            if (known == null) {
                String counted = counts.size() < MAX_DISTINCT ? reason : DistinctErrors.OTHER;
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
}
