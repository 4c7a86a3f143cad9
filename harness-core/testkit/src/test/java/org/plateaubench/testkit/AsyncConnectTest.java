// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/** M9: connecting delays the user and not the schedule, on event loops and threads. */
class AsyncConnectTest {
    private static final List<Long> MAX_GAPS_MILLIS = List.of(100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L);

    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final RecordingDriver.Log log = new RecordingDriver.Log();
    private final Map<Integer, List<Long>> attempts = Collections.synchronizedMap(new TreeMap<>());

    @BeforeEach
    void tenPerSecond() {
        scenario.execution = Execution.EVENT_LOOP;
        scenario.phases = phases(0, 30, 0, 2);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        scenario.definition = Scenario.limited(500);
    }

    /** Users of event loops; the test completes each connect, with its completion and the number of the attempt. */
    private WorkloadSession session(ObjIntConsumer<Completion> connect) {
        FakeSut sut = sut();
        return Sessions.ofAsync((user, loop) -> new RecordingAsyncDriver(sut, user, loop, log) {
            @Override
            public void connect(Completion completion) {
                connect.accept(completion, recordAttempt(user));
            }
        });
    }

    /** Users whose connects are refused before the given attempt. */
    private WorkloadSession refusedUntil(int attempt, FakeSut sut) {
        return Sessions.scripted(
                sut,
                log,
                user -> {
                    if (recordAttempt(user) < attempt) {
                        throw new IOException("refused");
                    }
                },
                (user, call) -> Outcome.ok());
    }

    private int recordAttempt(UserContext user) {
        List<Long> ofUser = attempts.computeIfAbsent(user.user(), key -> new ArrayList<>());
        ofUser.add(user.nanoTime());
        return ofUser.size();
    }

    private FakeSut sut() {
        return new FakeSut(clock, 100, number -> MILLI);
    }

    private static List<Long> gaps(List<Long> instants) {
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < instants.size(); i++) {
            gaps.add(instants.get(i) - instants.get(i - 1));
        }
        return gaps;
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m9BackOffDiffersBetweenUsersAndIsReproducible(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.load = new Load.Closed(4, 1);

        WorkloadInterval interval = scenario.play(refusedUntil(MAX_GAPS_MILLIS.size() + 1, sut()));

        Map<Integer, List<Long>> first = new TreeMap<>(attempts);
        assertThat(first).hasSize(4);
        first.values().forEach(instants -> {
            List<Long> gaps = gaps(instants);
            assertThat(gaps).hasSameSizeAs(MAX_GAPS_MILLIS);
            for (int i = 0; i < gaps.size(); i++) {
                long maxGap = MAX_GAPS_MILLIS.get(i) * MILLI;
                assertThat(gaps.get(i)).isBetween(maxGap / 2, maxGap);
            }
        });
        assertThat(first.values()).extracting(instants -> instants.get(1)).doesNotHaveDuplicates();
        assertThat(scenario.failures).hasSize(4);
        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok()).isEqualTo(4 * 300);
        // The SUT was at fault, not the harness, and the operations that fell due have waited.
        assertThat(Objects.requireNonNull(interval.lags().getFirst().dispatch()).maxNanos())
                .isZero();
        assertThat(Scenario.response(line).maxNanos()).isGreaterThan(7 * SECOND);
        attempts.clear();
        Scenario repeated = new Scenario(new ManualClock(-SECOND));
        repeated.execution = execution;
        repeated.phases = scenario.phases;
        repeated.pacing = scenario.pacing;
        repeated.definition = scenario.definition;
        repeated.load = scenario.load;
        repeated.play(refusedUntil(MAX_GAPS_MILLIS.size() + 1, new FakeSut(repeated.clock, 100, number -> MILLI)));
        assertThat(attempts).isEqualTo(first);
    }

    @Test
    void m9HangingConnectTimesOutAndIsRetried() throws InterruptedException {
        List<Completion> pending = new ArrayList<>();

        WorkloadInterval interval = scenario.play(session((completion, number) -> {
            if (number < 3) {
                pending.add(completion);
            } else {
                // A late completion of the first attempt is ignored.
                pending.getFirst().complete(Outcome.error("late", ""));
                completion.complete(Outcome.ok());
            }
        }));

        List<Long> gaps = gaps(Objects.requireNonNull(attempts.get(0)));
        assertThat(gaps).hasSize(2);
        assertThat(gaps.get(0)).isBetween(550 * MILLI, 600 * MILLI);
        assertThat(gaps.get(1)).isBetween(600 * MILLI, 700 * MILLI);
        assertThat(scenario.failures).singleElement().asString().contains("connecting exceeded its timeout");
        assertThat(line(interval, READ, Phase.STEADY).counts().ok()).isEqualTo(300);
    }

    @Test
    void m9ExceptionAfterSuccessfulConnectIsIgnored() throws InterruptedException {
        WorkloadInterval interval = scenario.play(session((completion, number) -> {
            completion.complete(Outcome.ok());
            throw new IllegalStateException("too late");
        }));

        assertThat(attempts.get(0)).hasSize(1);
        assertThat(line(interval, READ, Phase.STEADY).counts().ok()).isEqualTo(300);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void disconnectedUserIsNotLiveUntilReconnected(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.load = new Load.Closed(2, 1);
        AtomicBoolean lost = new AtomicBoolean();
        List<Integer> live = new ArrayList<>();
        for (long instant : List.of(3 * SECOND, 10 * SECOND, 29 * SECOND)) {
            scenario.at(
                    instant + MILLI / 2, () -> live.add(scenario.run().levels().liveUsers()));
        }

        WorkloadInterval interval = scenario.play(Sessions.scripted(
                sut(),
                log,
                user -> {
                    if (isRefused(user)) {
                        throw new IOException("by peer");
                    }
                },
                (user, call) -> outcomeOf(user, call, lost)));

        assertThat(live).containsExactly(2, 1, 2);
        assertThat(interval.levels().liveUsers()).isZero();
        Attendance attendance = interval.schedule().attendance().getFirst();
        assertThat(attendance.requestedNanos()).isEqualTo(2 * 30 * SECOND);
        // No time is lost: a user who is not connected is away, from the loss to the first success after 15 s.
        assertThat(attendance.connectedNanos() + attendance.awayNanos()).isEqualTo(2 * 30 * SECOND);
        assertThat(attendance.awayNanos()).isBetween(8_900 * MILLI, 14_000 * MILLI);
    }

    /** The second user is refused from 5 s to 15 s. */
    private static boolean isRefused(UserContext user) {
        return user.user() == 1 && user.nanoTime() > 5 * SECOND && user.nanoTime() < 15 * SECOND;
    }

    private static Outcome outcomeOf(UserContext user, OperationCall call, AtomicBoolean lost) {
        boolean now = user.user() == 1 && call.intendedNanos() > 6 * SECOND && lost.compareAndSet(false, true);
        return now ? Outcome.connectionLost("reset", "") : Outcome.ok();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m10NeverConnectedUserAbandonsAllScheduledStarts(Execution execution) throws InterruptedException {
        scenario.execution = execution;

        WorkloadInterval interval = scenario.play(refusedUntil(1_000, sut()));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().abandoned()).isEqualTo(300);
        assertThat(line.counts().issued()).isZero();
        assertThat(interval.levels().liveUsers()).isZero();
    }
}
