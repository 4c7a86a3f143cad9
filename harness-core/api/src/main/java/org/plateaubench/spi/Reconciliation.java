// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.jspecify.annotations.Nullable;

/**
 * One comparison of the content of the SUT with the acknowledged operations, after a run.
 *
 * @param what the compared quantity, such as {@code order rows}
 * @param before amount in the SUT before the load, null if it was not counted
 * @param after amount in the SUT after the drain, null if it was not counted
 * @param expected amount that must be in the SUT according to the operations
 * @param actual amount found in the SUT
 * @param uncertain greatest allowed difference, since the effect of some operations is unknown, such as a timeout after
 *     the request was sent
 * @param kind kind of comparison
 * @param untested reason why nothing was compared, one sentence; empty if it was compared
 */
public record Reconciliation(
        String what,
        @Nullable Long before,
        @Nullable Long after,
        long expected,
        long actual,
        long uncertain,
        Kind kind,
        String untested) {

    /** The kinds of comparison. */
    public enum Kind {
        /** A comparison of numbers. A difference may be an error of counting. */
        SUM,
        /**
         * A comparison of things by their identities. A missing or wrong thing was acknowledged, so the SUT has lost
         * it.
         */
        THINGS
    }

    /** A comparison of numbers without separate counts before and after the run. */
    public Reconciliation(String what, long expected, long actual, long uncertain) {
        this(what, null, null, expected, actual, uncertain, Kind.SUM, "");
    }

    /** A comparison of the growth of a number, which was read before and after the run. */
    public static Reconciliation grown(String what, long before, long after, long expected, long uncertain) {
        return new Reconciliation(what, before, after, expected, after - before, uncertain, Kind.SUM, "");
    }

    /** A comparison of things that were checked one by one. */
    public static Reconciliation things(String what, long expected, long found, long uncertain) {
        return new Reconciliation(what, null, null, expected, found, uncertain, Kind.THINGS, "");
    }

    /** This comparison, changed to untested if it is met but the sample is too small to be meaningful. */
    public Reconciliation of(Acknowledged.Sample sample) {
        return sample.isScant() && isMet()
                ? butUntested("So many things were removed that only "
                        + sample.identities().size() + " things of the sample are left to check.")
                : this;
    }

    /** This comparison, changed to untested. */
    public Reconciliation butUntested(String why) {
        return new Reconciliation(what, before, after, expected, actual, uncertain, kind, why);
    }

    /** Whether the difference is at most the allowed one. */
    public boolean isMet() {
        return Math.abs(actual - expected) <= uncertain;
    }
}
