// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.FixedSequence;
import com.sun.faban.driver.FlatMix;
import com.sun.faban.driver.FlatSequenceMix;
import com.sun.faban.driver.MatrixMix;
import com.sun.faban.driver.OperationSequence;
import com.sun.faban.driver.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Mix;
import org.plateaubench.plugin.faban.OperationMix.State;

/** Reads the mix of a driver. Used by one thread. */
final class MixReader {
    private final Class<?> driver;
    private final Map<String, DriverOperation> operations;

    /**
     * Creates a reader.
     *
     * @param operations operations by their declared names
     */
    MixReader(Class<?> driver, Map<String, DriverOperation> operations) {
        this.driver = driver;
        this.operations = operations;
    }

    OperationMix read() throws UnsupportedDriver {
        List<OperationMix> mixes = new ArrayList<>();
        try {
            FlatMix flat = driver.getAnnotation(FlatMix.class);
            if (flat != null) {
                mixes.add(flat(flat));
            }
            MatrixMix matrix = driver.getAnnotation(MatrixMix.class);
            if (matrix != null) {
                mixes.add(matrix(matrix));
            }
            FixedSequence sequence = driver.getAnnotation(FixedSequence.class);
            if (sequence != null) {
                mixes.add(sequence(sequence));
            }
            FlatSequenceMix sequences = driver.getAnnotation(FlatSequenceMix.class);
            if (sequences != null) {
                mixes.add(sequences(sequences));
            }
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        if (mixes.isEmpty() && operations.size() == 1) {
            DriverOperation only = operations.values().iterator().next();
            return new OperationMix(List.of(State.of(only)), Mix.Flat.only(only.name()), List.of(1.0), 0);
        }
        if (mixes.size() != 1) {
            throw new UnsupportedDriver(
                    driver.getName() + " has " + mixes.size()
                            + " of @FlatMix, @MatrixMix, @FixedSequence and @FlatSequenceMix.",
                    "Give it one.");
        }
        return mixes.getFirst();
    }

    private UnsupportedDriver wrong(String what) {
        return new UnsupportedDriver(
                "The mix of " + driver.getName() + " is not possible: " + what + ".", "Correct it.");
    }

    private OperationMix flat(FlatMix flat) throws UnsupportedDriver {
        requireSize("mix", flat.mix().length, flat.operations().length);
        List<State> states = new ArrayList<>();
        List<Double> chosen = new ArrayList<>();
        Map<String, Double> weights = new TreeMap<>();
        for (int i = 0; i < flat.mix().length; i++) {
            // An operation of weight 0 is never drawn.
            if (flat.mix()[i] != 0) {
                State state = State.of(operation(flat.operations()[i]));
                states.add(state);
                chosen.add(flat.mix()[i]);
                weights.put(state.unit(), flat.mix()[i]);
            }
        }
        Mix mix = new Mix.Flat(weights);
        return new OperationMix(states, mix, normalised(chosen), flat.deviation());
    }

    private OperationMix matrix(MatrixMix matrix) throws UnsupportedDriver {
        requireSize("mix", matrix.mix().length, matrix.operations().length);
        List<State> states = new ArrayList<>();
        for (String name : matrix.operations()) {
            states.add(State.of(operation(name)));
        }
        List<List<Double>> rows = new ArrayList<>();
        for (Row row : matrix.mix()) {
            rows.add(Arrays.stream(row.value()).boxed().toList());
        }
        return chain(states, rows, matrix.deviation());
    }

    private OperationMix sequence(FixedSequence sequence) throws UnsupportedDriver {
        List<State> states = new ArrayList<>();
        for (String name : sequence.value()) {
            states.add(State.of(operation(name)));
        }
        Mix mix = new Mix.Sequence(states.stream().map(State::unit).toList());
        return new OperationMix(
                states, mix, Collections.nCopies(states.size(), 1.0 / states.size()), sequence.deviation());
    }

    /** Returns a chain whose states are the steps of all sequences, so that every step has the gap of its operation. */
    private OperationMix sequences(FlatSequenceMix mix) throws UnsupportedDriver {
        requireSize("mix", mix.mix().length, mix.sequences().length);
        List<State> states = new ArrayList<>();
        List<Integer> firsts = new ArrayList<>();
        List<Integer> lasts = new ArrayList<>();
        for (OperationSequence sequence : mix.sequences()) {
            requireSize("a sequence", sequence.value().length, Math.max(1, sequence.value().length));
            firsts.add(states.size());
            for (String name : sequence.value()) {
                String unit = "sequence" + firsts.size() + "-step" + (states.size() - firsts.getLast() + 1);
                states.add(new State(operation(name), unit));
            }
            lasts.add(states.size() - 1);
        }
        List<List<Double>> rows = new ArrayList<>();
        for (int at = 0; at < states.size(); at++) {
            List<Double> row = new ArrayList<>(Collections.nCopies(states.size(), 0.0));
            if (lasts.contains(at)) {
                for (int i = 0; i < firsts.size(); i++) {
                    row.set(firsts.get(i), mix.mix()[i]);
                }
            } else {
                row.set(at + 1, 1.0);
            }
            rows.add(row);
        }
        return chain(states, rows, mix.deviation());
    }

    private static OperationMix chain(List<State> states, List<List<Double>> rows, double deviation) {
        Mix mix = new Mix.Matrix(states.stream().map(State::unit).toList(), rows);
        return new OperationMix(states, mix, OperationMix.stationary(rows), deviation);
    }

    private static List<Double> normalised(List<Double> weights) {
        double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
        return weights.stream().map(weight -> weight / sum).toList();
    }

    private DriverOperation operation(String name) throws UnsupportedDriver {
        DriverOperation found = operations.get(name);
        if (found == null) {
            throw wrong("it names the operation '" + name + "', and there are " + operations.keySet());
        }
        return found;
    }

    private void requireSize(String what, int found, int expected) throws UnsupportedDriver {
        if (found != expected || found == 0) {
            throw wrong(what + " has " + found + " entries where " + Math.max(1, expected) + " are needed");
        }
    }
}
