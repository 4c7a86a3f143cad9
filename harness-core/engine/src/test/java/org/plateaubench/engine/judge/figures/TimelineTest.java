// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.ORIGIN;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.judge.figures.Timeline.PhaseSpan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;

/** The phases of a run as they happened; the planned steady window lasts from 2 s to 12 s. */
final class TimelineTest {
    private static final PhaseTimes REQUESTED =
            new PhaseTimes(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(5));

    private final List<RunEvent> events = new ArrayList<>();

    private void event(EventType type, long seconds, Map<String, Object> details) {
        events.add(new RunEvent(
                ORIGIN.plusSeconds(seconds), seconds * SECOND, type.label(), "", "Message " + seconds + ".", details));
    }

    private void phase(Phase phase, long seconds) {
        event(EventType.PHASE, seconds, Map.of("name", phase.label()));
    }

    private void addPreparation() {
        events.add(new RunEvent(
                ORIGIN.minusSeconds(3),
                RunEvent.BEFORE_START,
                EventType.PHASE.label(),
                "",
                "Preparing.",
                Map.of("name", Phase.PREPARE.label())));
    }

    /** The timeline of a run whose last interval ends this number of seconds after the start. */
    private Timeline timeline(long dataSeconds) {
        return Timeline.of(
                TestIntervals.run(
                        Path.of("made"), List.of(second(dataSeconds - 1).stored()), events),
                REQUESTED);
    }

    private void addCompletedRun() {
        addPreparation();
        phase(Phase.RAMP_UP, 0);
        phase(Phase.STEADY, 2);
        phase(Phase.RAMP_DOWN, 11);
        event(EventType.RUN_ENDED, 15, Map.of("status", "completed"));
    }

    @Test
    void phasesAreContiguousUntilTheEndOfTheRun() {
        addCompletedRun();
        assertThat(timeline(15).spans())
                .containsExactly(
                        new PhaseSpan("prepare", null, 0L, ORIGIN.minusSeconds(3), ORIGIN),
                        new PhaseSpan("ramp-up", 0L, 2 * SECOND, ORIGIN, ORIGIN.plusSeconds(2)),
                        new PhaseSpan("steady", 2 * SECOND, 11 * SECOND, ORIGIN.plusSeconds(2), ORIGIN.plusSeconds(11)),
                        new PhaseSpan(
                                "ramp-down", 11 * SECOND, 15 * SECOND, ORIGIN.plusSeconds(11), ORIGIN.plusSeconds(15)));
    }

    @Test
    void windowEndsWithTheDataOrIsAbsent() {
        addCompletedRun();
        assertThat(timeline(9).window()).isEqualTo(window(2, 9));
        assertThat(timeline(3).window()).isEqualTo(window(2, 3));
        assertThat(timeline(2).window()).isNull();
        assertThat(Timeline.of(TestIntervals.run(Path.of("made"), List.of(), events), REQUESTED)
                        .window())
                .isNull();
    }

    @Test
    void windowEndsAtTheDrainWithoutRampDown() {
        phase(Phase.RAMP_UP, 0);
        phase(Phase.DRAIN, 9);
        event(EventType.RUN_ENDED, 10, Map.of("status", "interrupted", "fault", true));
        assertThat(timeline(15).window()).isEqualTo(window(2, 9));
        assertThat(timeline(15).brokenOff()).isTrue();
    }

    @Test
    void drainBeforeTheStartLeavesTheWindow() {
        phase(Phase.RAMP_UP, 0);
        events.add(new RunEvent(
                ORIGIN,
                RunEvent.BEFORE_START,
                EventType.PHASE.label(),
                "",
                "Draining.",
                Map.of("name", Phase.DRAIN.label())));
        event(EventType.RUN_ENDED, 10, Map.of("status", "interrupted"));
        assertThat(timeline(15).window()).isEqualTo(window(2, 12));
    }

    @Test
    void runWhoseClockNeverStartedHasNoWindow() {
        addPreparation();
        assertThat(timeline(15).window()).isNull();
    }
}
