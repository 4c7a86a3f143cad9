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
 * @param otherClient another client that was seen to use the data, such as {@code psql from 10.0.0.7}; empty for none
 */
public record Reconciliation(
        String what,
        @Nullable Long before,
        @Nullable Long after,
        long expected,
        long actual,
        long uncertain,
        Kind kind,
        String untested,
        String otherClient) {

    /** The kinds of comparison. */
    public enum Kind {
        /** A comparison of a number in the SUT with the acknowledged work. A difference is a fault of the SUT. */
        SUM,
        /** A comparison of items by their identities. A missing or wrong item was acknowledged: the SUT has lost it. */
        THINGS,
        /** A comparison of two counts of the plugin itself. A difference is a fault of the plugin. */
        COUNTS
    }

    /** A comparison of numbers without separate counts before and after the run. */
    public Reconciliation(String what, long expected, long actual, long uncertain) {
        this(what, null, null, expected, actual, uncertain, Kind.SUM, "", "");
    }

    /** A comparison of the growth of a number, which was read before and after the run. */
    public static Reconciliation grown(String what, long before, long after, long expected, long uncertain) {
        return new Reconciliation(what, before, after, expected, after - before, uncertain, Kind.SUM, "", "");
    }

    /** A comparison of the number itself, which was read before and after the run. */
    public static Reconciliation held(String what, long before, long after, long expected, long uncertain) {
        return new Reconciliation(what, before, after, expected, after, uncertain, Kind.SUM, "", "");
    }

    /** A comparison of two counts of the plugin itself. */
    public static Reconciliation counts(String what, long expected, long actual, long uncertain) {
        return new Reconciliation(what, null, null, expected, actual, uncertain, Kind.COUNTS, "", "");
    }

    /** A comparison of items that were checked one by one. */
    public static Reconciliation items(String what, long expected, long found, long uncertain) {
        return new Reconciliation(what, null, null, expected, found, uncertain, Kind.THINGS, "", "");
    }

    /** This comparison, changed to untested if it is met but the sample is too small to be meaningful. */
    public Reconciliation of(Acknowledged.Sample sample) {
        return sample.isTooSmall() && isMet()
                ? asUntested("So many items were removed that only "
                        + sample.identities().size() + " items of the sample are left to check.")
                : this;
    }

    /** This comparison, changed to untested. */
    public Reconciliation asUntested(String reason) {
        return new Reconciliation(what, before, after, expected, actual, uncertain, kind, reason, otherClient);
    }

    /** This comparison of data that another client was seen to use: a difference makes the run invalid, not failed. */
    public Reconciliation usedBy(String client) {
        return new Reconciliation(what, before, after, expected, actual, uncertain, kind, untested, client);
    }

    /** Whether the difference is at most the allowed one. */
    public boolean isMet() {
        return Math.abs(actual - expected) <= uncertain;
    }
}
