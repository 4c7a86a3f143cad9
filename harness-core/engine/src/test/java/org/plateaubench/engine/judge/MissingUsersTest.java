// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.TestFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.recorder.DistinctErrors;

/** How many of 100 users may be missing, and by which cause (measurement rule M15). */
final class MissingUsersTest {
    private final TestFigures fixture = new TestFigures();
    private final List<ErrorRecord> records = new ArrayList<>();

    MissingUsersTest() {
        fixture.load = new Load.Closed(100, 1);
        fixture.add(second(3).with(line("read", LineInterval.Kind.OPERATION, ok(50))));
    }

    /** The attendance of users in the second with this number. */
    private void attendance(long second, double planned, double connected, double joining, double away) {
        fixture.add(second(second)
                .with(new Attendance(
                        PhaseWindow.STEADY,
                        SECOND,
                        (long) (planned * SECOND),
                        (long) (connected * SECOND),
                        (long) (joining * SECOND),
                        (long) (away * SECOND))));
    }

    private void refused(String message, long count, long first, long last) {
        records.add(new ErrorRecord(
                "1/cache",
                DistinctErrors.CONNECT,
                DistinctErrors.CONNECT,
                message,
                count,
                first * SECOND,
                last * SECOND));
    }

    private List<Reason> reasons(WorkloadFigures figures) {
        List<Reason> reasons = new ArrayList<>();
        new ConnectRules(records).apply(figures, reasons);
        return reasons;
    }

    private List<Severity> severities() {
        return reasons(fixture.figures()).stream().map(Reason::severity).toList();
    }

    /** Two of a hundred users may be missing. If neither part alone exceeds that, the greater one decides. */
    @ParameterizedTest
    @CsvSource({
        "100, 98, 0, 2, ''",
        "100, 90, 10, 0, ''",
        "100, 97, 0, 1.5, INVALID",
        "100, 97, 0, 1.6, FAIL",
        "100, 94, 0, 3, INVALID FAIL",
        "90, 90, 0, 0, INVALID"
    })
    void missingUsersFailOrInvalidateTheRunByCause(
            double planned, double connected, double joining, double away, String severities) {
        attendance(3, planned, connected, joining, away);
        assertThat(severities().stream().map(Severity::name).collect(Collectors.joining(" ")))
                .isEqualTo(severities);
    }

    @Test
    void usersDisconnectedByTheSutFailTheRun() {
        attendance(3, 100, 97.9, 0, 2.1);
        assertThat(reasons(fixture.figures())).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.CONNECTED_USERS);
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.value()).isEqualTo(97.9);
            assertThat(reason.bound()).isEqualTo(98);
            assertThat(reason.message())
                    .contains("97.9 of 100 users were connected on average, 97.9%; at least 98% must be.")
                    .contains("The SUT dropped connections or was slow to accept them");
        });
    }

    @Test
    void longConnectionOutageFailsTheRun() {
        fixture.plan.steady = Duration.ofSeconds(1_000);
        fixture.window = window(2, 1_002);
        attendance(3, 990 * 100.0, 990 * 100.0, 0, 0);
        for (int i = 0; i < 9; i++) {
            attendance(10 + i, 100, 0, 0, 100);
        }
        assertThat(severities()).isEmpty();
        attendance(19, 100, 0, 0, 100);
        assertThat(reasons(fixture.figures())).singleElement().satisfies(reason -> {
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.value()).isEqualTo(10);
            assertThat(reason.unit()).isEqualTo("s");
            assertThat(reason.message()).contains("without a connection for 10 s without interruption");
        });
    }

    @Test
    void connectionOutageIsNotRepeatedForPeriods() {
        fixture.plan.periods = 1;
        fixture.plan.steady = Duration.ofSeconds(1_000);
        fixture.window = window(2, 1_002);
        attendance(3, 990 * 100.0, 990 * 100.0, 0, 0);
        for (int i = 0; i < 10; i++) {
            attendance(10 + i, 100, 0, 0, 100);
        }
        assertThat(reasons(fixture.figures())).hasSize(1);
        assertThat(reasons(fixture.period(1))).isEmpty();
    }

    @Test
    void mostFrequentConnectErrorIsNamed() {
        refused("Connection refused", 3, 3, 4);
        refused("No route to host", 30, 3, 4);
        TestFigures none = new TestFigures();
        none.load = fixture.load;
        none.add(second(3).levels(0, 0, 0, 0));
        assertThat(reasons(none.figures())).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.NO_SUCCESS);
            assertThat(reason.bound()).isEqualTo(100);
            assertThat(reason.message()).contains("none of 100 users could connect: No route to host (30 times)");
        });
    }

    @Test
    void onlyConnectErrorsOfTheWorkloadCount() {
        records.add(new ErrorRecord("1/store", DistinctErrors.CONNECT, DistinctErrors.CONNECT, "a", 1, SECOND, SECOND));
        records.add(new ErrorRecord("1/cache", "read", DistinctErrors.CONNECT, "a", 1, SECOND, SECOND));
        records.add(new ErrorRecord("1/cache", DistinctErrors.CONNECT, "timeout", "a", 1, SECOND, SECOND));
        assertThat(new ConnectRules(records).noneConnected(new TestFigures().figures()))
                .isFalse();
    }
}
