// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.MILLI;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.operation;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.times;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.IntervalLog;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.SutFailure;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.spi.SutContext;
import org.plateaubench.wire.TelemetrySample;

final class CertainFailuresTest {
    private final TestPlan plan = new TestPlan();
    private final Recorded recorded = new Recorded();
    private @Nullable CertainFailures failures;
    private int aborts;

    /** Records what is passed on, and the failures, which reach both the journal and the observer. */
    private static final class Recorded implements IntervalLog, RunJournal, RunObserver {
        private final List<String> messages = new ArrayList<>();
        private final List<EventDetails> events = new ArrayList<>();
        private int intervals;

        @Override
        public void interval(IntervalSnapshot snapshot, Delivery delivery) {
            intervals++;
        }

        @Override
        public void missing(String agent, long sequence, long startNanos, long endNanos) {
            intervals++;
        }

        @Override
        public void errors(List<ErrorRecord> errors) {}

        @Override
        public void clockStarted(long originNanos) {}

        @Override
        public void event(EventDetails event, String scope, String message) {
            events.add(event);
            if (event == EventType.CERTAIN_FAILURE) {
                messages.add(message);
            }
        }

        @Override
        public void eventAt(long runNanos, EventDetails event, String scope, String message) {}

        @Override
        public void telemetry(List<TelemetrySample> samples) {}

        @Override
        public @Nullable String failure() {
            return null;
        }
    }

    private CertainFailures failures() {
        if (failures == null) {
            failures = new CertainFailures(plan.build(), recorded, recorded, recorded, () -> aborts++);
        }
        return failures;
    }

    private void interval(long number, LineInterval line) {
        failures().interval(second(number).with(line).snapshot(), Delivery.ON_TIME);
    }

    private static LineInterval dropping(PhaseWindow window, long dropped) {
        LineInterval.Counts counts = new LineInterval.Counts(0, 0, 0, 0, 0, dropped, 0, dropped, 300 * MILLI);
        return new LineInterval(
                "read", LineInterval.Kind.OPERATION, window, counts, Map.of(), Map.of(), null, null, null);
    }

    private static LineInterval taking(long nanos) {
        return operation("read", ok(1), times(nanos, nanos, nanos), null, null);
    }

    private void assertReported(String... messages) {
        List<String> twice = new ArrayList<>();
        for (String message : messages) {
            twice.add(message);
            twice.add(message);
        }
        assertThat(recorded.messages).isEqualTo(twice);
    }

    @Test
    void droppedArrivalIsReportedOnceInTheSteadyState() {
        plan.simple(1, new Load.Open(100, Load.Arrival.POISSON, 8, 8, 1, 50));
        interval(1, dropping(PhaseWindow.RAMP_UP, 3));
        assertReported();
        assertThat(aborts).isZero();
        interval(3, dropping(PhaseWindow.STEADY, 1));
        interval(4, dropping(PhaseWindow.STEADY, 7));
        assertReported("This run can no longer pass. 1/cache: an arrival found the queue full (50 waiting) and was"
                + " dropped; none may be.");
        assertThat(recorded.intervals).as("intervals are passed on").isEqualTo(3);
        assertThat(aborts).isEqualTo(1);
    }

    @Test
    void missedMaxIsReportedWithTheValueThatMissedIt() {
        plan.limits.put("read", List.of("max < 500ms", "p95 < 1ms", "max > 2s"));
        plan.simple();
        interval(3, taking(400 * MILLI));
        assertReported();
        interval(4, taking(600 * MILLI));
        interval(5, taking(700 * MILLI));
        assertReported("This run can no longer pass. 1/cache/read: max is 600 ms; the limit is < 500 ms.");
    }

    @Test
    void unfinishedOperationMissesMax() {
        plan.limits.put("read", List.of("max < 400ms"));
        plan.simple();
        interval(3, dropping(PhaseWindow.STEADY, 1));
        assertReported("This run can no longer pass. 1/cache/read: max is at least 300 ms; the limit is < 400 ms.");
    }

    @Test
    void lostAgentAndEndedSutAreReported() {
        plan.simple();
        failures().event(EventType.AGENT_LOST, "agent/a1", "Agent a1 did not answer.");
        EventDetails failed = new EventDetails.SutFailed(SutFailure.UNDER_LOAD);
        failures().event(failed, "sut/db", "The SUT has failed: signal 9.");
        assertThat(recorded.messages).hasSize(4);
        assertThat(recorded.messages.getFirst())
                .isEqualTo("This run can no longer pass. Agent a1 did not answer. Its part of the load and of the"
                        + " figures is missing.");
        assertThat(recorded.messages.getLast())
                .startsWith("This run can no longer pass. sut/db: The SUT has failed: signal 9. ");
        assertThat(recorded.events).contains(EventType.AGENT_LOST, failed);
    }

    @Test
    void externalSutThatMayAnswerAgainIsNotReported() {
        plan.sutMode = SutContext.Mode.EXTERNAL;
        plan.simple();
        failures().event(new EventDetails.SutFailed(SutFailure.UNDER_LOAD), "sut/db", "No answer.");
        assertReported();
    }
}
