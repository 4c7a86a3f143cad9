// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import java.util.Locale;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.ScoreOutcome.TrialScore;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.loader.Sha256;

public final class ScoreText {
    private ScoreText() {}

    /** A sentence with the score, which never contains a number without its verdict. */
    public static String of(ScoreResult score) {
        return of(score, interval(score) + period(score), "");
    }

    public static String of(TrialScore score) {
        String trials = "; " + score.trials()
                + (score.trials() == 1 ? " trial" : " trials")
                + (score.invalid() == 0 ? "" : ", " + score.invalid() + " more invalid and left out");
        return of(score, trials + interval(score), trials);
    }

    private static String of(ScoreOutcome score, String counted, String struck) {
        String against = "against " + score.reference().name() + " ("
                + Sha256.shown(score.reference().digest()) + ")";
        return switch (score.state()) {
            case COUNTS ->
                score.notation() + ", class " + score.runClass() + ", " + word(score.verdict()) + ", " + against
                        + counted + ".";
            case STRUCK ->
                "none. The number " + score.notation() + " does not count, because the verdict is "
                        + word(score.verdict())
                        + ": " + reasons(score.reasons()) + " (class " + score.runClass() + ", " + against + struck
                        + ")";
            case NOT_SCORED -> "none " + against + ": " + reasons(score.reasons()) + ".";
        };
    }

    private static String word(String verdict) {
        return Verdict.valueOf(verdict.toUpperCase(Locale.ROOT)).word();
    }

    private static String interval(TrialScore score) {
        ConfidenceInterval interval = score.interval();
        return interval == null
                ? score.trials() < 2
                        ? ", too few for a confidence interval"
                        : ", all with the same score, which gives no confidence interval"
                : String.format(
                        Locale.ROOT,
                        "; %.0f %% confidence interval over the trials: %.2f to %.2f",
                        100 * interval.level(),
                        interval.lower(),
                        interval.upper());
    }

    private static String interval(ScoreResult score) {
        ScoreResult.Interval interval = score.interval();
        return interval == null
                ? "; too short for a confidence interval"
                : String.format(
                        Locale.ROOT,
                        "; %.0f %% confidence interval: %.2f to %.2f",
                        100 * interval.level(),
                        interval.lower(),
                        interval.upper());
    }

    private static String period(ScoreResult score) {
        return score.scoredPeriod() == null
                ? ""
                : "; the median of " + score.periods().size() + " periods, " + score.scoredPeriod();
    }

    private static String reasons(List<String> reasons) {
        int more = reasons.size() - 1;
        return reasons.getFirst()
                + (more == 0 ? "" : " And " + more + (more == 1 ? " more reason." : " more reasons."));
    }
}
