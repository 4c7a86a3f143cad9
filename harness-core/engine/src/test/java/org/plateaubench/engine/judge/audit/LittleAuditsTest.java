// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.Scope;

/** False alarms and detections of Little's law in both forms (measurement rules M15 and M20). */
final class LittleAuditsTest {
    private static final Scope SCOPE = Scope.workload(1, "store");
    private static final double MIN_IN_FLIGHT = 0.05;
    private static final double MAX_IN_FLIGHT = 8;
    private static final double DEV_SECONDS = 10;
    private static final double MINUTE = 60;

    /** Correctly recorded users: closed or open load, blocking or on event loops, idle or busy, with a SUT that may hang. */
    private static SimulatedUsers correctUsers(SplittableRandom random, double seconds) {
        SimulatedUsers users = new SimulatedUsers(random, seconds);
        double inFlight = MIN_IN_FLIGHT * Math.pow(MAX_IN_FLIGHT / MIN_IN_FLIGHT, random.nextDouble());
        double service = 0.01 * Math.pow(20, random.nextDouble());
        users.serviceTime = List.of(SimulatedUsers.ServiceTime.values()).get(random.nextInt(3));
        users.serviceMean = service;
        users.handling = random.nextBoolean() ? service * 0.1 * random.nextDouble() : 0;
        if (random.nextBoolean()) {
            double busy = 0.05 + 0.9 * random.nextDouble();
            users.users = Math.max(1, (int) Math.round(inFlight / busy));
            users.idleMean = service * Math.max(0.02, users.users / inFlight - 1);
        } else {
            users.arrivalsPerSecond = inFlight / service;
        }
        if (random.nextInt(5) == 0) {
            users.hang = 0.02 * Math.pow(25, random.nextDouble());
            users.hangAt = (seconds - users.hang) * random.nextDouble();
        }
        return users;
    }

    private static boolean isTested(AuditResult audit) {
        return audit.state() != AuditResult.State.NOT_TESTED;
    }

    private static boolean isViolated(AuditResult audit) {
        return audit.state() == AuditResult.State.VIOLATED;
    }

    /** The results of correct runs. */
    private static final class Tally {
        private int inFlightTested;
        private int userTimeTested;
        private int alarms;
        /** Runs whose two sides were further apart than the sampling error that was stated. */
        private int beyondError;

        void add(ScheduleFigures.Flow flow) {
            AuditResult inFlight = LittleAudits.inFlight(SCOPE, true, flow, 0);
            AuditResult userTime = LittleAudits.userTime(SCOPE, true, flow, 1, 0);
            inFlightTested += isTested(inFlight) ? 1 : 0;
            userTimeTested += isTested(userTime) ? 1 : 0;
            alarms += isViolated(inFlight) || isViolated(userTime) ? 1 : 0;
            if (isTested(inFlight)) {
                double stated = Objects.requireNonNull(inFlight.bound()) - LittleAudits.PERCENT;
                beyondError += Objects.requireNonNull(inFlight.value()) > stated ? 1 : 0;
            }
        }
    }

    /** One false alarm in 10,000 runs is allowed: none is raised in 30,000. */
    @Test
    @Tag("simulation")
    void m20CleanRunsRaiseNoAlarm() {
        SplittableRandom random = new SplittableRandom(20);
        Tally tally = new Tally();
        for (int run = 0; run < 30_000; run++) {
            tally.add(correctUsers(random, run % 15 == 0 ? MINUTE : DEV_SECONDS).measuredFlow());
        }
        assertThat(tally.alarms).isZero();
        assertThat(tally.inFlightTested).isGreaterThan(8_000);
        assertThat(tally.userTimeTested).isGreaterThan(8_000);
        // Three standard errors are exceeded in 0.27% of the runs if the error is normal, and in more after a hang.
        assertThat(tally.beyondError).isBetween(1, tally.inFlightTested / 100);
    }

    private static double detectionRate(Consumer<SimulatedUsers> fault) {
        SplittableRandom random = new SplittableRandom(21);
        int detected = 0;
        int tested = 0;
        for (int run = 0; run < 300; run++) {
            SimulatedUsers users = correctUsers(random, MINUTE);
            fault.accept(users);
            AuditResult audit = LittleAudits.inFlight(SCOPE, true, users.measuredFlow(), 0);
            tested += isTested(audit) ? 1 : 0;
            detected += isViolated(audit) ? 1 : 0;
        }
        assertThat(tested).isGreaterThan(100);
        return (double) detected / tested;
    }

    @Test
    @Tag("simulation")
    void m20FifteenPercentErrorsAreDetected() {
        assertThat(detectionRate(users -> users.cut = 0.15))
                .as("times cut short")
                .isGreaterThan(0.98);
        assertThat(detectionRate(users -> users.lost = 0.15))
                .as("operations lost")
                .isGreaterThan(0.9);
        assertThat(detectionRate(users -> users.atOnce = 2))
                .as("two operations at once")
                .isEqualTo(1);
    }

    private static ScheduleFigures.Flow flow(
            long ended, double serviceSeconds, double spentSeconds, ScheduleFigures.@Nullable InFlight inFlight) {
        return new ScheduleFigures.Flow(
                10, ended, serviceSeconds, ended, serviceSeconds, 1, 100, 0, spentSeconds, inFlight);
    }

    private static ScheduleFigures.InFlight seen(double mean, double error) {
        return new ScheduleFigures.InFlight(2_000, mean, error, 4, 0, 0, 0);
    }

    /** The idle time of one user in ten is in no recorded gap: no operation is missing, but the law is violated. */
    @Test
    void m20UserTimeMissingFromGapsIsDetected() {
        ScheduleFigures.Flow flow = flow(400, 20, 90, seen(2, 0.01));
        assertThat(LittleAudits.inFlight(SCOPE, true, flow, 0).state()).isEqualTo(AuditResult.State.OK);
        assertThat(LittleAudits.userTime(SCOPE, true, flow, 1, 0).state()).isEqualTo(AuditResult.State.VIOLATED);
    }

    /** Three standard errors may be 5% at most; an obvious difference is violated even if few were in flight. */
    @Test
    void m20SamplingErrorAboveFivePercentIsNotTested() {
        assertThat(LittleAudits.inFlight(SCOPE, true, flow(400, 20, 100, seen(2, 0.033)), 0)
                        .state())
                .isEqualTo(AuditResult.State.OK);
        assertThat(LittleAudits.inFlight(SCOPE, true, flow(400, 20, 100, seen(2, 0.034)), 0)
                        .state())
                .isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(LittleAudits.inFlight(SCOPE, true, flow(400, 20, 100, seen(0, 0)), 0)
                        .state())
                .as("in none of 2,000 samples, but recorded as two all the time")
                .isEqualTo(AuditResult.State.VIOLATED);
        assertThat(LittleAudits.inFlight(SCOPE, true, flow(400, 0, 100, seen(2, 0.01)), 0)
                        .state())
                .as("in all samples, but not recorded")
                .isEqualTo(AuditResult.State.VIOLATED);
    }

    @Test
    void m20MissingSamplesAreNotTested() {
        AuditResult none = LittleAudits.inFlight(SCOPE, true, flow(400, 20, 100, null), 0);
        assertThat(none.state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(none.message()).contains("recorded nothing for this audit");
    }
}
