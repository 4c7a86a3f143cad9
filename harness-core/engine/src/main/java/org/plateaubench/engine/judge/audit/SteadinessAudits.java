// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.Change.Drift;
import org.plateaubench.engine.judge.audit.SteadySeries.Kind;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/**
 * Checks whether the steady state was steady (measurement rule M21). It finds an outage, a slow part, and a drift, a
 * level shift or an outlying stretch that is both significant and large. All windows of a run are tested together:
 * together they may raise one false alarm in 10,000 runs, and estimate the correlation of the noise better.
 */
public final class SteadinessAudits {
    /** If noise could hide a drift of this size, in percent, drifts are not tested. */
    private static final double HIDDEN_PERCENT = 100;

    private static final double ANY_PERCENT = 1_000;

    /** A change that takes this share of the window or more is a level shift, and not an outlying stretch. */
    private static final double HALF = 0.5;

    private final Change.SignificanceLevel significance;

    public record TestedWindow(Scope scope, SteadyBlocks blocks, boolean noted, double leastMs) {
        private List<SteadySeries> tested() {
            return Stream.of(
                            SteadySeries.of(Kind.RATE, blocks.rates()),
                            SteadySeries.of(Kind.P95, blocks.p95Ms()),
                            SteadySeries.of(Kind.QUEUE, blocks.queued()))
                    .filter(SteadySeries::isTested)
                    .toList();
        }
    }

    private final int slowTests;

    private SteadinessAudits(List<TestedWindow> windows) {
        slowTests = windows.stream()
                .mapToInt(window -> SlowPart.tests(window.blocks))
                .sum();
        significance = Change.significanceLevel(
                windows.stream().flatMap(window -> window.tested().stream()).toList());
    }

    public static List<AuditResult> of(List<TestedWindow> windows) {
        SteadinessAudits tests = new SteadinessAudits(windows);
        List<AuditResult> audits = new ArrayList<>();
        for (TestedWindow window : windows) {
            Outage outage = Outage.of(window.blocks, windows.size());
            audits.add(outage(window, outage, windows.size()));
            SlowPart slow = outage == null ? SlowPart.of(window.blocks, tests.slowTests, window.leastMs) : null;
            audits.add(slow == null ? tests.change(window, outage != null) : slow(window, slow));
        }
        return audits;
    }

    private static AuditResult outage(TestedWindow window, @Nullable Outage outage, int windows) {
        SteadyBlocks blocks = window.blocks;
        double least = Outage.leastSeconds(blocks.seconds());
        double detectable = Outage.detectableSeconds(blocks, windows);
        boolean varies = blocks.shape() == SteadyBlocks.Shape.VARYING;
        if (outage == null && detectable > HALF * blocks.seconds()) {
            String message = "So few operations came" + (varies ? ", or they took so long," : "")
                    + " that a standstill of less than half of the " + blocks.name() + " could be chance. Use"
                    + " a longer " + blocks.name() + " or more load.";
            return AuditResult.notTested(AuditOrRule.OUTAGE, window.scope, Figures.rounded(least), "s", message);
        }
        boolean ofHarness = outage != null && outage.isOfHarness();
        String message = outage == null
                ? "In the " + blocks.name() + " there was no standstill and no burst of errors of "
                        + Figures.text(Math.ceil(detectable), "s") + " or more" + (varies ? " at its mean rate." : ".")
                : window.scope + ": " + words(blocks, outage)
                        + (ofHarness
                                ? " The load generator itself stopped then. Find out why."
                                : " Find out what stopped then: the SUT, its connections, or something in front of"
                                        + " it.");
        return new AuditResult(
                AuditOrRule.OUTAGE,
                outage == null ? AuditResult.State.OK : AuditResult.State.VIOLATED,
                window.scope,
                outage == null ? 0.0 : Figures.rounded(outage.seconds()),
                Figures.rounded(least),
                "s",
                ofHarness,
                outage != null && !ofHarness,
                message);
    }

    private static String words(SteadyBlocks blocks, Outage outage) {
        String when = when(blocks, outage.fromSeconds(), outage.toSeconds());
        return outage.errors()
                ? when + ", " + Figures.text(outage.failed()) + " of "
                        + Figures.text(outage.failed() + outage.successes()) + " attempts failed; by the rest of the"
                        + " " + blocks.name() + ", the number to expect is "
                        + Figures.text(Math.rint(outage.expected())) + "."
                : (outage.isOfHarness() ? "nothing was requested: " : "the SUT stopped: ") + when + ", "
                        + Figures.text(outage.successes())
                        + " operations succeeded; by the rest of the " + blocks.name() + ", the number to expect is "
                        + Figures.text(Math.rint(outage.expected())) + ".";
    }

