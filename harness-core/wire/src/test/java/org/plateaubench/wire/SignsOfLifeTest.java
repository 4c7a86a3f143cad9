// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SignsOfLifeTest {
    @Test
    void theyComeOnceInASecondUpToAThousandAgentsAndAsRarelyAsInFiveSecondsAbove() {
        for (int few : new int[] {0, 1, 100, 1_000}) {
            assertThat(SignsOfLife.every(few)).as("%d agents", few).isEqualTo(Duration.ofSeconds(1));
        }
        assertThat(SignsOfLife.every(2_500)).isEqualTo(Duration.ofMillis(2_500));
        assertThat(SignsOfLife.every(10_000)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void oneProcessAnswersAllQuestionsForItsClock() {
        assertThat(SignsOfLife.questionEvery(400)).isEqualTo(Duration.ofMillis(200));
        assertThat(SignsOfLife.questionEvery(1_000)).isEqualTo(Duration.ofMillis(500));
        assertThat(SignsOfLife.questionEvery(20_000)).isEqualTo(Duration.ofSeconds(5));
    }

    /** One that begins to stand still just before a sign of life has said its last word one sign's time before. */
    @Test
    void anAgentMayStandStillForFourteenSecondsHoweverManyThereAre() {
        assertThat(SignsOfLife.silence(1)).isEqualTo(Duration.ofSeconds(15));
        assertThat(SignsOfLife.silence(10_000)).isEqualTo(Duration.ofSeconds(19));
        for (int agents : new int[] {0, 1_000, 1_001, 2_500, 5_000, 50_000}) {
            assertThat(SignsOfLife.silence(agents).minus(SignsOfLife.every(agents)))
                    .as("%d agents", agents)
                    .isEqualTo(Duration.ofSeconds(14));
        }
    }
}
