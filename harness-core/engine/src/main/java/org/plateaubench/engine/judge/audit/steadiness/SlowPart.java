// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit.steadiness;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.total.SteadyBlocks;

/**
 * A part of a stretch in which operations had less than half of the rate that they had in the rest, or more than four
 * times the 95th percentile (measurement rule M21). It is a significant break of the logarithms, of a tenth of the
 * stretch or more.
 *
 * @param line name of the operation, empty for all together
 * @param kind the changed figure
 * @param fromSeconds its start, in seconds since the start of the stretch
 * @param toSeconds its end, in seconds since the start of the stretch
 * @param times the figure in it over that in the rest
 */
public record SlowPart(String line, SteadySeries.Kind kind, double fromSeconds, double toSeconds, double times) {
    /** The share of the false alarms of a run that slow parts may raise. */
    private static final double SHARE = 0.05;

    /** The number of tests in a stretch. */
    public static int tests(SteadyBlocks blocks) {
        return 2 * blocks.lines().size();
    }

    /**
     * The slowest part, by the first line that has one: that of all operations, if there is.
     *
     * @param tests number of tests in the run
     */
    public static @Nullable SlowPart of(SteadyBlocks blocks, int tests) {
        for (SteadyBlocks.Line line : blocks.lines()) {
            SlowPart rate = of(line, SteadySeries.Kind.LOG_RATE, line.rates(), tests);
            SlowPart found = rate == null ? of(line, SteadySeries.Kind.LOG_P95, line.p95Ms(), tests) : rate;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable SlowPart of(
            SteadyBlocks.Line line, SteadySeries.Kind kind, List<Double> values, int tests) {
        SteadySeries series = SteadySeries.ofLogarithms(kind, values);
        Break found = series.isTested()
                ? Break.of(series, Change.CORRELATED, SHARE * Significance.FALSE_ALARMS / tests)
                : null;
        if (found == null) {
            return null;
        }
        boolean isInside = (found.difference() < 0) == (kind == SteadySeries.Kind.LOG_RATE);
        double from = series.start(found.from()) * line.seconds();
        double to = series.start(found.to()) * line.seconds();
        double end = series.start(series.values().length) * line.seconds();
        double times = Math.exp(isInside ? found.difference() : -found.difference());
        if (isInside) {
            return new SlowPart(line.name(), kind, from, to, times);
        }
        // It is the better part: what was before a shift is slow, or what is after a stretch.
        return to < end
                ? new SlowPart(line.name(), kind, to, end, times)
                : new SlowPart(line.name(), kind, 0, from, times);
    }
}
