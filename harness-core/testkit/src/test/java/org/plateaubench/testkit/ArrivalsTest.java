// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** M6: arrivals, their queue and its bound. */
class ArrivalsTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final RecordingDriver.Log log = new RecordingDriver.Log();

    private WorkloadInterval play(FakeSut sut) throws InterruptedException {
        return scenario.play(sut, log);
    }

    private List<Long> intended() {
        return log.calls().stream()
                .map(RecordingDriver.Call::intendedNanos)
                .sorted()
                .toList();
    }

    @Test
    void m6RegularArrivalsHaveEqualGapsAcrossLanes() throws InterruptedException {
        scenario.phases = phases(0, 10, 0, 5);
        scenario.load = new Load.Open(100, Load.Arrival.REGULAR, 10, 1, 7, 100);

        play(new FakeSut(clock, 10, number -> MILLI));

        List<Long> intended = intended();
        assertThat(intended).hasSize(1_000);
        for (int i = 0; i < intended.size(); i++) {
            assertThat(intended.get(i)).isCloseTo(10L * i * MILLI + 5 * MILLI, within(2L));
        }
    }

    @Test
    void m6PoissonArrivalsHaveExponentialGapsAndPlannedRate() throws InterruptedException {
        scenario.phases = phases(0, 100, 0, 5);
        scenario.load = new Load.Open(200, Load.Arrival.POISSON, 20, 1, 16, 1_000);

        play(new FakeSut(clock, 20, number -> MILLI));

        List<Long> intended = intended();
        // 20,000 expected; 5 sigma of a Poisson count.
        assertThat(intended.size()).isCloseTo(20_000, within((int) (5 * Math.sqrt(20_000))));
        double meanNanos = 5.0 * MILLI;
        long beyondMean = 0;
        for (int i = 1; i < intended.size(); i++) {
            beyondMean += intended.get(i) - intended.get(i - 1) > meanNanos ? 1 : 0;
        }
        assertThat((double) beyondMean / intended.size()).isCloseTo(Math.exp(-1), within(0.02));
    }

    /** The expected queue: events in the order of time, free users in order, and a bound. */
    private record Expected(List<Long> starts, List<Long> responses, int dropped) {
        static Expected of(List<Long> arrivals, int users, int bound, long service) {
            Deque<Long> free = new ArrayDeque<>();
            for (int i = 0; i < users; i++) {
                free.add(0L);
            }
            Deque<Long> queue = new ArrayDeque<>();
            List<Long> starts = new ArrayList<>();
            List<Long> responses = new ArrayList<>();
            int dropped = 0;
            for (long arrival : arrivals) {
                while (!queue.isEmpty() && free.getFirst() <= arrival) {
                    serve(queue.removeFirst(), free, service, starts, responses);
                }
                if (queue.isEmpty() && free.getFirst() <= arrival) {
                    serve(arrival, free, service, starts, responses);
                } else if (queue.size() < bound) {
                    queue.add(arrival);
                } else {
                    dropped++;
                }
            }
            while (!queue.isEmpty()) {
                serve(queue.removeFirst(), free, service, starts, responses);
            }
            return new Expected(starts, responses, dropped);
        }

        private static void serve(
                long arrival, Deque<Long> free, long service, List<Long> starts, List<Long> responses) {
            long start = Math.max(arrival, free.removeFirst());
            starts.add(start);
            responses.add(start + service - arrival);
            free.addLast(start + service);
        }
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m6FullQueueDropsArrivalsAndServesOthersInOrder(Execution execution) throws InterruptedException {
        // Arrivals every 7 ms, three users that take 25 ms each: more arrivals than ends, so that the queue fills up.
        scenario.execution = execution;
        scenario.phases = phases(0, 5, 0, 60);
        scenario.load = new Load.Open(1_000.0 / 7, Load.Arrival.REGULAR, 3, 1, 4, 50);
        // The bound of the agent's share counts.
        scenario.share = new Load.Share(0, 3, 0, 4, 20);
        // With one server for each user, so that arrivals wait only in the queue of the harness.
        FakeSut sut = new FakeSut(clock, 3, number -> 25 * MILLI);

        WorkloadInterval interval = play(sut);

        List<Long> arrivals = new ArrayList<>();
        for (int i = 0; ; i++) {
            long at = (long) ((i + 0.5) / (1_000.0 / 7 / 1e9));
            if (at >= 5 * SECOND) {
                break;
            }
            arrivals.add(at);
        }
        Expected expected = Expected.of(arrivals, 3, 20, 25 * MILLI);
        LineInterval line = line(interval, READ, Phase.STEADY);
        List<Long> begun = log.calls().stream()
                .map(RecordingDriver.Call::beginNanos)
                .sorted()
                .toList();
        // An arrival that would start after issuing has ended does not start.
        List<Long> inTime =
                expected.starts.stream().filter(start -> start < 5 * SECOND).toList();
        assertThat(begun).isEqualTo(inTime);
        assertThat(line.counts().dropped()).isEqualTo(expected.dropped).isGreaterThan(50);
        assertThat(line.counts().abandoned())
                .isEqualTo(expected.starts.size() - inTime.size())
                .isEqualTo(20);
        assertThat(Scenario.response(line).sumNanos())
                .isEqualTo(expected.responses.subList(0, inTime.size()).stream()
                        .mapToLong(Long::longValue)
                        .sum());
        assertThat(line.counts().issued()).isEqualTo(line.counts().ok());
    }

    @Test
    void m6QueueLengthIsReportedWhileAllUsersAreBusy() throws InterruptedException {
        scenario.phases = phases(0, 10, 0, 60);
        scenario.load = new Load.Open(100, Load.Arrival.REGULAR, 2, 1, 4, 10_000);
        FakeSut sut = new FakeSut(clock, 2, number -> MILLI, new FakeSut.Stall(4 * SECOND, 6 * SECOND));
        List<WorkloadInterval.Levels> seen = new ArrayList<>();
        scenario.at(5 * SECOND, () -> seen.add(scenario.run().levels()));
        play(sut);

        // One second of arrivals at 100/s, of which two are in service.
        assertThat(seen).singleElement().satisfies(levels -> {
            assertThat(levels.queued()).isEqualTo(98);
            assertThat(levels.inFlight()).isEqualTo(2);
            assertThat(levels.liveUsers()).isEqualTo(2);
        });
        assertThat(scenario.run().levels().queued()).isZero();
    }
}
