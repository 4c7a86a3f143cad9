// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.api.Phase;

/**
 * All that a recorder counts, and where. The hot half, {@link WorkloadRecorder}, adds; the cold half,
 * {@link RecorderDrain}, reads.
 *
 * <p>Times of successes are kept apart by the phase of the intended start <em>and</em> by the phase of the end, so that
 * one record counts for both populations of measurement rule M11 and the counts can never disagree with the histogram.
 *
 * <p>Memory of a histogram: stripes x chunks touched x 4 KiB (ok, lags) or x 512 bytes (errors), chunks being doublings
 * of the time above 0.5 ms. Seven operations with times over a range of 1 to 30, in three windows: about 4 MiB on 2
 * cores and 16 MiB on 8 and more, for response and service each; never more than 98 KiB per stripe and histogram.
 */
final class RecorderCells {
    static final int PHASES = Phase.values().length;
    /** Of a line in a window: one column of successes per phase of the end, and one of refusals. */
    static final int COLUMNS = PHASES + 1;

    static final int DECLINED = PHASES;

    private static final int RESPONSE = 0;
    private static final int SERVICE = 1;
    private static final int ISSUED = 0;
    private static final int ABANDONED = 1;
    private static final int DROPPED = 2;
    private static final int CENSORED = 3;
    private static final int COUNTERS_OF_WINDOW = 4;

    final int lines;
    final HistogramTable times;
    final HistogramTable errorTimes;
    final HistogramTable lags;
    final StripedCounters counters;
    final AtomicLongArray longestCensored;
    final ReasonCounts[] errorsByClass;
    final ReasonCounts[] declinedByReason;

    RecorderCells(int lines, int measures) {
        int windows = lines * PHASES;
        this.lines = lines;
        times = new HistogramTable(HistogramLayout.OK, windows * COLUMNS * 2);
        errorTimes = new HistogramTable(HistogramLayout.ERROR, windows);
        lags = new HistogramTable(HistogramLayout.OK, PHASES * 2);
        counters = new StripedCounters(windows * COUNTERS_OF_WINDOW + 3 + measures);
        longestCensored = new AtomicLongArray(windows);
        errorsByClass = reasonCounts(windows);
        declinedByReason = reasonCounts(windows);
    }

    private static ReasonCounts[] reasonCounts(int windows) {
        ReasonCounts[] counts = new ReasonCounts[windows];
        Arrays.setAll(counts, window -> new ReasonCounts());
        return counts;
    }

    /** A place in memory of this process, never in a file: the order of the phases may change. */
    @SuppressWarnings("EnumOrdinal")
    static int number(Phase phase) {
        return phase.ordinal();
    }

    /** A line in a window. */
    static int window(int line, Phase window) {
        return line * PHASES + number(window);
    }

    /** Column of the successes that ended in a phase. */
    static int ended(Phase end) {
        return number(end);
    }

    static int response(int window, int column) {
        return (window * COLUMNS + column) * 2 + RESPONSE;
    }

    static int service(int window, int column) {
        return (window * COLUMNS + column) * 2 + SERVICE;
    }

    static int dispatchLag(Phase window) {
        return number(window) * 2;
    }

    static int completionLag(Phase window) {
        return number(window) * 2 + 1;
    }

    static int issued(int window) {
        return window * COUNTERS_OF_WINDOW + ISSUED;
    }

    static int abandoned(int window) {
        return window * COUNTERS_OF_WINDOW + ABANDONED;
    }

    static int dropped(int window) {
        return window * COUNTERS_OF_WINDOW + DROPPED;
    }

    static int censored(int window) {
        return window * COUNTERS_OF_WINDOW + CENSORED;
    }

    int gaps() {
        return lines * PHASES * COUNTERS_OF_WINDOW;
    }

    int drawnGaps() {
        return gaps() + 1;
    }

    int actualGaps() {
        return gaps() + 2;
    }

    int measure(int measureIndex) {
        return gaps() + 3 + measureIndex;
    }
}
