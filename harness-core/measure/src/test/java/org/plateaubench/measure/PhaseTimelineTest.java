// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

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
    void anInstantLiesInThePhaseThatBeginsAtItOrBefore() {
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
    void endingSteadyInRampUpLeavesNoWindowToSpeakOf() {
        timeline.endSteadyAt(4 * SECOND);
        assertThat(timeline.phaseAt(4 * SECOND + 1)).isEqualTo(Phase.RAMP_DOWN);
        assertThat(timeline.current().steady()).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void stoppingEndsIssuingInAnyPhaseAndCutsTheDrain() {
        timeline.endSteadyAt(20 * SECOND);
        timeline.stopIssuingAt(22 * SECOND);
        assertThat(timeline.issueEndNanos()).isEqualTo(22 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(23 * SECOND);
    }

    @Test
    void stoppingInTheDrainOnlyEverShortensIt() {
        timeline.stopIssuingAt(80 * SECOND);
        assertThat(timeline.issueEndNanos()).isEqualTo(75 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(81 * SECOND);
        timeline.stopIssuingAt(90 * SECOND);
        assertThat(timeline.drainEndNanos()).isEqualTo(81 * SECOND);
    }
}
