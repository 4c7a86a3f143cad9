// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.phases;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/** M15: the attendance of requested users is measured exactly, in every execution. */
class AttendanceTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);

    @BeforeEach
    void tenPerSecond() {
        scenario.phases = phases(0, 10, 0, 2);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
    }

    /** The effect of a connect. */
    private interface Connect {
        void connect(UserContext user, int attempt) throws IOException, InterruptedException;
    }

    /** Users with the given connects; operation 20 of each loses the connection, if wanted. */
    private WorkloadSession session(Connect connect, boolean loses) {
        Map<Integer, Integer> attempts = new ConcurrentHashMap<>();
        return Sessions.scripted(
                new FakeSut(clock, 100, number -> 0),
                new RecordingDriver.Log(),
                user -> connect.connect(user, attempts.merge(user.user(), 1, Integer::sum)),
                (user, call) -> outcome(call, loses));
    }

    private static void fail(boolean isFault) {
        if (isFault) {
            throw new NullPointerException();
        }
    }

    private static void refuse(boolean isRefused) throws IOException {
        if (isRefused) {
            throw new IOException("refused");
        }
    }

    private static Outcome outcome(OperationCall call, boolean loses) {
        return loses && call.unitNumber() == 20 ? Outcome.connectionLost("reset", "") : Outcome.ok();
    }

    private Attendance attendanceOf(WorkloadSession session) throws InterruptedException {
        return scenario.play(session).schedule().attendance().getFirst();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void briefDisconnectionIsMeasuredExactly(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.load = new Load.Closed(1, 1);
        // Each user is refused once when it has lost its connection, and comes back 50 to 100 ms later.
        Attendance seen = attendanceOf(session((user, attempt) -> refuse(attempt == 2), true));
        assertThat(seen.lengthNanos()).isEqualTo(10 * SECOND);
        assertThat(seen.requestedNanos()).isEqualTo(10 * SECOND);
        assertThat(seen.awayNanos()).isBetween(50 * MILLI, 100 * MILLI);
        assertThat(seen.connectedNanos()).isEqualTo(10 * SECOND - seen.awayNanos());
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void refusedUserIsAwayAfterOneSecondForConnecting(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.load = new Load.Closed(4, 1);
        Attendance seen = attendanceOf(session((user, attempt) -> refuse(user.user() > 0), false));
        assertThat(seen.requestedNanos()).isEqualTo(40 * SECOND);
        assertThat(seen.connectedNanos()).isEqualTo(10 * SECOND);
        assertThat(seen.joiningNanos()).isEqualTo(3 * SECOND);
        assertThat(seen.awayNanos()).isEqualTo(27 * SECOND);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void pluginFaultDuringConnectMakesUserLost(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.load = new Load.Closed(2, 1);
        Attendance seen = attendanceOf(session((user, attempt) -> fail(user.user() > 0), false));
        assertThat(seen.requestedNanos()).isEqualTo(20 * SECOND);
        assertThat(seen.connectedNanos()).isEqualTo(10 * SECOND);
        assertThat(seen.joiningNanos()).isZero();
        assertThat(seen.awayNanos()).isZero();
        assertThat(scenario.errors().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.errorClass()).isEqualTo("plugin-fault");
            assertThat(entry.message())
                    .startsWith("at org.plateaubench.testkit.AttendanceTest")
                    .contains("(AttendanceTest.java:", "NullPointerException");
        });
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void usersOfOpenLoadAreCounted(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.load = new Load.Open(50, Load.Arrival.REGULAR, 4, 1, 1, 100);
        Attendance seen = attendanceOf(session((user, attempt) -> refuse(user.user() > 2), false));
        assertThat(seen.requestedNanos()).isEqualTo(40 * SECOND);
        assertThat(seen.connectedNanos()).isEqualTo(30 * SECOND);
        assertThat(seen.joiningNanos() + seen.awayNanos()).isEqualTo(10 * SECOND);
    }

    @Test
    void everyLoadStepCountsRequestedUsers() throws InterruptedException {
        Duration five = Duration.ofSeconds(5);
        scenario.steadyBoundaries = List.of(five);
        scenario.load =
                new Load.Closed(4, 1, List.of(new LoadStep.Constant(five, 2), new LoadStep.Constant(five, 4)), null);
        // A slow server: the two that come with the second step wait for a second and a half.
        List<Attendance> seen = scenario.play(session(
                        (user, attempt) -> clock.parkUntil(user.nanoTime() + (user.user() < 2 ? 0 : 1_500 * MILLI)),
                        false))
                .schedule()
                .attendance();
        assertThat(seen)
                .containsExactly(
                        new Attendance(PhaseWindow.steadyPart(1), 5 * SECOND, 10 * SECOND, 10 * SECOND, 0, 0),
                        new Attendance(
                                PhaseWindow.steadyPart(2), 5 * SECOND, 20 * SECOND, 17 * SECOND, 2 * SECOND, SECOND));
    }
}
