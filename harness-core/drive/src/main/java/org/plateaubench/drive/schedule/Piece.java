// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/**
 * A part of a load curve with one formula. Levels are users or units per second; areas are levels times seconds, that
 * is expected arrivals. Instants are nanoseconds since the start of the piece. Immutable.
 */
interface Piece {
    double SECOND = 1e9;

    long lengthNanos();

    double levelAt(long nanos);

    double areaUntil(long nanos);

    /**
     * The instant up to which the area has this size; the area is not negative and not above that of the whole piece.
     */
    double instantOf(double area);

    /** The first instant from the given one at which the level exceeds a bound; the length or more when none does. */
    long nextAbove(double bound, long fromNanos);

    /**
     * The first instant from the given one at which the level does not exceed a bound; the length or more when there is
     * none.
     */
    long nextNotAbove(double bound, long fromNanos);
}
