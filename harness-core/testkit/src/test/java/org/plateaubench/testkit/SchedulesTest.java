// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Load that follows a schedule: users that come and go, and rates that change. */
class SchedulesTest {
    private static final long CYCLE = 100 * MILLI;

    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final RecordingDriver.Log log = new RecordingDriver.Log();

    private WorkloadInterval play(FakeSut sut) throws InterruptedException {
        return scenario.play(sut, log);
    }

    private void users(LoadStep... steps) {
        scenario.load = new Load.Closed(10, 1, List.of(steps), null);
        scenario.pacing = Map.of(READ, Pacing.cycle(Scenario.fixedMillis(100)));
        divide(steps);
    }

    private void divide(LoadStep... steps) {
        List<Duration> edges = new ArrayList<>();
        Duration at = scenario.phases.rampUp();
        for (LoadStep step : steps) {
            at = at.plus(step.length());
            edges.add(at);
        }
        edges.removeLast();
        scenario.steadyBoundaries = edges;
    }

    private static LoadStep step(long seconds, double level) {
        return new LoadStep.Constant(Duration.ofSeconds(seconds), level);
    }

    private List<Long> intended(int user) {
        return log.calls().stream()
                .filter(call -> call.user() == user)
                .map(RecordingDriver.Call::intendedNanos)
                .sorted()
                .toList();
    }

