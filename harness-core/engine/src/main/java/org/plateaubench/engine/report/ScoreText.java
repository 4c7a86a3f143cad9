// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.Locale;
import org.plateaubench.engine.judge.score.ScoreResult;

/** A score in words. Pure functions. */
public final class ScoreText {
    private static final int MOST_REASONS = 1;
    private static final int DIGEST_SHOWN = 12;

    private ScoreText() {}

    /** What a score is, in a sentence that never gives a number without its verdict. */
    public static String of(ScoreResult score) {
        String against = "against " + score.reference().name() + " ("
                + score.reference()
                        .digest()
                        .substring(
                                0,
                                Math.min(
                                        DIGEST_SHOWN, score.reference().digest().length()))
                + ")";
        return switch (score.state()) {
            case COUNTS ->
                score.notation() + ", class " + score.runClass() + ", " + score.verdict() + ", " + against
                        + interval(score) + period(score) + ".";
            case STRUCK ->
                "none. The number " + score.notation() + " is struck, since the verdict is " + score.verdict() + ": "
                        + reasons(score) + " (class " + score.runClass() + ", " + against + ")";
            case NOT_SCORED -> "none " + against + ": " + reasons(score) + ".";
        };
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

    private static String reasons(ScoreResult score) {
        int more = score.reasons().size() - MOST_REASONS;
        return String.join(" ", score.reasons().stream().limit(MOST_REASONS).toList())
                + (more > 0 ? " And " + more + (more == 1 ? " more reason." : " more reasons.") : "");
    }
}
