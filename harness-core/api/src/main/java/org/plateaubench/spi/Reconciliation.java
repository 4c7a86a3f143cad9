// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.jspecify.annotations.Nullable;

/**
 * One row of a reconciliation.
 *
 * @param what the compared quantity, such as {@code order rows}
 * @param before what the SUT held before the load, null where it was not counted
 * @param after what it held after the drain, null where it was not counted
 * @param expected amount sent
 * @param actual how much of it the SUT holds
 * @param uncertain allowed difference, because the fate of some operations is not known (a timeout after send)
 * @param kind kind of comparison
 * @param untested why there is no comparison, a sentence; empty when it was made
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
        /** Numbers: a difference may be a counting error. */
        SUM,
        /** Things by their identities: a missing or wrong thing was acknowledged, so the SUT has lost it. */
        THINGS
    }

    /** A comparison of numbers for which there are no separate counts before and after the run. */
    public Reconciliation(String what, long expected, long actual, long uncertain) {
        this(what, null, null, expected, actual, uncertain, Kind.SUM, "");
    }

    /** A comparison of the growth of a number that was read before and after the run. */
    public static Reconciliation grown(String what, long before, long after, long expected, long uncertain) {
        return new Reconciliation(what, before, after, expected, after - before, uncertain, Kind.SUM, "");
    }

    /** A comparison of things that were checked one by one. */
    public static Reconciliation things(String what, long expected, long found, long uncertain) {
        return new Reconciliation(what, null, null, expected, found, uncertain, Kind.THINGS, "");
    }

    /** The same row, marked as not tested if everything was found but hardly anything is left of the sample. */
    public Reconciliation of(Acknowledged.Sample sample) {
        return sample.isScant() && isMet()
                ? butUntested("So much was removed again that only "
                        + sample.identities().size() + " things of the" + " sample are left to look for.")
                : this;
    }

    /** The same row, marked as not tested. */
    public Reconciliation butUntested(String why) {
        return new Reconciliation(what, before, after, expected, actual, uncertain, kind, why);
    }

    /** Whether the difference is explained. */
    public boolean isMet() {
        return Math.abs(actual - expected) <= uncertain;
    }
}
