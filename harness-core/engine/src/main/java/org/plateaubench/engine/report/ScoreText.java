// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.result.ScoreResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.loader.Sha256;

public final class ScoreText {
    private static final int MAX_REASONS = 1;

    private ScoreText() {}

    /** A sentence with the score, which never contains a number without its verdict. */
    public static String of(ScoreResult score) {
        return of(
                new Parts(
                        score.state(),
                        score.notation(),
                        score.runClass(),
                        score.verdict(),
                        against(score.reference()),
                        score.reasons()),
                interval(score) + period(score),
                "");
    }

    public static String of(TrialScore score) {
        String trials = "; " + score.trials()
                + (score.trials() == 1 ? " trial" : " trials")
                + (score.invalid() == 0 ? "" : ", " + score.invalid() + " more invalid and left out");
        return of(
                new Parts(
                        score.state(),
                        score.notation(),
                        score.runClass(),
                        score.verdict(),
                        against(score.reference()),
                        score.reasons()),
                trials + interval(score),
                trials);
    }

    private record Parts(
            ScoreResult.State state,
            @Nullable String notation,
            String runClass,
            String verdict,
            String against,
            List<String> reasons) {}

    private static String of(Parts score, String counted, String struck) {
        return switch (score.state) {
            case COUNTS ->
                score.notation + ", class " + score.runClass + ", " + word(score.verdict) + ", " + score.against
                        + counted + ".";
            case STRUCK ->
                "none. The number " + score.notation + " is struck, since the verdict is " + word(score.verdict) + ": "
                        + reasons(score.reasons) + " (class " + score.runClass + ", " + score.against + struck + ")";
            case NOT_SCORED -> "none " + score.against + ": " + reasons(score.reasons) + ".";
        };
    }

    private static String word(String verdict) {
        return Verdict.valueOf(verdict.toUpperCase(Locale.ROOT)).word();
    }

    private static String interval(TrialScore score) {
        ConfidenceInterval interval = score.interval();
        return interval == null
                ? score.trials() < 2
                        ? ", too few for an interval of confidence"
                        : ", all of the same score, which does not show how sure it is"
                : String.format(
                        Locale.ROOT,
                        "; %.0f %% confidence over them from %.2f to %.2f",
                        100 * interval.level(),
                        interval.lower(),
                        interval.upper());
    }

    private static String against(ScoreResult.Reference reference) {
        return "against " + reference.name() + " (" + Sha256.shown(reference.digest()) + ")";
    }

    private static String interval(ScoreResult score) {
        ScoreResult.Interval interval = score.interval();
        return interval == null
                ? "; too short for an interval of confidence"
                : String.format(
                        Locale.ROOT,
                        "; %.0f %% confidence from %.2f to %.2f",
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
        int more = reasons.size() - MAX_REASONS;
        return String.join(" ", reasons.stream().limit(MAX_REASONS).toList())
                + (more > 0 ? " And " + more + (more == 1 ? " more reason." : " more reasons.") : "");
    }
}
