// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.run.RunController.PhaseFollower;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.RunObserver;

class PhaseFollowerTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> reported = new ArrayList<>();
    private final PhaseFollower phases = new PhaseFollower(
            new PhaseTimes(
                    Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(30)),
            new RunLog(RunJournal.UNWRITTEN, new RunObserver() {
                @Override
                public void phase(Phase phase, long runNanos, long expectedEndNanos) {
                    reported.add(phase.label() + " " + runNanos / SECOND + ".." + expectedEndNanos / SECOND);
                }
            }));

    @Test
    void phaseIsReportedWithThePlannedTimes() {
        phases.follow(-1);
        assertThat(reported).isEmpty();
        phases.follow(0);
        phases.follow(12 * SECOND);
        phases.follow(200 * SECOND);
        assertThat(reported).containsExactly("ramp-up 0..10", "steady 10..70", "ramp-down 70..75", "drain 75..105");
    }

    @Test
    void firstStopBeginsRampDownAtOnce() {
        phases.follow(20 * SECOND);
        phases.timeline().endSteadyAt(20 * SECOND);
        phases.follow(200 * SECOND);
        assertThat(reported).containsExactly("ramp-up 0..10", "steady 10..70", "ramp-down 20..25", "drain 25..55");
    }

    @Test
    void stopDuringRampUpSkipsTheSteadyPhase() {
        phases.follow(4 * SECOND);
        phases.timeline().endSteadyAt(4 * SECOND);
        phases.follow(200 * SECOND);
        assertThat(reported).containsExactly("ramp-up 0..10", "ramp-down 4..9", "drain 9..39");
    }

    @Test
    void secondStopShortensTheDrain() {
        phases.follow(20 * SECOND);
        phases.timeline().endSteadyAt(20 * SECOND);
        phases.follow(21 * SECOND);
        phases.timeline().stopIssuingAt(22 * SECOND);
        phases.follow(200 * SECOND);
        assertThat(reported).endsWith("ramp-down 20..25", "drain 22..23");
        assertThat(phases.timeline().drainEndNanos()).isEqualTo(23 * SECOND);
    }

    @Test
    void stopDuringTheDrainShortensTheRest() {
        phases.follow(80 * SECOND);
        phases.timeline().stopIssuingAt(80 * SECOND);
        assertThat(phases.timeline().drainEndNanos()).isEqualTo(81 * SECOND);
    }
}
