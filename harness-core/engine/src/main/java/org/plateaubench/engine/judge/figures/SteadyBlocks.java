// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.Arrays;
import java.util.List;

/**
 * A stretch of the steady window of one workload in {@value #COUNT} equal blocks.
 *
 * @param name what the stretch is, for people
 * @param secondsPerBlock length of a block
 * @param completions successful ends by block
 * @param p95Ms 95th percentile of the response times that were recorded in a block, milliseconds
 * @param queued mean number of waiting arrivals by block
 */
public record SteadyBlocks(
        String name, double secondsPerBlock, List<Double> completions, List<Double> p95Ms, List<Double> queued) {
    /** Number of blocks. */
    public static final int COUNT = 10;

    public SteadyBlocks {
        completions = List.copyOf(completions);
        p95Ms = List.copyOf(p95Ms);
        queued = List.copyOf(queued);
    }

    /** Blocks of the values given. */
    public static SteadyBlocks of(
            String name, double secondsPerBlock, double[] completions, double[] p95Ms, double[] queued) {
        return new SteadyBlocks(name, secondsPerBlock, list(completions), list(p95Ms), list(queued));
    }

    private static List<Double> list(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
