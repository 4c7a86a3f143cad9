// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.Scope;

/** False alarms and catches of Little's law in both forms (measurement rules M15 and M20). */
final class LittleAuditsTest {
    private static final Scope SCOPE = Scope.workload(1, "store");
    /** Nobody in flight to speak of, up to a crowd. */
    private static final double LEAST_IN_FLIGHT = 0.05;

    private static final double MOST_IN_FLIGHT = 20;

    /** Honest users of any kind: closed and open, blocking and on loops, hardly busy and very busy, with a SUT that hangs. */
    private static SeenUsers honest(SplittableRandom random, double seconds) {
        SeenUsers users = new SeenUsers(random, seconds);
        double inFlight = LEAST_IN_FLIGHT * Math.pow(MOST_IN_FLIGHT / LEAST_IN_FLIGHT, random.nextDouble());
        double service = 0.002 * Math.pow(50, random.nextDouble());
        users.law = SeenUsers.Law.values()[random.nextInt(3)];
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

    private record Tally(int inFlightTested, int userTimeTested, int alarms) {
        Tally plus(Audit inFlight, Audit userTime) {
            return new Tally(
                    inFlightTested + (inFlight.state() == Audit.State.NOT_TESTED ? 0 : 1),
                    userTimeTested + (userTime.state() == Audit.State.NOT_TESTED ? 0 : 1),
                    alarms + (isViolated(inFlight) || isViolated(userTime) ? 1 : 0));
        }
    }

    private static boolean isViolated(Audit audit) {
        return audit.state() == Audit.State.VIOLATED;
    }

    private static Tally honestRuns(int seed, int runs, double seconds) {
        SplittableRandom random = new SplittableRandom(seed);
        Tally tally = new Tally(0, 0, 0);
        for (int run = 0; run < runs; run++) {
            ScheduleFigures.Flow flow = honest(random, seconds).watch();
            tally = tally.plus(
                    LittleAudits.inFlight(SCOPE, true, flow, 0), LittleAudits.userTime(SCOPE, true, flow, 1, 0));
        }
        System.err.println(seconds + " s: " + tally);
        return tally;
    }

    @Test
    void m20NoFalseAlarmInThirtyThousandCleanRuns() {
        Tally dev = honestRuns(20, 20_000, 10);
        Tally minute = honestRuns(21, 10_000, 60);
        assertThat(dev.inFlightTested() + minute.inFlightTested()).isGreaterThan(10_000);
        assertThat(dev.userTimeTested() + minute.userTimeTested()).isGreaterThan(10_000);
        assertThat(dev.alarms() + minute.alarms()).isZero();
    }
}
