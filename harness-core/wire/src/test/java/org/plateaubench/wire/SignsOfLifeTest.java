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

    /** One that stood still for nearly 15 s has said something at most one sign's time before. */
    @Test
    void anAgentMayStandStillForFifteenSecondsHoweverManyThereAre() {
        assertThat(SignsOfLife.silence(1)).isEqualTo(Duration.ofSeconds(15));
        assertThat(SignsOfLife.silence(10_000)).isEqualTo(Duration.ofSeconds(19));
    }
}
