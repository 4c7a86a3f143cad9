// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * The rule that gives the intended start of the next unit of a user in closed load.
 *
 * @param kind whether the gap begins at the end (think) or at the start (cycle) of the previous unit
 * @param gap length of the gap
 * @param onLate effect of a late cycle on the schedule; has no effect on think time
 */
public record Pacing(Kind kind, Distribution gap, OnLate onLate) {

    /** The start of the gap. */
    public enum Kind {
        /** End-to-start: intended(n+1) = end(n) + think(n). */
        THINK,
        /** Start-to-start: intended(n+1) = intended(n) + cycle(n). */
        CYCLE
    }

    /** The effect of a cycle whose intended start has already passed. */
    public enum OnLate {
        /** The schedule is fixed, so that waiting counts as response time. */
        KEEP,
        /**
         * intended(n+1) = max(actual(n) + cycle(n), end(n)): coordinated omission is not corrected, and every output
         * reports this.
         */
        REBASE
    }

    /** Whether units become due even if earlier ones have not ended. */
    public boolean hasFixedSchedule() {
        return kind == Kind.CYCLE && onLate == OnLate.KEEP;
    }

    /** End-to-start pacing. */
    public static Pacing think(Distribution gap) {
        return new Pacing(Kind.THINK, gap, OnLate.KEEP);
    }

    /** Start-to-start pacing on a fixed schedule. */
    public static Pacing cycle(Distribution gap) {
        return new Pacing(Kind.CYCLE, gap, OnLate.KEEP);
    }
}
