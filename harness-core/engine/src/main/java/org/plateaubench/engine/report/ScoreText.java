// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import java.util.Locale;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/** A score in words. Pure functions. */
public final class ScoreText {
    private static final int MOST_REASONS = 1;
    private static final int DIGEST_SHOWN = 12;

    private ScoreText() {}

    /** What a score is, in a sentence that never gives a number without its verdict. */
    public static String of(ScoreResult score) {
        String against = against(score.reference());
        return switch (score.state()) {
            case COUNTS ->
                score.notation() + ", class " + score.runClass() + ", " + score.verdict() + ", " + against
                        + interval(score) + period(score) + ".";
            case STRUCK ->
                "none. The number " + score.notation() + " is struck, since the verdict is " + score.verdict() + ": "
                        + reasons(score.reasons()) + " (class " + score.runClass() + ", " + against + ")";
            case NOT_SCORED -> "none " + against + ": " + reasons(score.reasons()) + ".";
        };
    }

    /** The same of several trials. */
    public static String of(TrialScore score) {
        String against = against(score.reference());
        String trials = score.trials()
                + (score.trials() == 1 ? " trial" : " trials")
                + (score.invalid() == 0 ? "" : ", " + score.invalid() + " more invalid and left out");
        return switch (score.state()) {
            case COUNTS ->
                score.notation() + ", class " + score.runClass() + ", " + score.verdict() + ", " + against + "; "
                        + trials + interval(score) + ".";
            case STRUCK ->
                "none. The number " + score.notation() + " is struck, since the verdict is " + score.verdict() + ": "
                        + reasons(score.reasons()) + " (class " + score.runClass() + ", " + against + "; " + trials
                        + ")";
            case NOT_SCORED -> "none " + against + ": " + reasons(score.reasons()) + ".";
        };
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
        String digest = reference.digest();
        return "against " + reference.name() + " (" + digest.substring(0, Math.min(DIGEST_SHOWN, digest.length()))
                + ")";
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
        int more = reasons.size() - MOST_REASONS;
        return String.join(" ", reasons.stream().limit(MOST_REASONS).toList())
                + (more > 0 ? " And " + more + (more == 1 ? " more reason." : " more reasons.") : "");
    }
}
