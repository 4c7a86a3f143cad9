// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;
import static org.plateaubench.testkit.Scenario.response;
import static org.plateaubench.testkit.Scenario.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * A stall of the SUT for a second must be visible: the recorded times equal, to the nanosecond, those of the queue that
 * follows from the stall.
 */
class StallInjectionTest {
    private static final FakeSut.Stall STALL = new FakeSut.Stall(5 * SECOND, 6 * SECOND);
    private static final long SERVICE = 2 * MILLI;

    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final FakeSut sut = new FakeSut(clock, 1, number -> SERVICE, STALL);
    private final RecordingDriver.Log log = new RecordingDriver.Log();

    private LineInterval steady(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 20, 0, 5);
        return line(scenario.play(sut, log), READ, Phase.STEADY);
    }

    /** Response times of a single server that serves in order of intended start. */
    private static List<Long> queueResponses(List<Long> intended) {
        List<Long> responses = new ArrayList<>();
        long free = Long.MIN_VALUE;
        for (long due : intended) {
            long begin = Math.max(due, free);
            free = FakeSut.completionTime(begin, SERVICE, List.of(STALL));
            responses.add(free - due);
        }
        return responses;
    }

    private static void assertExactly(Times recorded, List<Long> expected) {
        Histogram histogram = HistogramRange.okHistogram();
        expected.forEach(histogram::recordValue);
        assertThat(recorded.count()).isEqualTo(expected.size());
        assertThat(recorded.sumNanos())
                .isEqualTo(expected.stream().mapToLong(Long::longValue).sum());
        assertThat(recorded.maxNanos())
                .isEqualTo(expected.stream().mapToLong(Long::longValue).max().orElseThrow());
        assertThat(recorded.minNanos())
                .isEqualTo(expected.stream().mapToLong(Long::longValue).min().orElseThrow());
        assertThat(recorded.histogram().toHistogram()).isEqualTo(histogram);
    }

    private List<Long> intendedOfCalls() {
        return log.calls().stream()
                .map(RecordingDriver.Call::intendedNanos)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m4CycleTimeScheduleContinuesDuringStall(Execution execution) throws InterruptedException {
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(10)));

        LineInterval line = steady(execution);

        List<Long> intended = intendedOfCalls();
        assertThat(intended).hasSize(2_000);
        for (int i = 1; i < intended.size(); i++) {
            assertThat(intended.get(i) - intended.get(i - 1)).isEqualTo(10 * MILLI);
        }
        assertThat(line.counts().ok()).isEqualTo(2_000);
        assertExactly(response(line), queueResponses(intended));
        assertThat(response(line).maxNanos()).isGreaterThan(990 * MILLI);
    }

    /**
     * After an operation, a rebased cycle continues at max(actual start + cycle, end), and a think time at end + think
     * time.
     */
    @ParameterizedTest
    @CsvSource({"CYCLE,PLATFORM", "CYCLE,VIRTUAL", "THINK,PLATFORM", "THINK,VIRTUAL"})
    void m3m4RebasedScheduleHidesTheStallInOneResponse(Pacing.Kind kind, Execution execution)
            throws InterruptedException {
        Pacing.OnLate onLate = kind == Pacing.Kind.THINK ? Pacing.OnLate.KEEP : Pacing.OnLate.REBASE;
        scenario.pacing = Map.of(READ, new Pacing(kind, fixedMillis(10), onLate));

        LineInterval line = steady(execution);

        List<Long> expected = new ArrayList<>();
        long due = intendedOfCalls().getFirst();
        while (due < 20 * SECOND) {
            long end = FakeSut.completionTime(due, SERVICE, List.of(STALL));
            expected.add(end - due);
            due = kind == Pacing.Kind.THINK ? end + 10 * MILLI : Math.max(due + 10 * MILLI, end);
        }
        assertExactly(response(line), expected);
        assertThat(service(line).histogram()).isEqualTo(response(line).histogram());
        assertThat(expected.stream().filter(response -> response > SERVICE)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "REGULAR,PLATFORM",
        "POISSON,PLATFORM",
        "REGULAR,VIRTUAL",
        "POISSON,VIRTUAL",
        "REGULAR,EVENT_LOOP",
        "POISSON,EVENT_LOOP"
    })
    void m6OpenLoadResponsesMatchQueueDuringStall(Load.Arrival arrival, Execution execution)
            throws InterruptedException {
        scenario.load = new Load.Open(100, arrival, 3, 1, 8, 1_000);

        LineInterval line = steady(execution);

        List<Long> intended = intendedOfCalls();
        assertThat(line.counts().ok()).isEqualTo(intended.size());
        assertThat(line.counts().dropped()).isZero();
        assertExactly(response(line), queueResponses(intended));
        assertThat(response(line).maxNanos()).isGreaterThan(900 * MILLI);
    }

    @ParameterizedTest
    @EnumSource(
            value = Execution.class,
            names = {"PLATFORM", "VIRTUAL"})
    void m2PreciseClockCausesNoLag(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 20, 0, 5);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(10)));

        WorkloadInterval interval = scenario.play(sut, log);

        assertThat(interval.lags()).isNotEmpty().allSatisfy(lag -> {
            if (lag.dispatch() != null) {
                assertThat(lag.dispatch().maxNanos()).isZero();
            }
            if (lag.completion() != null) {
                assertThat(lag.completion().maxNanos()).isZero();
            }
        });
        assertThat(interval.schedule().draws())
                .isNotEmpty()
                .allSatisfy(draws -> assertThat(draws.freeGaps().actualNanos())
                        .isEqualTo(draws.freeGaps().drawnNanos()));
        assertThat(scenario.faults).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Execution.class,
            names = {"PLATFORM", "VIRTUAL"})
    void interruptedTimelineEndsTheRunEarlyWithoutLoss(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        scenario.phases = phases(0, 60, 5, 30);
        scenario.load = new Load.Closed(4, 1);
        scenario.at(10 * SECOND, () -> scenario.timeline().endSteadyAt(clock.nanoTime()));

        WorkloadInterval interval = scenario.play(sut, log);

        assertThat(scenario.timeline().issueEndNanos()).isEqualTo(15 * SECOND);
        assertThat(clock.nanoTime()).isLessThan(16 * SECOND);
        long ended = line(interval, READ, Phase.STEADY).counts().ok()
                + line(interval, READ, Phase.RAMP_DOWN).counts().ok();
        assertThat(ended).isEqualTo(log.calls().size());
        assertThat(interval.levels().liveUsers()).isZero();
    }
}
