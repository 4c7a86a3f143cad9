// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The correction for many tests of S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian
 * Journal of Statistics 6 (1979): regardless of dependences between the tests, the probability of any false alarm is at
 * most the bound with which the adjusted values are compared. Pure functions; any thread.
 */
public final class HolmCorrection {
    public static final String NAME = "Holm";

    private HolmCorrection() {}

    public static double[] adjusted(double[] pValues) {
        int[] ascending = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(test -> pValues[test]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] result = new double[pValues.length];
        double greatest = 0;
        for (int rank = 0; rank < ascending.length; rank++) {
            greatest = Math.max(greatest, Math.min(1, (pValues.length - rank) * pValues[ascending[rank]]));
            result[ascending[rank]] = greatest;
        }
        return result;
    }
}
