// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.ScoreOutcome.State;
import org.plateaubench.engine.judge.result.ScoreOutcome.TrialScore;
import org.plateaubench.engine.report.ScoreText;

final class TrialScoreTest {
    private static ScoreResult score(String verdict, @Nullable Double number, int tiles, String... reasons) {
        boolean isPass = verdict.equals("pass");
        State state = number == null ? State.NOT_SCORED : isPass ? State.COUNTS : State.STRUCK;
        return new ScoreResult(
                new ScoreOutcome.Reference("lab", "0123456789abcdef"),
                state,
                number == null ? null : number + " @ " + tiles + " tiles",
                isPass ? number : null,
                isPass ? null : number,
                "standard",
                verdict,
                tiles,
                List.of(reasons),
                null,
                null,
                null,
                0.8,
                0.2,
                null,
                List.of(),
                List.of(),
                List.of());
    }

    private static TrialScore of(List<? extends @Nullable ScoreResult> scores) {
        return Objects.requireNonNull(TrialScore.of(scores, List.of()));
    }

    /** 4.303 for 2 degrees of freedom: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2. */
    @Test
    void validTrialsHaveAMeanAndAnInterval() {
        TrialScore score = of(List.of(score("pass", 2.0, 2), score("pass", 2.2, 2), score("pass", 2.4, 2)));

        assertThat(score.state()).isEqualTo(State.COUNTS);
        assertThat(score.value()).isEqualTo(2.2);
        assertThat(score.struckValue()).isNull();
        double relative = 4.303 * 0.2 / Math.sqrt(3) / 2.2;
        assertThat(Objects.requireNonNull(score.interval()).upper()).isCloseTo(2.2 * Math.exp(relative), within(0.001));
        assertThat(score.interval().lower()).isCloseTo(2.2 / Math.exp(relative), within(0.001));
        assertThat(ScoreText.of(score))
                .isEqualTo(
                        "2.20 @ 2 tiles, class standard, passed, against lab (0123456789ab); 3 trials; 95 % confidence"
                                + " interval over the trials: 1.76 to 2.76.");
    }

    @Test
    void equalTrialScoresHaveNoInterval() {
        TrialScore score = of(List.of(score("pass", 2.1, 1), score("pass", 2.1, 1), score("pass", 2.1, 1)));

        assertThat(score.value()).isEqualTo(2.1);
        assertThat(score.interval()).isNull();
        assertThat(ScoreText.of(score))
                .endsWith("3 trials, all with the same score, which gives no confidence interval.");
    }

    @Test
    void failedTrialStrikesTheScore() {
        TrialScore score = of(List.of(score("pass", 2.0, 2), score("fail", 2.2, 2, "p95 is too long.")));

        assertThat(score.state()).isEqualTo(State.STRUCK);
        assertThat(score.value()).isNull();
        assertThat(score.struckValue()).isEqualTo(2.1);
        assertThat(ScoreText.of(score))
                .startsWith(
                        "none. The number 2.10 @ 2 tiles does not count, because the verdict is failed: p95 is too long.");
    }

    @Test
    void invalidTrialsAreExcludedAndCounted() {
        TrialScore score =
                of(List.of(score("pass", 2.0, 1), score("invalid", 9.0, 1, "lost an agent"), score("pass", 2.2, 1)));

        assertThat(score.value()).isEqualTo(2.1);
        assertThat(ScoreText.of(score)).contains("2.10 @ 1 tile,", "2 trials, 1 more invalid and left out");
        TrialScore none = of(List.of(score("invalid", 9.0, 1, "lost an agent")));
        assertThat(none.state()).isEqualTo(State.NOT_SCORED);
        assertThat(none.verdict()).isEqualTo("invalid");
        assertThat(none.struckValue()).isNull();
    }

    @Test
    void incomparableTrialsHaveNoScore() {
        assertThat(of(List.of(score("pass", 2.0, 1), score("pass", 2.0, 2))).reasons())
                .containsExactly("the trials have different numbers of tiles");
        assertThat(of(List.of(score("pass", 2.0, 1), score("pass", null, 1, "a run of class dev is never scored")))
                        .reasons())
                .containsExactly("a run of class dev is never scored");
        List<@Nullable ScoreResult> without = new ArrayList<>();
        without.add(score("pass", 2.0, 1));
        without.add(null);
        assertThat(of(without).reasons()).containsExactly("not every trial names a reference");
        assertThat(TrialScore.of(without.subList(1, 2), List.of())).isNull();
    }
}
