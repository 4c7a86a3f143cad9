// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/** A level that repeats every period, and exceeds a bound in one interval of each. */
interface Periodic extends Piece {
    long everyNanos();

    long aboveFrom(double bound);

    /** The length of that interval, from 0 to the period. */
    long aboveNanos(double bound);

    @Override
    default long nextAbove(double bound, long fromNanos) {
        long above = aboveNanos(bound);
        if (above <= 0) {
            return lengthNanos();
        }
        long offset = Math.floorMod(fromNanos - aboveFrom(bound), everyNanos());
        return offset < above ? fromNanos : fromNanos + everyNanos() - offset;
    }

    @Override
    default long nextNotAbove(double bound, long fromNanos) {
        long above = aboveNanos(bound);
        if (above >= everyNanos()) {
            return lengthNanos();
        }
        long offset = Math.floorMod(fromNanos - aboveFrom(bound), everyNanos());
        return offset < above ? fromNanos + above - offset : fromNanos;
    }
}
