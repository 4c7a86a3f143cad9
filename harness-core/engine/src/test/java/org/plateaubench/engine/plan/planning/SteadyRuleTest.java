// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;

class SteadyRuleTest {
    private final PhaseTimes phases = new PhaseTimes(seconds(10), seconds(60), seconds(5), seconds(5));

    @Test
    void noStepsAndPeriodsGiveNoParts() {
        assertThat(SteadyRule.parts(phases, List.of(), List.of())).isEmpty();
    }

    @Test
    void partsSplitAtStepAndPeriodEdges() {
        List<Period> steps = List.of(period(10, 40), period(40, 70));
        List<Period> periods = List.of(period(20, 40), period(50, 65));
        assertThat(SteadyRule.parts(phases, steps, periods))
                .containsExactly(
                        part(10, 20, 1, 0),
                        part(20, 40, 1, 1),
                        part(40, 50, 2, 0),
                        part(50, 65, 2, 2),
                        part(65, 70, 2, 0));
    }

    @Test
    void stepOfTheFullSteadyPhaseIsOnePart() {
        assertThat(SteadyRule.parts(phases, List.of(period(10, 70)), List.of())).containsExactly(part(10, 70, 1, 0));
    }

    private static Period period(long from, long to) {
        return new Period("", seconds(from), seconds(to));
    }

    private static SteadyPart part(long from, long to, int step, int period) {
        return new SteadyPart(seconds(from), seconds(to), step, period);
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
