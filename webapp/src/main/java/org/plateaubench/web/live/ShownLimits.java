// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.plateaubench.engine.judge.LimitBoard;

/**
 * The limits of a run in progress, as viewers see them. They are computed each second, or less often if that would need
 * more than a twentieth of the time, for example for a hundred tiles. One thread.
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

    /** Adds intervals. */
    LimitBoard board() {
        return board;
    }

    /** Returns the limits as last computed. */
    LimitBoard.Board shown() {
        return shown;
    }

    /** Computes the limits again if they are due; returns whether they were. */
    boolean update(InstantSource clock) {
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
