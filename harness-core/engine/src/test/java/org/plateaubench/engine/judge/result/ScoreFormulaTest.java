// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.engine.judge.result.Scores.ScoredRates;
import org.plateaubench.engine.judge.result.Scores.ScoredRates.Rate;
import org.plateaubench.engine.plan.PlannedScore;

class ScoreFormulaTest {
    private static final PlannedScore SCORE = new PlannedScore(
            "published", "ab".repeat(32), 0.8, 0.2, Map.of("store", 1.0), Map.of("hosts", Map.of("move", 16.1)));

    private static Rate rate(int tile, double ratio) {
        return new Rate(tile, "any", "any", 1, ratio, 1, "");
    }

    /**
     * A published comparison of one cluster with processors of three generations: vMotion, Storage vMotion, XvMotion
     * and deploy operations per hour, the scores of application and infrastructure, and the total score. The rates of
     * the reference are not published; their geometric mean follows from the rows, 16.1 per hour.
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
        ScoredRates rates = new ScoredRates(
                SCORE,
                List.of(
                        rate(1, application),
                        rate(0, move / 16.1),
                        rate(0, moveStorage / 16.1),
                        rate(0, moveBoth / 16.1),
                        rate(0, deploy / 16.1)));

        assertThat(rates.infrastructure(rates.ratios())).isCloseTo(infrastructure, within(0.005));
        assertThat(rates.total()).isCloseTo(published, within(0.005));
    }

    @Test
    void applicationScoreSumsGeometricMeansOfTiles() {
        ScoredRates rates = new ScoredRates(SCORE, List.of(rate(1, 2), rate(1, 8), rate(2, 0.5), rate(2, 2)));
        assertThat(rates.application(rates.ratios())).isCloseTo(5, within(1e-9));
    }

    @Test
    void idleWorkloadMakesTheTileScoreZero() {
        ScoredRates rates = new ScoredRates(SCORE, List.of(rate(1, 0), rate(1, 8), rate(2, 1), rate(2, 1)));
        assertThat(rates.application(rates.ratios())).isCloseTo(1, within(1e-9));
    }
}
