// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dispatch and completion lag of each workload against its bound (measurement rule M16). The p99 decides; it is
 * believed to be too long only when ten lags lie beyond the bound, so that one hiccup in a handful of operations is no
 * violation, and believed to be within only from a hundred lags on.
 */
final class LagAudits {
    private static final double PERCENTILE = 99;

    private LagAudits() {}

    static List<Audit> of(WorkloadFigures workload) {
        double boundMs = workload.planned().lagBoundMs();
        return List.of(
                audit(
                        Rule.DISPATCH_LAG,
                        workload.scope(),
                        workload.dispatchLag().times(),
                        boundMs),
                audit(
                        Rule.COMPLETION_LAG,
                        workload.scope(),
                        workload.completionLag().times(),
                        boundMs));
    }

    static Audit audit(Rule rule, Scope scope, RankedTimes lags, double boundMs) {
        Estimate p99 = lags.percentile(PERCENTILE);
        if (p99 == null) {
            return audit(rule, scope, Audit.State.NOT_TESTED, null, boundMs, "Nothing was measured.");
        }
        double valueMs = Figures.millis(p99.nanos());
        String seen = "p99 of " + Figures.said(lags.measured()) + " lags is " + Figures.said(valueMs, "ms")
                + "; at most " + Figures.said(boundMs, "ms") + " is allowed.";
        if (valueMs <= boundMs) {
            return lags.measured() >= Bounds.LAG_NEEDS
                    ? audit(rule, scope, Audit.State.OK, valueMs, boundMs, seen)
                    : audit(rule, scope, Audit.State.NOT_TESTED, valueMs, boundMs, seen + tooFew(Bounds.LAG_NEEDS));
        }
        long beyond = lags.beyond((long) (boundMs * 1e6));
        return beyond >= Estimate.NEEDED_BEYOND
                ? audit(rule, scope, Audit.State.VIOLATED, valueMs, boundMs, scope + ": " + seen + remedy(rule))
                : audit(rule, scope, Audit.State.NOT_TESTED, valueMs, boundMs, seen + tooFew(1000));
    }

    private static String tooFew(long needed) {
        return " Too few operations to tell: " + Figures.said(needed) + " are needed.";
    }

    private static String remedy(Rule rule) {
        return rule == Rule.DISPATCH_LAG
                ? " The harness started operations late, so response times hold waiting that is not the SUT's. Give"
                        + " the agent more CPU, lower the load, or move the SUT to another host."
                : " Replies waited for the harness, so response times are too long. Give the agent more CPU, lower the"
                        + " load, or move the SUT to another host.";
    }

    private static Audit audit(
            Rule rule, Scope scope, Audit.State state, @Nullable Double valueMs, double boundMs, String message) {
        return new Audit(rule, state, scope, valueMs, boundMs, "ms", false, message);
    }
}
