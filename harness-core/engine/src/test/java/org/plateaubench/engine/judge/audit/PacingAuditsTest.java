// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.PacingAudits.GapMoments;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.measure.interval.ScheduleInterval;

/** False alarms and detections of the audits of pacing (measurement rules M15 and M19). */
final class PacingAuditsTest {
    /** Number of runs with at most one alarm: the rate is below 1e-4 with 95 % confidence (4.74 over the runs). */
    private static final int RUNS = 48_000;

    private static final Scope SCOPE = Scope.workload(1, "store");
    private static final Distribution CLAMPED = new Distribution.Exponential(
            Duration.ofMillis(100), Duration.ofMillis(20), Duration.ofMillis(500), Duration.ofMillis(3));

    private static double sum(SplittableRandom random, Distribution gap, long draws) {
        double sum = 0;
        for (long i = 0; i < draws; i++) {
            sum += gap.sampleNanos(random.nextDouble());
        }
        return sum;
    }

    private static double excess(GapMoments moments, long draws, double sumNanos, int tests) {
        return new PacingAudits.Drawn("", draws, sumNanos, moments).excess(tests);
    }

    /** Seven pages of different frequency, two with a minimum gap: each unit is compared with its own mean. */
    @Test
    @Tag("simulation")
    void m19UnitGapsRaiseAtMostOneAlarm() {
        SplittableRandom random = new SplittableRandom(23);
        double[] shares = {0.262, 0.102, 0.334, 0.247, 0.026, 0.008, 0.021};
        int[] shiftSeconds = {0, 0, 0, 0, 0, 2, 3};
        Distribution[] gaps = new Distribution[shares.length];
        GapMoments[] moments = new GapMoments[shares.length];
        for (int i = 0; i < shares.length; i++) {
            gaps[i] = new Distribution.Exponential(
                    Duration.ofSeconds(5 - shiftSeconds[i]),
                    Duration.ZERO,
                    Duration.ofSeconds(25 - shiftSeconds[i]),
                    Duration.ofSeconds(shiftSeconds[i]));
            moments[i] = GapMoments.of(gaps[i]);
        }
        int alarms = 0;
        for (int run = 0; run < RUNS; run++) {
            boolean isLong = run % 500 == 0;
            int operations = isLong ? 15_000 : 300 + random.nextInt(200);
            int tests = 0;
            boolean alarm = false;
            for (double share : shares) {
                tests += share * operations >= PacingAudits.NEEDED ? 1 : 0;
            }
            for (int i = 0; i < shares.length; i++) {
                long draws = (long) (shares[i] * operations);
                if (draws >= PacingAudits.NEEDED) {
                    double sum = sum(random, gaps[i], draws);
                    alarm |= excess(moments[i], draws, sum, tests) > 1;
                }
            }
            alarms += alarm ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(1);
    }

    /** A unit whose gap lacks its shift is detected by its own mean, though the mean of all gaps is as planned. */
    @Test
    void m19UnitPacedLikeTheOthersIsDetected() {
        SplittableRandom random = new SplittableRandom(24);
        GapMoments planned = GapMoments.of(new Distribution.Exponential(
                Duration.ofSeconds(5), Duration.ZERO, Duration.ofSeconds(25), Duration.ofSeconds(3)));
        Distribution drawn = new Distribution.Exponential(
                Duration.ofSeconds(5), Duration.ZERO, Duration.ofSeconds(25), Duration.ZERO);
        int detected = 0;
        for (int run = 0; run < 200; run++) {
            detected += excess(planned, 400, sum(random, drawn, 400), 7) > 1 ? 1 : 0;
        }
        assertThat(detected).isGreaterThan(195);
    }

    @Test
    void m19MeanOfTwentyPercentTooLongIsDetected() {
        SplittableRandom random = new SplittableRandom(20);
        GapMoments planned = GapMoments.of(Distribution.Exponential.ofMean(Duration.ofMillis(100)));
        Distribution drawn = Distribution.Exponential.ofMean(Duration.ofMillis(120));
        int detected = 0;
        for (int run = 0; run < 200; run++) {
            detected += excess(planned, 2_000, sum(random, drawn, 2_000), 1) > 1 ? 1 : 0;
        }
        assertThat(detected).isGreaterThan(195);
    }

    /** The declared mean before clamp and shift would be off by more than 2 %: the mean must be taken after them. */
    @Test
    void m19MeanIncludesClampAndShift() {
        assertThat(CLAMPED.meanNanos()).isCloseTo(104.2e6, within(0.2e6));
        GapMoments moments = GapMoments.of(Distribution.Exponential.ofMean(Duration.ofMillis(100)));
        assertThat(moments.sigmaNanos()).isCloseTo(100e6, within(0.5e6));
        assertThat(moments.skew()).isCloseTo(2, within(0.05));
    }

    /** Gaps of 100 ms that end 60 us late, one in a thousand up to 30 ms late. */
    @Test
    @Tag("simulation")
    void m19FreeGapsRaiseAtMostOneAlarm() {
        SplittableRandom random = new SplittableRandom(21);
        int alarms = 0;
        int tested = 0;
        for (int run = 0; run < RUNS; run++) {
            long drawn = 0;
            long late = 0;
            long count = 150L + random.nextInt(100);
            for (long i = 0; i < count; i++) {
                drawn += 100_000_000L;
                int chance = random.nextInt();
                late += (chance & 1023) == 0 ? random.nextLong(30_000_000) : (chance >>> 10) % 120_000;
            }
            AuditResult audit = PacingAudits.free(SCOPE, new ScheduleInterval.Gaps(count, drawn, drawn + late), 4);
            tested += audit.state() != AuditResult.State.NOT_TESTED ? 1 : 0;
            alarms += audit.state() == AuditResult.State.VIOLATED ? 1 : 0;
        }
        assertThat(tested).isEqualTo(RUNS);
        assertThat(alarms).isLessThanOrEqualTo(1);
    }

    @Test
    @Tag("simulation")
    void m19ArrivalsRaiseAtMostOneAlarm() {
        SplittableRandom random = new SplittableRandom(22);
        Load poisson = new Load.Open(10, Load.Arrival.POISSON, 10, 1, 4, 100);
        int alarms = 0;
        for (int run = 0; run < RUNS; run++) {
            double expected = 100 + random.nextInt(150);
            long arrived = 0;
            for (double at = 0; at < expected; at -= Math.log1p(-random.nextDouble())) {
                arrived++;
            }
            AuditResult audit = PacingAudits.arrivals(SCOPE, poisson, arrived - 1, expected, 1);
            alarms += audit.state() == AuditResult.State.VIOLATED ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(1);
    }
}
