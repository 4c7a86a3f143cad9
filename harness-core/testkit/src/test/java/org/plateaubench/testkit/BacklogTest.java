// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.phases;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The backlog of closed load, the units that are due and have not ended, compared with the calls that were made. */
class BacklogTest {
    private static final FakeSut.Stall STALL = new FakeSut.Stall(5 * SECOND, 6 * SECOND);

    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final FakeSut sut = new FakeSut(clock, 64, number -> 2 * MILLI, STALL);
    private final RecordingDriver.Log log = new RecordingDriver.Log();
    private final Map<Long, Integer> seen = new TreeMap<>();

    /** Plays to the end and reads the backlog every 50 ms, at instants at which nothing else happens. */
    private WorkloadInterval play() throws InterruptedException {
        Runnable poller = clock.participating(() -> {
            try {
                for (long at = 33_333_333; at < scenario.phases.issueEndNanos(); at += 50 * MILLI) {
                    clock.parkUntil(at);
                    seen.put(at, scenario.run().levels().backlog());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread.ofPlatform().daemon().start(poller);
        return scenario.play(sut, log);
    }

    private long dueAndNotEnded(long at) {
        return log.calls().stream()
                .filter(call -> call.intendedNanos() <= at && call.endNanos() > at)
                .count();
    }

    private void assertExact(int leastMaximum) {
        assertThat(seen).hasSizeGreaterThan(100);
        seen.forEach((at, level) -> assertThat((long) level).as("at %d", at).isEqualTo(dueAndNotEnded(at)));
        assertThat(seen.values()).contains(0);
        assertThat(seen.values().stream().mapToInt(Integer::intValue).max().orElseThrow())
                .isGreaterThanOrEqualTo(leastMaximum);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m15BacklogIsExactDuringStall(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 10, 0, 5);
        scenario.definition = Scenario.definition(
                List.of(OperationDefinition.of(READ, ""), OperationDefinition.of("write", "")),
                List.of(UnitDefinition.of(READ), UnitDefinition.of("write")),
                new Mix.Flat(Map.of(READ, 3.0, "write", 1.0)),
                List.of());
        scenario.pacing = Map.of(
                READ,
                Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(100))),
                "write",
                Pacing.cycle(fixedMillis(250)));
        scenario.load = new Load.Closed(8, 1, List.of(), 1.5);

        play();

        assertExact(30);
    }

    @Test
    void m15InactiveUsersHaveNoBacklog() throws InterruptedException {
        scenario.phases = phases(0, 12, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(100))));
        scenario.load = new Load.Closed(8, 1, List.of(constant(4, 8), constant(4, 2), constant(4, 6)), 1.5);

        play();

        assertExact(6);
    }

    @Test
    void m15AllUnitsOfBatchEndWithLastReply() throws InterruptedException {
        scenario.execution = Execution.EVENT_LOOP;
        scenario.phases = phases(0, 10, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        scenario.load = new Load.Closed(2, 4, List.of(), 1.5);

        play();

        assertExact(2 * 4 * 9);
        assertThat(seen.values()).allMatch(level -> level % 4 == 0);
    }

    @Test
    void m15BacklogNeedsBoundAndFixedSchedule() throws InterruptedException {
        scenario.phases = phases(0, 1, 0, 1);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        assertThat(play().levels().countsBacklog()).isFalse();
        assertThat(seen.values()).containsOnly(WorkloadInterval.Levels.NOT_COUNTED);

        Scenario thinking = new Scenario(new ManualClock(0));
        thinking.load = new Load.Closed(1, 1, List.of(), 1.5);
        thinking.pacing = Map.of(READ, Pacing.think(fixedMillis(100)));
        assertThatThrownBy(() -> thinking.start(Sessions.of(user -> new RecordingDriver(sut, user, log))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fixed schedule");
    }

    private static LoadStep constant(long seconds, double level) {
        return new LoadStep.Constant(Duration.ofSeconds(seconds), level);
    }
}
