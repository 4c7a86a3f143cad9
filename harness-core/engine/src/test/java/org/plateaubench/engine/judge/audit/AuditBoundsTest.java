// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.audit.PacingAudits.GapMoments;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.interval.ChoiceTable;
import org.plateaubench.measure.interval.ScheduleInterval;

/** Formulas and bounds of the audits, at the bound and just beyond it, on exact figures. */
final class AuditBoundsTest {
    private static final Scope SCOPE = Scope.workload(1, "store");
    private static final Offset<Double> CLOSE = within(1e-9);
    /** ln(2 / 1e-4): one test in a run. */
    private static final double ONE_TEST = 9.903487552536127;

    @Test
    void m15FalseAlarmRateIsDividedAmongTests() {
        assertThat(Significance.divergence(1)).isCloseTo(ONE_TEST, CLOSE);
        assertThat(Significance.divergence(0)).isCloseTo(ONE_TEST, CLOSE);
        assertThat(Significance.divergence(10)).isCloseTo(ONE_TEST + Math.log(10), CLOSE);
        assertThat(Significance.sigmas(1)).isCloseTo(Math.sqrt(2 * ONE_TEST), CLOSE);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 1000, true", "0.3, 1000, false", "0.02, 5000, true", "0.9, 500, false"})
    void m15ShareBoundMatchesTheAllowedDivergence(double p, long n, boolean up) {
        double q = p + (up ? 1 : -1) * Significance.shareBound(p, n, up, 3);
        double divergence = q * Math.log(q / p) + (1 - q) * Math.log((1 - q) / (1 - p));
        assertThat(n * divergence).isCloseTo(ONE_TEST + Math.log(3), within(1e-6));
    }

    @Test
    void m19SkewedGapsHaveAWiderBound() {
        assertThat(new GapMoments(100, 10, 0).relativeBound(400, 1)).isCloseTo(0.0222525139619506, CLOSE);
        double z = Math.sqrt(2 * ONE_TEST);
        double skewed = (z + 2 * (z * z - 1) / (6 * 20)) * 10 / 20 / 100;
        assertThat(new GapMoments(100, 10, 2).relativeBound(400, 1)).isCloseTo(skewed, CLOSE);
        assertThat(new GapMoments(100, 10, -2).relativeBound(400, 1))
                .isEqualTo(new GapMoments(100, 10, 0).relativeBound(400, 1));
    }

    @Test
    void m19MomentsOfUniformAndFixedGaps() {
        GapMoments even = GapMoments.of(new Distribution.Uniform(Duration.ZERO, Duration.ofSeconds(1)));
        assertThat(even.meanNanos()).isCloseTo(5e8, within(1.0));
        assertThat(even.sigmaNanos()).isCloseTo(1e9 / Math.sqrt(12), within(10.0));
        assertThat(even.skew()).isCloseTo(0, within(1e-6));
        GapMoments fixed = GapMoments.of(new Distribution.Fixed(Duration.ofMillis(20)));
        assertThat(fixed.sigmaNanos()).isZero();
        assertThat(fixed.skew()).isZero();
    }

    private static AuditResult lag(long atBound, long aboveBound, long before) {
        Histogram lags = HistogramRange.okHistogram();
        lags.recordValueWithCount(60_000, before);
        if (atBound > 0) {
            lags.recordValueWithCount(1_000_000, atBound);
        }
        if (aboveBound > 0) {
            lags.recordValueWithCount(5_000_000, aboveBound);
        }
        TimeTotals times = TestIntervals.ranked(lags, 0, 0, 60_000, aboveBound > 0 ? 5_000_000 : 1_000_000, 0, 0);
        return LagAudits.audit(AuditOrRule.DISPATCH_LAG, SCOPE, times, LagAudits.OPERATIONS, 1);
    }

    @Test
    void m16TenLagsAboveTheBoundAreViolated() {
        AuditResult at = lag(50, 0, 50);
        assertThat(at.state()).isEqualTo(AuditResult.State.OK);
        assertThat(at.value()).isEqualTo(1);
        assertThat(at.bound()).isEqualTo(1);
        assertThat(lag(0, 10, 300).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(lag(0, 9, 300).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(lag(0, 9, 300).message())
                .contains("too few operations to tell (1 000 are needed: a longer steady state).");
        assertThat(lag(0, 10, 300).message()).contains("The harness started operations late");
    }

    private static AuditResult gaps(long count, double drawnSeconds, double actualSeconds) {
        return PacingAudits.free(
                SCOPE, new ScheduleInterval.Gaps(count, (long) (drawnSeconds * 1e9), (long) (actualSeconds * 1e9)), 4);
    }

    @Test
    void m19FreeGapsMayDeviateByTwoPercent() {
        AuditResult late = gaps(100, 10, 10.2);
        assertThat(late.state()).isEqualTo(AuditResult.State.OK);
        assertThat(late.value()).isEqualTo(2);
        assertThat(late.message()).contains("100 gaps lasted 10.2 s where 10 s were drawn, a difference of 2%");
        assertThat(gaps(100, 10, 10.21).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(gaps(100, 10, 9.79).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(gaps(99, 10, 10).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(gaps(100, 9.99, 10).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(gaps(99, 9, 10).message()).contains("for 99 gaps of 9 s in all");
    }

    @Test
    void m19ArrivalBoundFollowsTheArrivalDistribution() {
        Load regular = new Load.Open(100, Load.Arrival.REGULAR, 10, 1, 4, 100);
        AuditResult fewer = PacingAudits.arrivals(SCOPE, regular, 9_800, 10_000, 1);
        assertThat(fewer.bound()).isEqualTo(2);
        assertThat(fewer.value()).isEqualTo(2);
        Load poisson = new Load.Open(100, Load.Arrival.POISSON, 10, 1, 4, 100);
        AuditResult more = PacingAudits.arrivals(SCOPE, poisson, 1_100, 1_000, 1);
        double z = Math.sqrt(2 * ONE_TEST);
        assertThat(more.bound()).isCloseTo(100 * (z / Math.sqrt(1_000) + z * z / 3_000), within(1e-6));
        assertThat(more.value()).isEqualTo(10);
        assertThat(more.state()).isEqualTo(AuditResult.State.OK);
        assertThat(more.message()).contains("1 100 arrivals", "the plan has 1 000: 10.0% off, 14.7% may be");
    }

    private static PacingAudits.Drawn drawn(String unit, double sumNanos, double sigmaNanos) {
        return new PacingAudits.Drawn(unit, 400, sumNanos, new GapMoments(100, sigmaNanos, 0));
    }

    /** 'b' is farther off, but its gaps vary that much by chance. */
    @Test
    void m19WorstUnitDecidesTheAudit() {
        List<PacingAudits.Drawn> drawn =
                List.of(drawn("a", 40_400, 0), drawn("c", 40_840, 0), drawn("b", 41_600, 50), drawn("d", 39_800, 0));
        AuditResult audit = PacingAudits.draws(SCOPE, drawn, 1);
        assertThat(audit.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.value()).isCloseTo(2.1, within(1e-6));
        assertThat(audit.bound()).isEqualTo(2);
        assertThat(audit.message())
                .contains("the mean of 400 gaps drawn after 'c' is 0.00010 ms, the plan says 0.00010 ms: 2.10% off");
        assertThat(PacingAudits.draws(SCOPE, List.of(drawn("a", 40_799, 0)), 1).state())
                .isEqualTo(AuditResult.State.OK);
        assertThat(PacingAudits.draws(SCOPE, List.of(), 1).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    private static Map<Integer, Long> chosen(long... counts) {
        Map<Integer, Long> choices = new HashMap<>();
        for (int i = 0; i < counts.length; i++) {
            choices.put(7 + i, counts[i]);
        }
        return choices;
    }

    private static List<ChoiceTable.Row> row(Double... chances) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < chances.length; i++) {
            names.add("c" + i);
        }
        return List.of(new ChoiceTable.Row("mix", 7, names, List.of(chances)));
    }

    @Test
    void m18WorstChoiceIsRelativeToTheBound() {
        MixAudits.Deviation worst = MixAudits.worst(row(0.5, 0.4, 0.1), chosen(5_010, 3_800, 1_190), 3);
        assertThat(worst).isNotNull();
        assertThat(worst.name()).isEqualTo("'c2' in 'mix'");
        assertThat(worst.points()).isCloseTo(1.9, CLOSE);
        assertThat(worst.share()).isCloseTo(11.9, CLOSE);
        assertThat(worst.chance()).isCloseTo(10, CLOSE);
        assertThat(worst.all()).isEqualTo(10_000);
        assertThat(worst.boundPoints()).isCloseTo(100 * Significance.shareBound(0.1, 10_000, true, 3), CLOSE);
        assertThat(worst.isViolated()).isTrue();
    }

    @Test
    void m18DeviationOfATenthPointIsAllowed() {
        MixAudits.Deviation worst = MixAudits.worst(row(0.5, 0.5), chosen(50_099_000, 49_901_000), 2);
        assertThat(worst).isNotNull();
        assertThat(worst.boundPoints()).isEqualTo(MixAudits.MIN_SKEW_POINTS);
        assertThat(worst.isViolated()).isFalse();
    }

    @Test
    void m18ImpossibleChoiceIsViolated() {
        MixAudits.Deviation allowed = MixAudits.worst(row(0.0, 1.0), chosen(0, 9), 1);
        assertThat(allowed).isNotNull();
        assertThat(allowed.name()).isEqualTo("'c1' in 'mix'");
        assertThat(allowed.isViolated()).isFalse();
        MixAudits.Deviation violated = MixAudits.worst(row(0.0, 1.0), chosen(1, 9_999), 1);
        assertThat(violated).isNotNull();
        assertThat(violated.boundPoints()).isZero();
        assertThat(violated.isViolated()).isTrue();
    }

    private static ScheduleFigures.Flow flow(double service, ScheduleFigures.InFlight seen) {
        return new ScheduleFigures.Flow(10, 40, service, 40, service, 0.5, 20, 0, 20, seen);
    }

    private static ScheduleFigures.InFlight seen(double mean, long max, double handBack, double age, long moved) {
        return new ScheduleFigures.InFlight(1_000, mean, 0.02, max, handBack, age, moved);
    }

    /** (service 18 s + hand-back 0.5 s + age 1 s) / 10 s = 1.95, against 2 seen: 2.5 % of the greater. */
    @Test
    void m20InFlightIncludesServiceHandBackAndAge() {
        AuditResult audit = LittleAudits.inFlight(SCOPE, true, flow(18, seen(2, 3, 0.5, 1, 0)), 0);
        assertThat(audit.state()).isEqualTo(AuditResult.State.OK);
        assertThat(audit.value()).isCloseTo(2.5, within(1e-6));
        assertThat(audit.bound()).isCloseTo(5 + 100 * 3 * 0.02 / 2, within(1e-6));
        assertThat(audit.message()).contains("gives 1.95 operations in flight; 2 were seen in 1 000 samples");
    }

    /**
     * 25% apart, 8% allowed. A stall explains its length times the maximum in flight, a moved operation the longest
     * service time.
     */
    @Test
    void m20AgentStallMayExplainAnInFlightDifference() {
        assertThat(inFlight(4, 0.84, 0)).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(inFlight(4, 0.86, 0)).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(inFlight(1, 1.69, 0)).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(inFlight(1, 1.71, 0)).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(inFlight(4, 0, 6)).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(inFlight(4, 0, 7)).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    private static AuditResult.State inFlight(long max, double stall, long moved) {
        ScheduleFigures.InFlight in = new ScheduleFigures.InFlight(1_000, 2, 0.02, max, 0, 0, moved);
        return LittleAudits.inFlight(SCOPE, true, flow(15, in), stall).state();
    }

    @Test
    void m20InFlightAuditNeedsTwentyCompletionsEach() {
        ScheduleFigures.Flow more =
                new ScheduleFigures.Flow(10, 40, 20, 40, 20, 0.5, 20, 0, 20, seen(2.02, 3, 0, 0, 0));
        assertThat(LittleAudits.inFlight(SCOPE, true, more, 0).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(LittleAudits.inFlight(SCOPE, true, flow(20, seen(2, 3, 0, 0, 0)), 0)
                        .state())
                .isEqualTo(AuditResult.State.OK);
        assertThat(LittleAudits.inFlight(SCOPE, false, flow(20, seen(2, 3, 0, 0, 0)), 0)
                        .state())
                .isEqualTo(AuditResult.State.NOT_TESTED);
    }

    private static AuditResult users(
            double service, double busy, double spent, double change, double stall, long moved) {
        ScheduleFigures.InFlight in = new ScheduleFigures.InFlight(1_000, 1, 0.01, 2, 0, 0, moved);
        ScheduleFigures.Flow flow = new ScheduleFigures.Flow(10, 40, busy, 40, service, 0.1, 20, change, spent, in);
        return LittleAudits.userTime(SCOPE, true, flow, 1, stall);
    }

    /** (spent 20 s - busy 9 s + service 8 s) / 10 s = 1.9 users, 2 were connected: 5 %. */
    @Test
    void m20UserTimeIsServiceTimeAndIdleGaps() {
        AuditResult audit = users(8, 9, 20, 0.2, 0, 0);
        assertThat(audit.value()).isCloseTo(5, within(1e-6));
        assertThat(users(8.01, 9, 20, 0.2, 0, 0).state()).isEqualTo(AuditResult.State.OK);
        assertThat(users(7.9, 9, 20, 0.2, 0, 0).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(users(12.1, 9, 18, 0.2, 0, 0).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(users(9, 9, 20, 0.21, 0, 0).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /**
     * 20% apart, 5% allowed. A stall explains its length at both edges for every user: 0.75 s of 10 s. A moved
     * operation explains the longest one and five idle gaps of 12 s / 40: 1.6 s of the users' 20 s.
     */
    @Test
    void m20AgentStallMayExplainAUserTimeDifference() {
        assertThat(users(4, 8, 20, 0, 0.74, 0).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(users(4, 8, 20, 0, 0.76, 0).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(users(4, 8, 20, 0, 0, 1).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(users(4, 8, 20, 0, 0, 2).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(users(4, 8, 20, 0, 0, 2).message()).contains("are 20.0% apart", "may explain 16% of it");
    }
}
