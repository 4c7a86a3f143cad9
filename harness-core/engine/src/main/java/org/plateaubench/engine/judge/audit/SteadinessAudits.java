// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/** Whether the steady state was steady: a trend over ten blocks that is both sure and large (measurement rule M21). */
public final class SteadinessAudits {
    static final double SECONDS = 5;
    static final double COMPLETIONS = 200;
    static final double RATE_PERCENT = 10;
    static final double TIME_PERCENT = 20;
    static final double TIME_MS = 1;
    /** Greatest p of a trend, however few are tested. */
    static final double GREATEST_P = 1e-3;
    /** Only ten blocks in perfect order are surer: 2 of 10! orders. */
    static final double LEAST_P = 6e-7;
    /** How much more often blocks seem to move steadily that depend on the block before. */
    private static final int AUTOCORRELATION = 5;
    /** Series of a stretch: rate, p95 and queue. */
    private static final int SERIES = 3;

    private SteadinessAudits() {}

    /** A trend that is too large, for people. */
    private record Drift(String what, double percent, double bound, String values) {}

    /**
     * The audit of one stretch.
     *
     * @param stretches how many stretches of all workloads are tested in the run
     * @param noted whether a violation is only told
     */
    public static Audit of(Scope scope, SteadyBlocks blocks, int stretches, boolean noted) {
        if (!isTested(blocks)) {
            return Audit.notTested(
                    Rule.STEADINESS,
                    scope,
                    RATE_PERCENT,
                    "%",
                    "Ten blocks of at least " + Figures.said(SECONDS, "s") + " and " + Figures.said(COMPLETIONS)
                            + " completions are needed: a longer " + blocks.name() + " or more load.");
        }
        double p = greatestP(stretches);
        double[] completions = array(blocks.completions());
        Trend rate = Trend.of(completions);
        double change = percent(rate, completions);
        Drift drift = rate.p() < p && Math.abs(change) > RATE_PERCENT
                ? new Drift("the rate", change, RATE_PERCENT, values(completions, blocks.secondsPerBlock(), "/s"))
                : null;
        drift = drift == null ? drift("the 95th percentile", array(blocks.p95Ms()), p, TIME_MS, "ms") : drift;
        drift = drift == null ? drift("the queue", array(blocks.queued()), p, 1, "waiting") : drift;
        if (drift == null) {
            return new Audit(
                    Rule.STEADINESS,
                    Audit.State.OK,
                    scope,
                    Figures.rounded(Math.abs(change)),
                    RATE_PERCENT,
                    "%",
                    noted,
                    "Over ten blocks of the " + blocks.name() + " the rate moved by " + Figures.said(change, "%")
                            + ", with no trend that is both sure and large.");
        }
        return new Audit(
                Rule.STEADINESS,
                Audit.State.VIOLATED,
                scope,
                Figures.rounded(Math.abs(drift.percent())),
                drift.bound(),
                "%",
                noted,
                scope + ": " + drift.what() + " moved steadily through the " + blocks.name() + ", "
                        + drift.values() + ", by " + Figures.said(drift.percent(), "%") + "; at most "
                        + Figures.said(drift.bound(), "%") + " is allowed. No one figure stands for such a run: use a"
                        + " longer ramp-up, or find what grows or fills up in the system.");
    }

    /** Whether there is enough in every block. */
    public static boolean isTested(SteadyBlocks blocks) {
        return blocks.secondsPerBlock() >= SECONDS
                && blocks.completions().stream().allMatch(count -> count >= COMPLETIONS);
    }

    private static @Nullable Drift drift(String what, double[] values, double p, double least, String unit) {
        Trend trend = Trend.of(values);
        double change = percent(trend, values);
        return trend.p() < p && Math.abs(change) > TIME_PERCENT && Math.abs(trend.change()) > least
                ? new Drift(what, change, TIME_PERCENT, values(values, 1, unit))
                : null;
    }

    /** The share of a run's false alarms that each series has. */
    static double greatestP(int stretches) {
        return Math.min(
                GREATEST_P,
                Math.max(LEAST_P, Significance.FALSE_ALARMS / (AUTOCORRELATION * SERIES * Math.max(1, stretches))));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double percent(Trend trend, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return median == 0
                ? (trend.change() == 0 ? 0 : 100 * Math.signum(trend.change()) * 10)
                : 100 * trend.change() / median;
    }

    private static String values(double[] values, double over, String unit) {
        return "from " + Figures.said(values[0] / over, unit) + " to "
                + Figures.said(values[values.length - 1] / over, unit);
    }

    /** The audits of all stretches of one workload. */
    public static List<Audit> of(Scope scope, List<SteadyBlocks> all, int stretches, boolean noted) {
        List<Audit> audits = new ArrayList<>();
        all.forEach(blocks -> audits.add(of(scope, blocks, stretches, noted)));
        return audits;
    }
}
