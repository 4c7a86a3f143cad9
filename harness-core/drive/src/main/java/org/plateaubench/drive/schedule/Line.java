// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/**
 * A level that changes linearly.
 *
 * @param lengthNanos length of the piece
 * @param from level at the start
 * @param to level at the end
 */
record Line(long lengthNanos, double from, double to) implements Piece {
    private double slope() {
        return (to - from) / lengthNanos;
    }

    @Override
    public double levelAt(long nanos) {
        return from + slope() * nanos;
    }

    @Override
    public double areaUntil(long nanos) {
        return (from + slope() * nanos / 2) * nanos / SECOND;
    }

    /** The form of the quadratic formula that loses no digits. */
    @Override
    public double instantOf(double area) {
        if (from == to) {
            return area / (from / SECOND);
        }
        double nanoArea = area * SECOND;
        if (nanoArea <= 0) {
            return 0;
        }
        double root = Math.sqrt(Math.max(0, from * from + 2 * slope() * nanoArea));
        return 2 * nanoArea / (from + root);
    }

    @Override
    public long nextAbove(double bound, long fromNanos) {
        return fromNanos >= aboveUntil(bound) ? lengthNanos : Math.max(fromNanos, aboveFrom(bound));
    }

    @Override
    public long nextNotAbove(double bound, long fromNanos) {
        return fromNanos < aboveFrom(bound) ? fromNanos : Math.max(fromNanos, aboveUntil(bound));
    }

    private long aboveFrom(double bound) {
        if (from > bound) {
            return 0;
        }
        return to > bound ? (long) (lengthNanos * (bound - from) / (to - from)) : lengthNanos;
    }

    private long aboveUntil(double bound) {
        if (to > bound) {
            return lengthNanos;
        }
        return from > bound ? (long) Math.ceil(lengthNanos * (from - bound) / (from - to)) : 0;
    }
}
