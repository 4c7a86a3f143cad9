// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

/**
 * A percentile.
 *
 * @param lowerBound whether it falls among operations of which only a lower bound of their time is known (measurement
 *     rule M12)
 * @param lowResolution whether fewer than {@link #NEEDED_BEYOND} samples exceed it
 */
public record Estimate(long nanos, boolean lowerBound, boolean lowResolution) {
    public static final long NEEDED_BEYOND = 10;
}
