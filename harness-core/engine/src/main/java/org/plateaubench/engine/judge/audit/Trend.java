// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.Arrays;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/**
 * Mann and Kendall's test of a trend, with its exact law, and Theil and Sen's slope.
 *
 * @param p probability of a trend as clear in values without one, two-sided; ties make it greater, never less
 * @param change Theil and Sen's slope times the number of steps: how far the values moved from first to last
 */
record Trend(double p, double change) {
    /** By score, for as many blocks as there always are. */
    private static final double[] TAILS = tails(SteadyBlocks.COUNT);

    static Trend of(double[] values) {
        int n = values.length;
        int sum = 0;
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                sum += (int) Math.signum(values[j] - values[i]);
                slopes[next++] = (values[j] - values[i]) / (j - i);
            }
        }
        Arrays.sort(slopes);
        double median = (slopes[(next - 1) / 2] + slopes[next / 2]) / 2;
        double p = n == SteadyBlocks.COUNT ? TAILS[Math.abs(sum)] : probability(n, Math.abs(sum));
        return new Trend(p, median * (n - 1));
    }

    /** P(|S| at least s): S is the number of pairs less twice the inversions of a random permutation. */
    static double probability(int n, int s) {
        double[] inversions = {1};
        for (int size = 2; size <= n; size++) {
            double[] more = new double[inversions.length + size - 1];
            for (int i = 0; i < inversions.length; i++) {
                for (int added = 0; added < size; added++) {
                    more[i + added] += inversions[i] / size;
                }
            }
            inversions = more;
        }
        int pairs = n * (n - 1) / 2;
        double p = 0;
        for (int i = 0; i < inversions.length; i++) {
            p += Math.abs(pairs - 2 * i) >= s ? inversions[i] : 0;
        }
        return Math.min(1, p);
    }

    private static double[] tails(int n) {
        double[] tails = new double[n * (n - 1) / 2 + 1];
        for (int s = 0; s < tails.length; s++) {
            tails[s] = probability(n, s);
        }
        return tails;
    }
}
