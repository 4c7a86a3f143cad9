// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.engine.judge.result.ScoredRates.ScoreFormula;

class ScoreFormulaTest {
    /**
     * A published comparison of one cluster with processors of three generations: vMotion, Storage vMotion, XvMotion and deploy
     * operations per hour, the scores of application and infrastructure, and the whole score. The rates of the reference are not
     * published; their geometric mean follows from the rows, 16.1 per hour.
     */
    @ParameterizedTest
    @CsvSource({
        "28,   24, 20, 6.5, 11.18, 1.07, 9.16",
        "28.5, 26, 21, 6.5, 13.90, 1.11, 11.342",
        "28,   25, 21, 6.5, 14.81, 1.09, 12.066"
    })
    void publishedScoresFollowFromPublishedRates(
            double move,
            double moveStorage,
            double moveBoth,
            double deploy,
            double application,
            double infrastructure,
            double published) {
        double computed =
                ScoreFormula.geometricMean(List.of(move / 16.1, moveStorage / 16.1, moveBoth / 16.1, deploy / 16.1));

        assertThat(computed).isCloseTo(infrastructure, within(0.005));
        assertThat(ScoreFormula.weighted(application, 0.8, infrastructure, 0.2)).isCloseTo(published, within(0.005));
        assertThat(ScoreFormula.weighted(application, 0.8, computed, 0.2)).isCloseTo(published, within(0.005));
    }

    @Test
    void theApplicationIsTheSumOfTheTilesGeometricMeans() {
        assertThat(ScoreFormula.application(List.of(List.of(2.0, 8.0), List.of(0.5, 2.0))))
                .isCloseTo(5, within(1e-9));
    }

    @Test
    void aWorkloadThatDidNothingLeavesNothingOfItsTile() {
        assertThat(ScoreFormula.application(List.of(List.of(0.0, 8.0), List.of(1.0, 1.0))))
                .isCloseTo(1, within(1e-9));
    }
}
