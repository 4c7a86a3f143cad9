// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.Scope;

/** False alarms and catches of Little's law in both forms (measurement rules M15 and M20). */
final class LittleAuditsTest {
    private static final int RUNS = 30_000;
    private static final Scope SCOPE = Scope.workload(1, "store");

    /**
     * A window of a closed system: users work and rest, each for exponential times; what is under way at the edges is
     * known, and the recorder has taken one or two operations more or less than the count beside it, since a snapshot
     * reads the one after the other.
     */
    private static ScheduleFigures.Flow clean(SplittableRandom random, double lost) {
        int users = 1 + random.nextInt(8);
        double seconds = 6;
        long ended = 0;
        double busy = 0;
        double service = 0;
        double spent = 0;
        for (int user = 0; user < users; user++) {
            double at = 0;
            while (at < seconds) {
                double idle = -0.2 * Math.log1p(-random.nextDouble());
                double work = -0.05 * Math.log1p(-random.nextDouble());
                at += idle + work;
                if (at < seconds) {
                    ended++;
                    busy += work;
                    spent += idle + work;
                    service += random.nextDouble() < lost ? 0 : work;
                } else {
                    spent += seconds - (at - idle - work);
                }
            }
        }
        double edge = busy / Math.max(1, ended) * (random.nextInt(3) - 1);
        return new ScheduleFigures.Flow(seconds, ended, busy, ended, service + edge, users * seconds, 0, spent);
    }

    @Test
    void m20NoFalseAlarmInThirtyThousandCleanRuns() {
        SplittableRandom random = new SplittableRandom(20);
        int alarms = 0;
        int tested = 0;
        for (int run = 0; run < RUNS; run++) {
            ScheduleFigures.Flow flow = clean(random, 0);
            if (flow.ended() < 100) {
                continue;
            }
            Audit inFlight = LittleAudits.inFlight(SCOPE, true, flow);
            Audit userTime = LittleAudits.userTime(SCOPE, true, flow, 1);
            tested += userTime.state() == Audit.State.OK ? 1 : 0;
            alarms += inFlight.state() == Audit.State.VIOLATED || userTime.state() == Audit.State.VIOLATED ? 1 : 0;
        }
        assertThat(tested).isGreaterThan(RUNS / 2);
        assertThat(alarms).isZero();
    }

    @Test
    void m20ARecorderThatLosesOneOperationInTenIsCaught() {
        SplittableRandom random = new SplittableRandom(21);
        int caught = 0;
        int tested = 0;
        for (int run = 0; run < 2_000; run++) {
            ScheduleFigures.Flow flow = clean(random, 0.1);
            if (flow.ended() >= 200) {
                tested++;
                caught += LittleAudits.inFlight(SCOPE, true, flow).state() == Audit.State.VIOLATED ? 1 : 0;
            }
        }
        assertThat(caught).isGreaterThan(tested * 8 / 10);
    }

    /** The idle time of one user in ten is in no gap: no operation is missing, and yet the law does not hold. */
    @Test
    void m20TimeOfUsersThatIsInNoGapIsCaught() {
        ScheduleFigures.Flow flow = new ScheduleFigures.Flow(10, 400, 20, 400, 20, 100, 0, 90);
        assertThat(LittleAudits.inFlight(SCOPE, true, flow).state()).isEqualTo(Audit.State.OK);
        assertThat(LittleAudits.userTime(SCOPE, true, flow, 1).state()).isEqualTo(Audit.State.VIOLATED);
    }

    @Test
    void m20AStopOfTheAgentThatIsLargeBesideTheWindowLeavesItUntold() {
        Audit violated =
                LittleAudits.userTime(SCOPE, true, new ScheduleFigures.Flow(10, 400, 20, 400, 20, 100, 0, 90), 1);
        assertThat(LittleAudits.unlessStopped(violated, 0.556, 10).state()).isEqualTo(Audit.State.NOT_TESTED);
        assertThat(LittleAudits.unlessStopped(violated, 0.05, 10).state()).isEqualTo(Audit.State.VIOLATED);
    }

    @Test
    void m20TooFewCompletionsAndRestlessUsersAreNotTested() {
        ScheduleFigures.Flow few = new ScheduleFigures.Flow(10, 19, 10, 19, 10, 80, 0, 80);
        assertThat(LittleAudits.inFlight(SCOPE, true, few).state()).isEqualTo(Audit.State.NOT_TESTED);
        ScheduleFigures.Flow restless = new ScheduleFigures.Flow(10, 400, 20, 400, 20, 100, 2, 70);
        assertThat(LittleAudits.userTime(SCOPE, true, restless, 1).state()).isEqualTo(Audit.State.NOT_TESTED);
    }
}
