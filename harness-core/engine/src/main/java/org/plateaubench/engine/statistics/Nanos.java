// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

/** Nanoseconds in the units in which results and pages give times. */
public final class Nanos {
    /** Nanoseconds of a millisecond. */
    public static final double PER_MILLI = 1e6;
    /** Nanoseconds of a second. */
    public static final double PER_SECOND = 1e9;

    private Nanos() {}
}
