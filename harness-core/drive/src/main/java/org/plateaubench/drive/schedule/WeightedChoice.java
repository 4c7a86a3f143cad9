// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

import java.util.List;

/** A choice among numbers by weight: search in the cumulative weights. Immutable. */
final class WeightedChoice {
    private final int[] values;
    private final double[] cumulative;

    WeightedChoice(int[] values, List<Double> weights) {
        double sum = 0;
        int count = 0;
        for (double weight : weights) {
            sum += weight;
            count += weight > 0 ? 1 : 0;
        }
        this.values = new int[count];
        this.cumulative = new double[count];
        double weightSum = 0;
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            double weight = weights.get(i);
            if (weight > 0) {
                weightSum += weight;
                this.values[next] = values[i];
                cumulative[next++] = weightSum / sum;
            }
        }
        // Without rounding errors, so that every draw below 1 has a value.
        cumulative[count - 1] = 1.0;
    }

    boolean isFixed() {
        return values.length == 1;
    }

    /** The value at a uniform draw from [0, 1). */
    int at(double uniform) {
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (uniform < cumulative[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return values[low];
    }
}
