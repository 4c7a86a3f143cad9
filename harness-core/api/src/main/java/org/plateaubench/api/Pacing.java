// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * When a user of a closed load intends to start its next unit.
 *
 * @param kind gap from the end (think) or from the start (cycle) of the unit before
 * @param gap length of the gap
 * @param onLate what happens to a cycle whose start has already passed; without effect on think time
 */
public record Pacing(Kind kind, Distribution gap, OnLate onLate) {

    /** The start of the gap. */
    public enum Kind {
        /** End-to-start: intended(n+1) = end(n) + think(n). */
        THINK,
        /** Start-to-start: intended(n+1) = intended(n) + cycle(n). */
        CYCLE
    }

    /** How a late cycle affects the schedule. */
    public enum OnLate {
        /** The schedule is fixed, so waiting counts as response time. */
        KEEP,
        /** intended(n+1) = max(actual(n) + cycle(n), end(n)): omission is not corrected, and every output says so. */
        REBASE
    }

    /**
     * Whether the schedule is fixed whatever the SUT does, so that due units do not depend on those that have ended.
     */
    public boolean stands() {
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
