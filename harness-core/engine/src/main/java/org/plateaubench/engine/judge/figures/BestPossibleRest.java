// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The best possible rest of a period after the figures of its first part: from there on all users are present, and
 * everything succeeds in no time. A rule that is violated even then will stay violated.
 *
 * @param whole the steady window, or a portion of it, as planned
 * @param operations greatest number of operations that can still be intended in it, end in it, or end having been
 *     intended in it
 * @param probes greatest number of lags of the harness that can still be measured in it
 */
public record BestPossibleRest(Extent whole, long operations, long probes) {
    /** A number that exceeds that of any run, for an unbounded rest. */
    public static final long UNBOUNDED = 1L << 40;

    /** The figures of the whole period with this rest. */
    public WorkloadFigures after(WorkloadFigures soFar) {
        Window seen = soFar.extent().window();
        Window window = Objects.requireNonNull(whole.window(), "what is planned has its time");
        double share = seen == null ? 0 : seen.seconds() / window.seconds();
        int users = soFar.planned().load().users();
        Double live = soFar.meanLiveUsers();
        AttendanceFigures attendance = soFar.attendance();
        Edges edges = soFar.edges();
        return new WorkloadFigures(
                soFar.planned(),
                whole,
                soFar.lines().stream().map(this::after).toList(),
                soFar.counters(),
                live == null ? null : Double.valueOf(share * live + (1 - share) * users),
                share * soFar.meanLostUsers(),
                attendance == null ? null : after(attendance, share, users),
                new Edges(edges.inFlightAtStart(), 0, share < 1 ? 0 : edges.queuedAtEnd()),
                soFar.worstBacklog(),
                after(soFar.dispatchLag(), operations),
                after(soFar.completionLag(), Math.max(operations, probes)),
                after(soFar.wakeUpLag(), probes),
                soFar.schedule());
    }

    /** The attendance with this rest. The longest absence is omitted, because it may become shorter with more data. */
    private static AttendanceFigures after(AttendanceFigures seen, double share, double users) {
        double rest = (1 - share) * users;
        return new AttendanceFigures(
                share * seen.asked() + rest,
                share * seen.connected() + rest,
                share * seen.joining(),
                share * seen.away(),
                0);
    }

    private LineFigures after(LineFigures line) {
        long successes = line.kind() == LineInterval.Kind.SERIES ? UNBOUNDED : operations;
        LineTotals totals = new LineTotals(line.name(), line.kind());
        totals.add(line.totals());
        totals.addBest(successes);
        return new LineFigures(
                totals,
                after(line.responses(), successes),
                line.services(),
                line.failures(),
                line.longestFailingNanos());
    }

    private static LagFigures after(LagFigures lag, long more) {
        TimesSum sum = new TimesSum();
        sum.add(lag.sum());
        sum.addNothing();
        return new LagFigures(sum, after(lag.histogram(), more));
    }

    private static Histogram after(Histogram times, long more) {
        Histogram all = times.copy();
        all.recordValueWithCount(0, more);
        return all;
    }
}
