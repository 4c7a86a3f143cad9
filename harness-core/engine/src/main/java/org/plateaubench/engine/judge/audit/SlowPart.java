// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/**
 * A part of a stretch in which operations had less than half of the rate that they had in the rest, or more than four
 * times the 95th percentile (measurement rule M21). It is a significant break of the logarithms, of a tenth of the
 * stretch or more.
 */
public record SlowPart(
        String line, SteadySeries.Kind kind, double fromSeconds, double toSeconds, double times, boolean ofTheHarness) {
    /** The share of the false alarms of a run that slow parts may raise. */
    private static final double SHARE = 0.05;
    /** The greatest correlation of neighbouring times to assume. A minute in seconds may have noise as slow as this. */
    private static final double CORRELATED = 0.9;

    public static int tests(SteadyBlocks blocks) {
        return 2 * blocks.lines().size();
    }

    /** The slow part of the first line that has one: of all operations, if there is. */
    public static @Nullable SlowPart of(SteadyBlocks blocks, int tests, double leastMs) {
        for (SteadyBlocks.Line line : blocks.lines()) {
            SlowPart rate = of(line, SteadySeries.Kind.LOG_RATE, line.rates(), tests, leastMs);
            SlowPart found = rate == null ? of(line, SteadySeries.Kind.LOG_P95, line.p95Ms(), tests, leastMs) : rate;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable SlowPart of(
            SteadyBlocks.Line line, SteadySeries.Kind kind, List<Double> values, int tests, double leastMs) {
        SteadySeries series = SteadySeries.ofLogarithms(kind, values);
        Break found =
                series.isTested() ? Break.of(series, CORRELATED, SHARE * Significance.FALSE_ALARMS / tests) : null;
        if (found == null) {
            return null;
        }
        int last = series.values().length;
        boolean isInside = (found.difference() < 0) == (kind == SteadySeries.Kind.LOG_RATE);
        // If it is the better part, what was before a shift is slow, or what is after a stretch.
        boolean isBefore = !isInside && found.to() == last;
        int from = isInside ? found.from() : isBefore ? 0 : found.to();
        int to = isInside ? found.to() : isBefore ? found.from() : last;
        double times = Math.exp(isInside ? found.difference() : -found.difference());
        double inMs = mean(values, series, from, to);
        double restMs = inMs / times;
        if (kind == SteadySeries.Kind.LOG_P95 && inMs - restMs < leastMs) {
            return null;
        }
        // Dispatch and completion lag are both in a response time.
        boolean ofLag = kind == SteadySeries.Kind.LOG_P95
                && inMs - 2 * mean(line.lagMs(), series, from, to) < Math.exp(kind.least()) * restMs;
        return new SlowPart(
                line.name(),
                kind,
                series.start(from) * line.seconds(),
                series.start(to) * line.seconds(),
                times,
                ofLag);
    }

    private static double mean(List<Double> values, SteadySeries series, int from, int to) {
        return IntStream.range(from, to)
                .mapToDouble(i -> values.get(series.blocks()[i]))
                .average()
                .orElse(0);
    }
}
