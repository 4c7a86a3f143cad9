// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** The stationary distribution of a finite Markov chain. */
final class MarkovChain {
    private static final int MOST_STEPS = 100_000;
    private static final double SETTLED = 1e-14;

    private MarkovChain() {}

    /**
     * Returns the share of time in each state. Each step is taken with probability 1/2, which does not change the
     * distribution and makes a periodic chain converge.
     *
     * @param rows relative weight of each next state, a row for each current state; each row has a positive sum
     */
    static double[] stationary(double[][] rows) {
        double[] law = new double[rows.length];
        law[0] = 1;
        for (int step = 0; step < MOST_STEPS; step++) {
            double[] next = stepped(law, rows);
            double change = 0;
            for (int state = 0; state < law.length; state++) {
                change += Math.abs(next[state] - law[state]);
            }
            law = next;
            if (change < SETTLED) {
                break;
            }
        }
        return law;
    }

    private static double[] stepped(double[] law, double[][] rows) {
        double[] next = new double[law.length];
        for (int from = 0; from < law.length; from++) {
            next[from] += law[from] / 2;
            double sum = 0;
            for (double weight : rows[from]) {
                sum += weight;
            }
            for (int to = 0; to < law.length; to++) {
                next[to] += law[from] * rows[from][to] / sum / 2;
            }
        }
        return next;
    }
}
