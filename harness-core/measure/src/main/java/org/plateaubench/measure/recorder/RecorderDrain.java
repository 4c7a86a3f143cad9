// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.HistogramReader;
import org.plateaubench.measure.histogram.HistogramTable;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.histogram.TimesSum;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;

/** Reads the differences of one interval from the cells of a recorder. Not thread-safe. */
final class RecorderDrain {

    private final RecorderCells cells;
    private final List<RecordedLine> lines;
    private final HistogramReader[] times;
    private final HistogramReader[] errorTimes;
    private final HistogramReader[] lags;
    private final long[] runLongestCensored;

    RecorderDrain(RecorderCells cells, List<RecordedLine> lines) {
        this.cells = cells;
        this.lines = lines;
        times = readers(cells.times);
        errorTimes = readers(cells.errorTimes);
        lags = readers(cells.lags);
        runLongestCensored = new long[cells.longestCensored.length()];
    }

    List<LineInterval> lines() {
        List<LineInterval> intervals = new ArrayList<>();
        for (int line = 0; line < lines.size(); line++) {
            drainLine(line, intervals);
        }
        return intervals;
    }

    List<LagInterval> lags() {
        List<LagInterval> intervals = new ArrayList<>();
        for (PhaseWindow window : cells.windows) {
            Times dispatch = drained(lags[RecorderCells.dispatchLag(window)], HistogramLayout.OK);
            Times completion = drained(lags[RecorderCells.completionLag(window)], HistogramLayout.OK);
            Times wakeUp = drained(lags[RecorderCells.wakeUpLag(window)], HistogramLayout.OK);
            if (dispatch != null || completion != null || wakeUp != null) {
                intervals.add(new LagInterval(window, dispatch, completion, wakeUp));
            }
        }
        return intervals;
    }

    private void drainLine(int line, List<LineInterval> intervals) {
        for (PhaseWindow window : cells.windows) {
            LineInterval interval = interval(line, window);
            if (interval != null) {
                intervals.add(interval);
            }
        }
    }

    private Successes successes(int cell) {
        TimesSum response = new TimesSum(HistogramLayout.OK);
        TimesSum service = new TimesSum(HistogramLayout.OK);
        long endedInWindow = count(cell, RecorderCells.ENDED_IN_WINDOW, response, service);
        long endedInOther = count(cell, RecorderCells.ENDED_IN_OTHER, response, service);
        long declined = count(cell, RecorderCells.DECLINED, response, service);
        long okEnds = endedInWindow + cells.counters.drain(RecorderCells.endsFromOtherWindows(cell));
        return new Successes(endedInWindow + endedInOther, declined, okEnds, response.times(), service.times());
    }

    private long count(int cell, int column, TimesSum response, TimesSum service) {
        long count = times[RecorderCells.response(cell, column)].drainTo(response);
        times[RecorderCells.service(cell, column)].drainTo(service);
        return count;
    }

    private @Nullable LineInterval interval(int line, PhaseWindow window) {
        int cell = cells.cell(line, window);
        Successes successes = successes(cell);
        Times error = drained(errorTimes[cell], HistogramLayout.ERROR);
        long censored = cells.counters.drain(RecorderCells.censored(cell));
        LineInterval.Counts counts = new LineInterval.Counts(
                cells.counters.drain(RecorderCells.issued(cell)),
                successes.ok(),
                successes.declined(),
                error == null ? 0 : error.count(),
                cells.counters.drain(RecorderCells.abandoned(cell)),
                cells.counters.drain(RecorderCells.dropped(cell)),
                successes.okEnds(),
                censored,
                longestCensored(cell, censored));
        Map<String, Long> errorsByClass = cells.errorsByClass[cell].drain();
        Map<String, Long> declinedByReason = cells.declinedByReason[cell].drain();
        boolean isEmpty = counts.equals(LineInterval.Counts.NONE)
                && errorsByClass.isEmpty()
                && declinedByReason.isEmpty()
                && successes.service() == null;
        RecordedLine recorded = lines.get(line);
        return isEmpty
                ? null
                : new LineInterval(
                        recorded.name(),
                        recorded.kind(),
                        window,
                        counts,
                        errorsByClass,
                        declinedByReason,
                        successes.response(),
                        successes.service(),
                        error);
    }

    /**
     * The longest age of censored operations. The age is written before it is counted; if an earlier interval has
     * already taken it, it is returned again.
     */
    private long longestCensored(int cell, long censored) {
        if (censored == 0) {
            return 0;
        }
        long longest = cells.longestCensored.getAndSet(cell, 0);
        runLongestCensored[cell] = Math.max(runLongestCensored[cell], longest);
        return longest == 0 ? runLongestCensored[cell] : longest;
    }

    private static @Nullable Times drained(HistogramReader reader, HistogramLayout layout) {
        TimesSum sum = new TimesSum(layout);
        reader.drainTo(sum);
        return sum.times();
    }

    private static HistogramReader[] readers(HistogramTable table) {
        HistogramReader[] readers = new HistogramReader[table.histograms()];
        int[] scratch = new int[table.layout().chunkSize()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new HistogramReader(table, i, scratch);
        }
        return readers;
    }

    private record Successes(
            long ok,
            long declined,
            long okEnds,
            @Nullable Times response,
            @Nullable Times service) {}
}