    private static String when(SteadyBlocks blocks, double from, double to) {
        return "from second " + Figures.text(Math.rint(from)) + " to " + Figures.text(Math.rint(to)) + " of the "
                + blocks.name();
    }

    private static AuditResult slow(TestedWindow window, SlowPart slow) {
        SteadyBlocks blocks = window.blocks;
        boolean isRate = slow.kind() == Kind.LOG_RATE;
        int from = (int) (slow.fromSeconds() / blocks.secondsPerSlot());
        int to = (int) Math.min(blocks.slots().size(), slow.toSeconds() / blocks.secondsPerSlot());
        double stalled = blocks.slots().subList(from, to).stream()
                .mapToDouble(SteadyBlocks.Slot::stalledSeconds)
                .sum();
        boolean ofHarness = slow.ofHarness() || stalled >= HALF * (slow.toSeconds() - slow.fromSeconds());
        String remedy = slow.fromSeconds() > 0
                ? "Find out what slowed the system down then."
                : "If the system was not warm yet, use a longer ramp-up; otherwise find out what slowed it down then.";
        return new AuditResult(
                AuditOrRule.STEADINESS,
                AuditResult.State.VIOLATED,
                window.scope,
                Figures.rounded(100 * Math.abs(slow.times() - 1)),
                (isRate ? Kind.RATE : Kind.P95).percent(),
                "%",
                ofHarness,
                !ofHarness,
                window.scope + ": " + when(blocks, slow.fromSeconds(), slow.toSeconds()) + ", "
                        + slow.kind().words() + (slow.line().isEmpty() ? "" : " of " + Words.of(slow.line()))
                        + " was "
                        + (isRate
                                ? "only " + Figures.text(Figures.rounded(100 * slow.times()), "%") + " of that"
                                : Figures.text(Figures.rounded(slow.times()), "times") + " that")
                        + " at other times. "
                        + (ofHarness
                                ? "The harness itself was late or stopped then: see its lag and its longest stall."
                                : remedy));
    }

    private AuditResult change(TestedWindow window, boolean hasOutage) {
        double bound = Kind.RATE.percent();
        SteadyBlocks blocks = window.blocks;
        List<SteadySeries> tested = window.tested();
        Change found = null;
        double hidden = 0;
        for (SteadySeries series : tested) {
            Change change = Change.of(series, significance);
            found = found == null ? change : found;
            hidden = Math.max(hidden, series.kind() == Kind.QUEUE ? 0 : hidden(series));
        }
        if (found != null) {
            return changed(window, found, hasOutage);
        }
        if (blocks.shape() != SteadyBlocks.Shape.EVEN) {
            String message =
                    "The load of the " + blocks.name() + " changes as planned, and the figures change with it.";
            return AuditResult.notTested(AuditOrRule.STEADINESS, window.scope, bound, "%", message);
        }
        if (blocks.rates().size() < SteadySeries.MIN_BLOCKS || hidden > HIDDEN_PERCENT) {
            return AuditResult.notTested(AuditOrRule.STEADINESS, window.scope, bound, "%", untested(blocks, hidden));
        }
        String text = "Over " + blocks.rates().size() + " blocks of the " + blocks.name()
                + " no change was both certain and large; a drift of "
                + Figures.text(Math.ceil(Math.max(bound, hidden)), "%") + " would have been seen.";
        return AuditResult.of(AuditOrRule.STEADINESS, true, window.scope, null, bound, "%", text)
                .noted(window.noted);
    }

    private AuditResult changed(TestedWindow window, Change found, boolean hasOutage) {
        boolean fails = found.isSevere() && !hasOutage;
        return new AuditResult(
                AuditOrRule.STEADINESS,
                AuditResult.State.VIOLATED,
                window.scope,
                Figures.rounded(Math.abs(found.percent())),
                found.series().kind().percent(),
                "%",
                // The effects of an outage are also the SUT's fault.
                !fails && (window.noted || hasOutage),
                fails,
                window.scope + ": " + words(window.blocks, found));
    }

    private static String untested(SteadyBlocks blocks, double hidden) {
        return blocks.rates().size() < SteadySeries.MIN_BLOCKS
                ? SteadySeries.MIN_BLOCKS + " blocks of at least 5 s and 50 completions are needed: use a longer "
                        + blocks.name() + " or more load."
                : "In " + blocks.rates().size() + " blocks of "
                        + Figures.text(Math.rint(blocks.secondsPerBlock()), "s")
                        + " a drift " + size(hidden) + " could be hidden by the noise: use a longer " + blocks.name()
                        + ".";
    }

