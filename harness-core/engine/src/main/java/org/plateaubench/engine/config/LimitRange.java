// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Optional;
import org.plateaubench.api.QosLimit;

/**
 * Checks that a limit of a run file can distinguish runs: a limit that every value meets, or that no value can meet, is
 * refused, except {@code errors <= 100%} and {@code declined <= 100%}, which permit any share. Pure functions.
 */
final class LimitRange {
    private static final double WHOLE = 100;
    private static final double MOST_MILLIS = 365 * 86_400e3;
    private static final double MOST_PER_SECOND = 1e12;

    private LimitRange() {}

    /** The problem with the bound of a limit, a sentence without a full stop; empty if the bound is in the range. */
    static Optional<String> problem(QosLimit limit, String text) {
        return switch (limit.metric()) {
            case PERCENTILE, MEAN, MAX -> ofTime(limit, text);
            case ERRORS, DECLINED -> ofShare(limit, text);
            case RATE -> ofRate(limit, text);
        };
    }

    /** Checks a limit of a time. Every operation takes some time, so every run exceeds a bound of 0. */
    private static Optional<String> ofTime(QosLimit limit, String text) {
        return limit.bound() > 0 && limit.bound() <= MOST_MILLIS
                ? Optional.empty()
                : flaw(text, "needs a time above 0 and of at most 365 days");
    }

    private static Optional<String> ofShare(QosLimit limit, String text) {
        if (limit.bound() > WHOLE) {
            return flaw(text, "needs a share of 0 to 100 %");
        }
        return switch (limit.operator()) {
            case LESS ->
                limit.bound() == 0 ? flaw(text, "cannot be met by any run; '<= 0%' allows none") : Optional.empty();
            case AT_MOST -> Optional.empty();
            case MORE -> limit.bound() == WHOLE ? flaw(text, "cannot be met by any run") : Optional.empty();
            case AT_LEAST -> limit.bound() == 0 ? flaw(text, "is met by every run") : Optional.empty();
        };
    }

    private static Optional<String> ofRate(QosLimit limit, String text) {
        if (limit.bound() > MOST_PER_SECOND) {
            return flaw(text, "needs a rate of at most 1000000000000/s");
        }
        return switch (limit.operator()) {
            case LESS -> limit.bound() == 0 ? flaw(text, "cannot be met by any run") : Optional.empty();
            case AT_LEAST -> limit.bound() == 0 ? flaw(text, "is met by every run") : Optional.empty();
            case AT_MOST, MORE -> Optional.empty();
        };
    }

    private static Optional<String> flaw(String text, String sentence) {
        return Optional.of("limit '" + text + "' " + sentence);
    }
}