    private long intendedBetween(long fromNanos, long toNanos) {
        return log.calls().stream()
                .mapToLong(RecordingDriver.Call::intendedNanos)
                .filter(instant -> instant >= fromNanos && instant < toNanos)
                .count();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void activeUsersMatchLoadStep(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(5, 40, 5, 5);
        users(step(10, 2), step(10, 10), step(10, 0), step(10, 4));

        WorkloadInterval interval = play(new FakeSut(clock, 50, number -> 5 * MILLI));

        // Ten starts a second for each user; one that comes begins at a share of its first cycle.
        assertThat(line(interval, READ, PhaseWindow.steadyPart(1)).counts().ok())
                .isEqualTo(200);
        assertThat(line(interval, READ, PhaseWindow.steadyPart(2)).counts().ok())
                .isBetween(1_000L - 8, 1_000L);
        assertThat(interval.lines()).extracting(LineInterval::window).doesNotContain(PhaseWindow.steadyPart(3));
        assertThat(line(interval, READ, PhaseWindow.steadyPart(4)).counts().ok())
                .isBetween(400L - 4, 400L);
        assertThat(line(interval, READ, Phase.RAMP_DOWN).counts().ok()).isEqualTo(200);
        assertThat(intended(0).getFirst()).isLessThan(CYCLE);
        assertThat(intended(1).getFirst()).isBetween(2_500 * MILLI, 2_500 * MILLI + CYCLE);
        assertThat(intended(9).getFirst()).isBetween(15 * SECOND, 15 * SECOND + CYCLE);
        assertThat(intended(9).getLast()).isLessThan(25 * SECOND);
        assertThat(interval.lines()).allSatisfy(line -> {
            assertThat(line.counts().abandoned()).isZero();
            assertThat(line.counts().errors()).isZero();
        });
    }

    @Test
    void m4DepartedUserFinishesDueUnitsAndStartsNoOthers() throws InterruptedException {
        scenario.phases = phases(0, 30, 0, 10);
        users(step(10, 1), step(10, 0), step(10, 1));
        // The SUT stalls from 9 s to 12 s.
        FakeSut sut = new FakeSut(clock, 50, number -> {
            long now = clock.nanoTime();
            return now >= 9 * SECOND && now < 12 * SECOND ? 12 * SECOND - now : MILLI;
        });

        WorkloadInterval interval = play(sut);

        LineInterval first = line(interval, READ, PhaseWindow.steadyPart(1));
        assertThat(first.counts().ok()).isEqualTo(100);
        assertThat(Scenario.response(first).maxNanos()).isGreaterThan(2_500 * MILLI);
        assertThat(intendedBetween(10 * SECOND, 20 * SECOND)).isZero();
        LineInterval third = line(interval, READ, PhaseWindow.steadyPart(3));
        assertThat(third.counts().ok()).isBetween(99L, 100L);
        assertThat(Scenario.response(third).maxNanos()).isLessThan(2 * MILLI);
        // Ends after the departure of the user count in the part in which they occurred.
        assertThat(line(interval, READ, PhaseWindow.steadyPart(2)).counts().okEnds())
                .isBetween(9L, 12L);
    }

    @Test
    void m3BusyUserResumesWhenFree() throws InterruptedException {
        scenario.phases = phases(0, 30, 0, 10);
        users(step(10, 1), step(5, 0), step(15, 1));
        scenario.pacing = Map.of(READ, Pacing.think(Scenario.fixedMillis(100)));
        FakeSut sut = new FakeSut(clock, 50, number -> {
            long now = clock.nanoTime();
            return now >= 9 * SECOND && now < 10 * SECOND ? 20 * SECOND - now : MILLI;
        });

        WorkloadInterval interval = play(sut);

        assertThat(intendedBetween(10 * SECOND, 20 * SECOND)).isZero();
        assertThat(Scenario.response(line(interval, READ, PhaseWindow.steadyPart(3)))
                        .maxNanos())
                .isLessThan(2 * MILLI);
    }

    @ParameterizedTest
    @EnumSource(Load.Arrival.class)
    void m6ArrivalsFollowTheRate(Load.Arrival arrival) throws InterruptedException {
        scenario.phases = phases(0, 50, 5, 5);
        LoadStep[] steps = {
            step(10, 20),
            new LoadStep.Ramp(Duration.ofSeconds(10), 20, 100),
            new LoadStep.Bursts(Duration.ofSeconds(10), 0, 300, Duration.ofSeconds(2), Duration.ofMillis(500)),
            new LoadStep.Sine(Duration.ofSeconds(10), 50, 50, Duration.ofSeconds(5)),
            step(10, 40)
        };
        scenario.load = new Load.Open(300, arrival, 40, 1, 7, 1_500, List.of(steps));
        divide(steps);

        WorkloadInterval interval = play(new FakeSut(clock, 40, number -> MILLI));

        long[] expected = {200, 600, 750, 500, 400};
        for (int i = 0; i < expected.length; i++) {
            long slack = arrival == Load.Arrival.REGULAR ? 1 : (long) (5 * Math.sqrt((double) expected[i]));
            assertThat(line(interval, READ, PhaseWindow.steadyPart(i + 1))
                            .counts()
                            .ok())
                    .isBetween(expected[i] - slack, expected[i] + slack);
        }
        assertThat(intendedBetween(20_500 * MILLI, 22_000 * MILLI)).isZero();
    }

    @Test
    void m14IntendedStartsDoNotDependOnNumberOfAgents() throws InterruptedException {
        LoadStep[] steps = {step(5, 3), new LoadStep.Sine(Duration.ofSeconds(10), 5, 5, Duration.ofSeconds(4))};
        List<String> onOneAgent = closedStarts(null, steps);
        List<String> onTwoAgents = new ArrayList<>(closedStarts(new Load.Share(0, 4, 0, 0, 0), steps));
        onTwoAgents.addAll(closedStarts(new Load.Share(4, 6, 0, 0, 0), steps));
        assertThat(onTwoAgents).hasSizeGreaterThan(300).containsExactlyInAnyOrderElementsOf(onOneAgent);
    }

    private static List<String> closedStarts(Load.@Nullable Share share, LoadStep... steps)
            throws InterruptedException {
        SchedulesTest test = new SchedulesTest();
        test.scenario.phases = phases(2, 15, 0, 5);
        test.users(steps);
        test.scenario.share = share;
        test.play(new FakeSut(test.clock, 50, number -> MILLI));
        return test.log.calls().stream()
                .map(call -> call.user() + "@" + call.intendedNanos())
                .toList();
    }
}
