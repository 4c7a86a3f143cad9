// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.Mix;
import org.plateaubench.api.UnitDefinition;

/**
 * The operations of a mix.
 *
 * @param states the states of a user, in order; several may have the same operation
 * @param mix choice of the next state, by the names of the units
 * @param shares share of each state in the long run, with the sum 1
 * @param deviationPoints greatest allowed difference of an operation's share, percentage points
 */
record OperationMix(List<State> states, Mix mix, List<Double> shares, double deviationPoints) {

    /**
     * A state.
     *
     * @param operation operation that it issues
     * @param unit name of its unit
     */
    record State(DriverOperation operation, String unit) {
        /** Creates the only state of an operation. */
        static State of(DriverOperation operation) {
            return new State(operation, operation.name());
        }

        UnitDefinition definition() {
            return new UnitDefinition(unit, List.of(UnitDefinition.Step.once(operation.name())))
                    .withGap(operation.cycle().gap());
        }
    }

    OperationMix {
        states = List.copyOf(states);
        shares = List.copyOf(shares);
    }

    /** The operations, each once, in order. */
    List<DriverOperation> operations() {
        return states.stream().map(State::operation).distinct().toList();
    }

    /** The share of an operation in the long run. */
    double share(DriverOperation operation) {
        double share = 0;
        for (int i = 0; i < states.size(); i++) {
            share += states.get(i).operation().equals(operation) ? shares.get(i) : 0;
        }
        return share;
    }

    /** The mean gap between operations in seconds, by starts or by ends. */
    double meanGapSeconds() {
        double mean = 0;
        for (int i = 0; i < states.size(); i++) {
            mean += shares.get(i) * states.get(i).operation().cycle().gap().meanNanos() / 1e9;
        }
        return mean;
    }

    /**
     * Computes the long-run shares of the states of a chain that starts at the first one. Each step is made with
     * probability 1/2, which does not change the shares and makes a periodic chain converge.
     *
     * @param rows relative weights of the next state, row by state
     */
    static List<Double> stationary(List<List<Double>> rows) {
        int size = rows.size();
        double[] shares = new double[size];
        shares[0] = 1;
        double moved = 1;
        for (int round = 0; round < 1_000_000 && moved > 1e-13; round++) {
            double[] next = new double[size];
            for (int from = 0; from < size; from++) {
                List<Double> row = rows.get(from);
                double sum = row.stream().mapToDouble(Double::doubleValue).sum();
                next[from] += shares[from] / 2;
                for (int to = 0; to < size; to++) {
                    next[to] += shares[from] * row.get(to) / sum / 2;
                }
            }
            moved = 0;
            for (int i = 0; i < size; i++) {
                moved += Math.abs(next[i] - shares[i]);
            }
            shares = next;
        }
        return Arrays.stream(shares).boxed().toList();
    }
}