    private static String size(double hidden) {
        return hidden < ANY_PERCENT ? "of up to " + Figures.text(Math.ceil(hidden), "%") : "of any size";
    }

    private double hidden(SteadySeries series) {
        int n = series.values().length;
        Drift drift = Drift.of(series);
        return Math.abs(series.percent(drift.detectable(
                n, Change.assumedCorrelation(drift, n, significance), significance.driftProbability(series))));
    }

    private static String words(SteadyBlocks blocks, Change change) {
        String what = change.series().kind().words();
        double seconds = blocks.secondsPerBlock();
        String amount = Figures.text(Math.abs(change.percent()), "%");
        String allowed =
                "; at most " + Figures.text(change.series().kind().percent(), "%") + " of the median is allowed. ";
        String direction = change.amount() > 0 ? "higher" : "lower";
        return switch (change.form()) {
            case DRIFT ->
                what + " drifted by " + Figures.text(change.percent(), "%") + " of its median through the "
                        + blocks.name() + allowed
                        + "No single figure describes such a run. Use a longer ramp-up, or find what grows or fills"
                        + " up in the system.";
            case SHIFT ->
                what + " was " + amount + " " + direction + " from second "
                        + Figures.text(Math.rint(change.series().start(change.from()) * seconds)) + " of the "
                        + blocks.name()
                        + " on than before" + allowed
                        + "No single figure describes such a run: find what changed in the system then.";
            case OUTLYING_STRETCH ->
                what + " was " + amount + " " + direction + " "
                        + when(
                                blocks,
                                change.series().start(change.from()) * seconds,
                                change.series().start(change.to()) * seconds)
                        + " than in the rest" + allowed
                        + "No single figure describes such a run: find what happened in the system then.";
        };
    }

    /**
     * A part of a window in which operations had less than half the rate of the rest, or over four times the 95th
     * percentile (rule M21): a significant break of the logarithms, of a tenth of the window or more.
     */
    record SlowPart(String line, Kind kind, double fromSeconds, double toSeconds, double times, boolean ofHarness) {
        /** The share of the permitted false alarms of a run that slow parts may raise. */
        private static final double ALARM_SHARE = 0.05;
        /** The greatest correlation of neighbouring times to assume. A minute in seconds may have noise this slow. */
        private static final double CORRELATED = 0.9;

        public static int tests(SteadyBlocks blocks) {
            return 2 * blocks.lines().size();
        }

        /** The slow part of the first line that has one: of all operations, if there is. */
        public static @Nullable SlowPart of(SteadyBlocks blocks, int tests, double leastMs) {
            for (SteadyBlocks.Line line : blocks.lines()) {
                SlowPart rate = of(line, Kind.LOG_RATE, line.rates(), tests, leastMs);
                SlowPart found = rate == null ? of(line, Kind.LOG_P95, line.p95Ms(), tests, leastMs) : rate;
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private static @Nullable SlowPart of(
                SteadyBlocks.Line line, Kind kind, List<Double> values, int tests, double leastMs) {
            SteadySeries series = SteadySeries.ofLogarithms(kind, values);
            Break found = series.isTested()
                    ? Break.of(series, CORRELATED, ALARM_SHARE * Significance.FALSE_ALARMS / tests)
                    : null;
            if (found == null) {
                return null;
            }
            int last = series.values().length;
            boolean isInside = (found.difference() < 0) == (kind == Kind.LOG_RATE);
            // If the break is the better part, the slow part is before a shift, or after an outlying stretch.
            boolean isBefore = !isInside && found.to() == last;
            int from = isInside ? found.from() : isBefore ? 0 : found.to();
            int to = isInside ? found.to() : isBefore ? found.from() : last;
            double times = Math.exp(isInside ? found.difference() : -found.difference());
            double slowMs = mean(values, series, from, to);
            double restMs = slowMs / times;
            if (kind == Kind.LOG_P95 && slowMs - restMs < leastMs) {
                return null;
            }
            // Dispatch and completion lag are both in a response time.
            boolean isFromLag = kind == Kind.LOG_P95
                    && slowMs - 2 * mean(line.lagMs(), series, from, to) < Math.exp(kind.least()) * restMs;
            double fromSeconds = series.start(from) * line.seconds();
            double toSeconds = series.start(to) * line.seconds();
            return new SlowPart(line.name(), kind, fromSeconds, toSeconds, times, isFromLag);
        }

        private static double mean(List<Double> values, SteadySeries series, int from, int to) {
            return IntStream.range(from, to)
                    .mapToDouble(i -> values.get(series.blocks()[i]))
                    .average()
                    .orElse(0);
        }
    }
}
