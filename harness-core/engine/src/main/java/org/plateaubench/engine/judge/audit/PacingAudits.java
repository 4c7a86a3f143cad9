// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AuditResult.UpperBound;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.measure.interval.ChoiceTable;
import org.plateaubench.measure.interval.ScheduleInterval;

/** Compares actual gaps with drawn gaps, and drawn gaps with their planned mean (measurement rule M19). */
public final class PacingAudits {
    static final double PERCENT = 2;
    static final long NEEDED = 100;
    /** Free gaps per user, seconds, above which a single stall that M16 allows cannot cause a violation. */
    static final double SECONDS_OF_USER = 2.5;

    private PacingAudits() {}

    record Drawn(String unit, long draws, double sumNanos, GapMoments moments) {
        double deviation() {
            return sumNanos / draws / moments.meanNanos() - 1;
        }

        double bound(int tests) {
            return Math.max(PERCENT / 100, moments.relativeBound(draws, tests));
        }

        /** The deviation divided by the deviation that chance explains; a value above 1 is a violation. */
        double excess(int tests) {
            return Math.abs(deviation()) / bound(tests);
        }
    }

    public static List<AuditResult> of(List<WorkloadFigures> workloads, boolean noted) {
        Map<Distribution, GapMoments> moments = new HashMap<>();
        List<List<Drawn>> drawn =
                workloads.stream().map(workload -> drawn(workload, moments)).toList();
        int tests = drawn.stream().mapToInt(List::size).sum();
        List<AuditResult> audits = new ArrayList<>();
        for (int i = 0; i < workloads.size(); i++) {
            WorkloadFigures workload = workloads.get(i);
            if (workload.planned().load() instanceof Load.Closed closed && hasGaps(workload.planned())) {
                AuditResult free = workload.schedule().known()
                        ? free(workload.scope(), workload.schedule().freeGaps(), closed.users())
                        : bound(AuditOrRule.PACING, workload.scope()).notRecorded();
                audits.add(free.noted(noted));
                audits.add(
                        workload.schedule().known()
                                ? draws(workload.scope(), drawn.get(i), tests)
                                : bound(AuditOrRule.DRAWS, workload.scope()).notRecorded());
            }
        }
        return audits;
    }

    private static UpperBound bound(AuditOrRule rule, Scope scope) {
        return new UpperBound(rule, scope, PERCENT, "%");
    }

    private static boolean hasGaps(PlannedWorkload planned) {
        return planned.pacing().values().stream()
                .anyMatch(pacing -> pacing.gap().meanNanos() > 0);
    }

    /** Tests gaps at whose end the user was free in time: |sum of actual - sum of drawn| / sum of drawn. */
    static AuditResult free(Scope scope, ScheduleInterval.Gaps gaps, int users) {
        UpperBound bound = bound(AuditOrRule.PACING, scope);
        if (gaps.count() < NEEDED || gaps.drawnNanos() < SECONDS_OF_USER * 1e9 * users) {
            return bound.notTested("Users were free in time for " + Figures.text(gaps.count()) + " gaps of "
                    + Figures.text(gaps.drawnNanos() / 1e9, "s") + " in all, too few for a test ("
                    + Figures.text(NEEDED) + " gaps and " + Figures.text(SECONDS_OF_USER, "s")
                    + " per user are needed: a longer steady state).");
        }
        double percent = 100.0 * Math.abs(gaps.actualNanos() - gaps.drawnNanos()) / gaps.drawnNanos();
        String finding = Figures.text(gaps.count()) + " gaps lasted " + Figures.text(gaps.actualNanos() / 1e9, "s")
                + " where " + Figures.text(gaps.drawnNanos() / 1e9, "s") + " were drawn, a difference of "
                + bound.text(percent) + "; " + bound.allowed();
        return bound.audit(
                percent,
                finding,
                scope + ": " + finding + " The harness did not keep the planned gaps, so the load is not the one"
                        + " requested: give the agent more CPU, use more agents, or use longer gaps.");
    }

    static AuditResult draws(Scope scope, List<Drawn> drawn, int tests) {
        return drawn.stream()
                .max(Comparator.comparingDouble(each -> each.excess(tests)))
                .map(worst -> draws(scope, worst, tests))
                .orElseGet(() -> bound(AuditOrRule.DRAWS, scope)
                        .notTested("Fewer than " + Figures.text(NEEDED)
                                + " gaps above zero were drawn for every unit: use a longer steady state."));
    }

    private static AuditResult draws(Scope scope, Drawn worst, int tests) {
        double percent = 100 * Math.abs(worst.deviation());
        double bound = 100 * worst.bound(tests);
        boolean ok = percent <= bound;
        String finding = "the mean of " + Figures.text(worst.draws()) + " gaps drawn after '" + worst.unit() + "' is "
                + Figures.text(worst.sumNanos() / worst.draws() / 1e6, "ms") + ", the plan says "
                + Figures.text(worst.moments().meanNanos() / 1e6, "ms") + ": " + Figures.text(percent, "%")
                + " off, " + Figures.text(bound, "%") + " may be.";
        String message = ok
                ? "The greatest deviation from the plan: " + finding
                : scope + ": " + finding + " The load was not the one requested: use one version of Plateau and"
                        + " its plugins on all hosts, and report the fault if it remains.";
        return AuditResult.of(
                AuditOrRule.DRAWS, ok, scope, Figures.rounded(percent), Figures.rounded(bound), "%", message);
    }

