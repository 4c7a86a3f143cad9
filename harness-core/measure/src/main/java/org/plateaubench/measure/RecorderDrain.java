// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;

/** Reads the differences of one interval out of the cells of a recorder. One thread. */
final class RecorderDrain {
    private static final Phase[] PHASES = Phase.values();
    private static final LineInterval.Counts NOTHING = new LineInterval.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

    private final RecorderCells cells;
    private final List<WorkloadRecorder.Line> lines;
    private final HistogramReader[] times;
    private final HistogramReader[] errorTimes;
    private final HistogramReader[] lags;
    private final long[] longestCensoredEver;

    RecorderDrain(RecorderCells cells, List<WorkloadRecorder.Line> lines) {
        this.cells = cells;
        this.lines = lines;
        times = readers(cells.times);
        errorTimes = readers(cells.errorTimes);
        lags = readers(cells.lags);
        longestCensoredEver = new long[cells.longestCensored.length()];
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
        for (Phase window : PHASES) {
            Times dispatch = drained(lags[RecorderCells.dispatchLag(window)], HistogramLayout.OK);
            Times completion = drained(lags[RecorderCells.completionLag(window)], HistogramLayout.OK);
            if (dispatch != null || completion != null) {
                intervals.add(new LagInterval(window, dispatch, completion));
            }
        }
        return intervals;
    }

    WorkloadInterval.Gaps gaps() {
        long count = cells.counters.drain(cells.gaps());
        return new WorkloadInterval.Gaps(
                count, cells.counters.drain(cells.drawnGaps()), cells.counters.drain(cells.actualGaps()));
    }

    private void drainLine(int line, List<LineInterval> intervals) {
        // An end may lie in another phase than the intended start, so all windows are read before any is written.
        long[] okEnds = new long[PHASES.length];
        Successes[] successes = new Successes[PHASES.length];
        for (Phase window : PHASES) {
            successes[RecorderCells.number(window)] = successes(RecorderCells.window(line, window), okEnds);
        }
        for (Phase window : PHASES) {
            LineInterval interval = interval(
                    line, window, successes[RecorderCells.number(window)], okEnds[RecorderCells.number(window)]);
            if (interval != null) {
                intervals.add(interval);
            }
        }
    }

    private Successes successes(int window, long[] okEnds) {
        TimesSum response = new TimesSum(HistogramLayout.OK);
        TimesSum service = new TimesSum(HistogramLayout.OK);
        long ok = 0;
        long declined = 0;
        for (int column = 0; column < RecorderCells.COLUMNS; column++) {
            long count = times[RecorderCells.response(window, column)].drainTo(response);
            times[RecorderCells.service(window, column)].drainTo(service);
            if (column == RecorderCells.DECLINED) {
                declined = count;
            } else {
                ok += count;
                okEnds[column] += count;
            }
        }
        return new Successes(ok, declined, response.times(), service.times());
    }

    private @Nullable LineInterval interval(int line, Phase phase, Successes successes, long okEnds) {
        int window = RecorderCells.window(line, phase);
        Times error = drained(errorTimes[window], HistogramLayout.ERROR);
        long censored = cells.counters.drain(RecorderCells.censored(window));
        LineInterval.Counts counts = new LineInterval.Counts(
                cells.counters.drain(RecorderCells.issued(window)),
                successes.ok(),
                successes.declined(),
                error == null ? 0 : error.count(),
                cells.counters.drain(RecorderCells.abandoned(window)),
                cells.counters.drain(RecorderCells.dropped(window)),
                okEnds,
                censored,
                longestCensored(window, censored));
        Map<String, Long> errorsByClass = cells.errorsByClass[window].drain();
        Map<String, Long> declinedByReason = cells.declinedByReason[window].drain();
        boolean nothing = counts.equals(NOTHING)
                && errorsByClass.isEmpty()
                && declinedByReason.isEmpty()
                && successes.service() == null;
        WorkloadRecorder.Line named = lines.get(line);
        return nothing
                ? null
                : new LineInterval(
                        named.name(),
                        named.kind(),
                        phase,
                        counts,
                        errorsByClass,
                        declinedByReason,
                        successes.response(),
                        successes.service(),
                        error);
    }

    /** The age is written before it is counted; one that an earlier interval has taken already is given again. */
    private long longestCensored(int window, long censored) {
        if (censored == 0) {
            return 0;
        }
        long longest = cells.longestCensored.getAndSet(window, 0);
        longestCensoredEver[window] = Math.max(longestCensoredEver[window], longest);
        return longest == 0 ? longestCensoredEver[window] : longest;
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
            @Nullable Times response,
            @Nullable Times service) {}
}
