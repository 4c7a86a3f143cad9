// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

/** Factors between nanoseconds and the units of times in results and pages. */
public final class Nanos {
    public static final double PER_MILLI = 1e6;
    public static final double PER_SECOND = 1e9;

    private Nanos() {}
}
