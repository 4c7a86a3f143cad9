// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

/**
 * A stretch of the steady window of one workload in {@value #COUNT} equal blocks.
 *
 * @param name what the stretch is, for people
 * @param secondsPerBlock length of a block
 * @param completions successful ends by block
 * @param p95Ms 95th percentile of the response times that were recorded in a block, milliseconds
 * @param queued mean number of waiting arrivals by block
 */
public record SteadyBlocks(String name, double secondsPerBlock, double[] completions, double[] p95Ms, double[] queued) {
    /** Number of blocks. */
    public static final int COUNT = 10;
}