    /** The drawn gaps of each unit; the moments of a gap are those of all tiles and are computed once. */
    private static List<Drawn> drawn(WorkloadFigures workload, Map<Distribution, GapMoments> moments) {
        List<Drawn> drawn = new ArrayList<>();
        PlannedWorkload planned = workload.planned();
        if (!workload.schedule().known() || !(planned.load() instanceof Load.Closed)) {
            return drawn;
        }
        long[] draws = new long[planned.units().size()];
        ChoiceTable table = MixAudits.table(workload);
        for (Map.Entry<Integer, Long> choice :
                workload.schedule().steadyChoices().entrySet()) {
            int unit = table.unitOf(choice.getKey());
            if (unit >= 0) {
                draws[unit] += choice.getValue();
            }
        }
        for (int unit = 0; unit < draws.length; unit++) {
            String name = planned.units().get(unit).name();
            Pacing pacing = planned.pacing().get(name);
            if (pacing != null && draws[unit] >= NEEDED && pacing.gap().meanNanos() > 0) {
                double sum = workload.schedule().gapNanos().getOrDefault(unit, 0L);
                drawn.add(new Drawn(name, draws[unit], sum, moments.computeIfAbsent(pacing.gap(), GapMoments::of)));
            }
        }
        return drawn;
    }

    public static AuditResult arrivals(WorkloadFigures workload, @Nullable Double expected, int tests) {
        Scope scope = workload.scope();
        if (!workload.schedule().known()) {
            return bound(AuditOrRule.ARRIVALS, scope).notRecorded();
        }
        if (expected == null || expected < NEEDED) {
            String message = "Fewer than " + Figures.text(NEEDED)
                    + " arrivals are planned, or part of the run is missing: use a longer steady state, or find out"
                    + " why it is missing.";
            return bound(AuditOrRule.ARRIVALS, scope).notTested(message);
        }
        long arrived = 0;
        ChoiceTable table = MixAudits.table(workload);
        for (Map.Entry<Integer, Long> choice :
                workload.schedule().steadyChoices().entrySet()) {
            arrived += table.unitOf(choice.getKey()) >= 0 ? choice.getValue() : 0;
        }
        return arrivals(scope, workload.planned().load(), arrived, expected, tests);
    }

    static AuditResult arrivals(Scope scope, Load load, long arrived, double expected, int tests) {
        double percent = 100 * Math.abs(arrived / expected - 1);
        double bound = arrivalBound(load, expected, tests);
        boolean ok = percent <= bound;
        String finding = Figures.text(arrived) + " arrivals were due in the window; the plan has "
                + Figures.text(Math.rint(expected)) + ": " + Figures.text(percent, "%") + " off, "
                + Figures.text(bound, "%") + " may be.";
        String message = ok
                ? finding
                : scope + ": " + finding + " The harness did not offer the requested load: use one version of"
                        + " Plateau on all hosts, and report the fault if it remains.";
        return AuditResult.of(
                AuditOrRule.ARRIVALS, ok, scope, Figures.rounded(percent), Figures.rounded(bound), "%", message);
    }

    /** Regular arrivals are exact; the number of Poisson arrivals has its distribution's variance. */
    private static double arrivalBound(Load load, double expected, int tests) {
        boolean isRegular = load instanceof Load.Open open && open.arrival() == Load.Arrival.REGULAR;
        double z = Significance.sigmas(tests);
        // The upper tail of a Poisson distribution is slightly longer than a normal one's; this is Bernstein's term.
        double chance = isRegular ? 0 : 100 * (z / Math.sqrt(expected) + z * z / (3 * expected));
        return Math.max(PERCENT, chance);
    }

    /**
     * The mean, standard deviation and skew of a gap after bounds and shift were applied. The mean is computed by its
     * formula, the others from the values of evenly spaced draws, so that no distribution needs a separate formula.
     */
    record GapMoments(double meanNanos, double sigmaNanos, double skew) {
        private static final int DRAWS = 20_000;

        static GapMoments of(Distribution gap) {
            double mean = gap.meanNanos();
            double square = 0;
            double cube = 0;
            for (int i = 0; i < DRAWS; i++) {
                double difference = gap.sampleNanos((i + 0.5) / DRAWS) - mean;
                square += difference * difference;
                cube += difference * difference * difference;
            }
            double sigma = Math.sqrt(square / DRAWS);
            return new GapMoments(mean, sigma, sigma <= mean * 1e-9 ? 0 : cube / DRAWS / (sigma * sigma * sigma));
        }

        /**
         * The greatest deviation by chance of a mean of several draws, as a share of it: a multiple of a normal
         * distribution's standard error, widened for a small sample's skew by Cornish and Fisher's first term.
         */
        double relativeBound(long draws, int tests) {
            double z = Significance.sigmas(tests);
            double root = Math.sqrt((double) draws);
            double skewed = z + Math.max(0, skew) * (z * z - 1) / (6 * root);
            return skewed * sigmaNanos / root / meanNanos;
        }
    }
}
