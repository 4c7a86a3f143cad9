// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;

class PhaseTimelineTest {
    private static final long SECOND = 1_000_000_000L;

    private final PhaseTimeline timeline = new PhaseTimeline(new PhaseTimes(
            Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(30)));

    @Test
    void phaseIncludesStartInstant() {
        assertThat(timeline.phaseAt(-1)).isEqualTo(Phase.RAMP_UP);
        assertThat(timeline.phaseAt(10 * SECOND - 1)).isEqualTo(Phase.RAMP_UP);
        assertThat(timeline.phaseAt(10 * SECOND)).isEqualTo(Phase.STEADY);
        assertThat(timeline.phaseAt(70 * SECOND)).isEqualTo(Phase.RAMP_DOWN);
        assertThat(timeline.phaseAt(75 * SECOND)).isEqualTo(Phase.DRAIN);
    }

    @Test
    void endingSteadyKeepsRampDownAndDrain() {
        timeline.endSteadyAt(20 * SECOND);
        assertThat(timeline.current().steady()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timeline.issueEndNanos()).isEqualTo(25 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(55 * SECOND);
        timeline.endSteadyAt(22 * SECOND);
        assertThat(timeline.issueEndNanos()).isEqualTo(25 * SECOND);
    }

    @Test
    void endingSteadyInRampUpLeavesMinimalWindow() {
        timeline.endSteadyAt(4 * SECOND);
        assertThat(timeline.phaseAt(4 * SECOND + 1)).isEqualTo(Phase.RAMP_DOWN);
        assertThat(timeline.current().steady()).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void stoppingEndsIssuingAndCutsTheDrain() {
        timeline.endSteadyAt(20 * SECOND);
        timeline.stopIssuingAt(22 * SECOND);
        assertThat(timeline.issueEndNanos()).isEqualTo(22 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(23 * SECOND);
    }

    @Test
    void stoppingInTheDrainOnlyShortensTheDrain() {
        timeline.stopIssuingAt(80 * SECOND);
        assertThat(timeline.issueEndNanos()).isEqualTo(75 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(81 * SECOND);
        timeline.stopIssuingAt(90 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(81 * SECOND);
    }

    @Test
    void nextEdgeIsAfterTheInstant() {
        assertThat(timeline.edgeAfter(10 * SECOND - 1)).isEqualTo(10 * SECOND);
        assertThat(timeline.edgeAfter(10 * SECOND)).isEqualTo(70 * SECOND);
        assertThat(timeline.edgeAfter(70 * SECOND)).isEqualTo(75 * SECOND);
        assertThat(timeline.edgeAfter(75 * SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void emptyPhaseIsSkipped() {
        assertThat(Phase.values()).allMatch(timeline::takesPlace);
        PhaseTimeline bare =
                new PhaseTimeline(new PhaseTimes(Duration.ZERO, Duration.ofNanos(2), Duration.ZERO, Duration.ZERO));
        assertThat(bare.takesPlace(Phase.RAMP_UP)).isFalse();
        assertThat(bare.takesPlace(Phase.STEADY)).isTrue();
        assertThat(bare.takesPlace(Phase.RAMP_DOWN)).isFalse();
        bare.endSteadyAt(0);
        assertThat(bare.takesPlace(Phase.STEADY)).isFalse();
    }

    @Test
    void endingSteadyNeverExtendsTheWindow() {
        timeline.endSteadyAt(70 * SECOND);
        assertThat(timeline.current().steady()).isEqualTo(Duration.ofSeconds(60));
        timeline.endSteadyAt(10 * SECOND + 1);
        assertThat(timeline.current().rampUp()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timeline.current().steady()).isEqualTo(Duration.ofNanos(1));
        timeline.endSteadyAt(-5);
        assertThat(timeline.current().rampUp()).isEqualTo(Duration.ZERO);
    }

    @Test
    void stoppingInTheSteadyWindowLeavesNoRampDown() {
        timeline.stopIssuingAt(20 * SECOND);
        assertThat(timeline.current().rampDown()).isEqualTo(Duration.ZERO);
        assertThat(timeline.issueEndNanos()).isEqualTo(20 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(21 * SECOND);
    }

    @Test
    void stoppingNeverExtendsTheDrain() {
        PhaseTimeline quick = new PhaseTimeline(
                new PhaseTimes(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(300)));
        quick.stopIssuingAt(7 * SECOND);
        assertThat(quick.current().rampDown()).isEqualTo(Duration.ofSeconds(2));
        assertThat(quick.drainEndNanos()).isEqualTo(7 * SECOND + 300_000_000);
        quick.stopIssuingAt(7 * SECOND + 200_000_000);
        assertThat(quick.drainEndNanos()).isEqualTo(7 * SECOND + 300_000_000);
    }
}
