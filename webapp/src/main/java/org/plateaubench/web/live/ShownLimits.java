// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.plateaubench.engine.judge.forecast.LimitBoard;

/**
 * The limits of a running run as viewers see them: computed each second, and less often where that takes longer than
 * a twentieth of the time, as for a hundred tiles. One thread.
 */
final class ShownLimits {
    private static final Duration LEAST_GAP = Duration.ofMillis(900);
    private static final int SHARE = 20;

    private final LimitBoard board;
    private LimitBoard.Board shown;
    private Instant next = Instant.EPOCH;

    ShownLimits(LimitBoard board) {
        this.board = board;
        shown = board.now();
    }

    /** Takes the intervals. */
    LimitBoard board() {
        return board;
    }

    /** The limits when they were last computed. */
    LimitBoard.Board shown() {
        return shown;
    }

    /** Computes the limits again if it is time; returns whether it was. */
    boolean look(InstantSource clock) {
        Instant began = clock.instant();
        if (began.isBefore(next)) {
            return false;
        }
        shown = board.now();
        Instant ended = clock.instant();
        Duration gap = Duration.between(began, ended).multipliedBy(SHARE);
        next = ended.plus(gap.compareTo(LEAST_GAP) > 0 ? gap : LEAST_GAP);
        return true;
    }
}
