// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.MILLI;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.errors;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.operation;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.times;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.TestFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;

/** The bound on users that wait in vain, for 40 users over ten seconds (measurement rule M15). */
final class WaitingUsersTest {
    private final TestFigures fixture = new TestFigures();
    private final List<Reason> reasons = new ArrayList<>();

    WaitingUsersTest() {
        fixture.load = new Load.Closed(40, 1);
    }

    /** Judges ten seconds, at whose end the operations in flight have this total age. */
    private List<Reason> judged(long ageNanos, LineInterval... inEachSecond) {
        for (long i = 1; i < 12; i++) {
            ScheduleInterval.InFlight seen =
                    new ScheduleInterval.InFlight(200, 400, 1_000, 5, 0, i == 11 ? ageNanos : 0, 0);
            LineInterval[] lines = i == 1 ? new LineInterval[0] : inEachSecond;
            fixture.add(second(i).with(lines).with(new ScheduleInterval.Flow(0, 0, 0, 0, 0, seen)));
        }
        ConnectRules.checkWaitingUsers(List.of(fixture.figures()), reasons);
        return reasons;
    }

    private static LineInterval answered(long longestNanos) {
        return operation(
                "read",
                ok(100),
                times(100 * MILLI, MILLI, longestNanos),
                times(100 * MILLI, MILLI, longestNanos),
                null);
    }

    /** One error per second, of the given length. */
    private static LineInterval failed(long nanos) {
        return operation("read", errors(1), null, null, times(nanos, nanos, nanos));
    }

    @Test
    void unansweredUsersFailTheRun() {
        assertThat(judged(20 * 10 * SECOND, answered(0))).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.CONNECTED_USERS);
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.value()).isEqualTo(20);
            assertThat(reason.bound()).isEqualTo(39.2);
            assertThat(reason.message())
                    .startsWith(
                            "1/cache: 20 of 40 users on average waited for answers that did not come or were errors,"
                                    + " 50%; at most 2% may.");
        });
    }

    @Test
    void everyWorkloadIsChecked() {
        judged(20 * 10 * SECOND, answered(0));
        WorkloadFigures starved = fixture.figures();
        reasons.clear();

        ConnectRules.checkWaitingUsers(List.of(starved, starved), reasons);

        assertThat(reasons).hasSize(2);
    }

    /** 2% of the users may wait. At most five were in flight, and an age up to the longest response time does not count. */
    @ParameterizedTest
    @CsvSource({"8000, 0, 0", "8001, 0, 1", "13000, 1000, 0", "13001, 1000, 1"})
    void twoPercentOfTheUsersMayWait(long ageMillis, long longestMillis, int found) {
        assertThat(judged(ageMillis * MILLI, answered(longestMillis * MILLI))).hasSize(found);
    }

    @Test
    void pipelinedOperationsCountAsOneUser() {
        fixture.load = new Load.Closed(40, 4);
        assertThat(judged(32 * SECOND, answered(0))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"800, 0", "801, 1"})
    void errorsCountAsWaitingTime(long millis, int found) {
        assertThat(judged(0, failed(millis * MILLI))).hasSize(found);
    }

    @Test
    void errorLimitExcludesErrorsFromWaitingTime() {
        fixture.plan.limits.put("read", List.of("errors < 5%"));
        assertThat(judged(0, failed(2 * SECOND))).isEmpty();
    }

    /** The response time of an error includes the wait for a free user. */
    @Test
    void openLoadCountsOnlyUnansweredOperations() {
        fixture.load = new Load.Open(100, Load.Arrival.REGULAR, 40, 1, 64, 500);
        assertThat(judged(0, failed(2 * SECOND))).isEmpty();
    }

    @Test
    void noSuccessReplacesTheWaitingReason() {
        reasons.add(new Reason(
                AuditOrRule.NO_SUCCESS,
                Severity.FAIL,
                Scope.workload(1, "cache"),
                0.0,
                1.0,
                "successes",
                "No success."));
        assertThat(judged(20 * 10 * SECOND, answered(0))).hasSize(1);
    }
}
