// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.FixedSequence;
import com.sun.faban.driver.FlatMix;
import com.sun.faban.driver.FlatSequenceMix;
import com.sun.faban.driver.MatrixMix;
import com.sun.faban.driver.OperationSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.api.Mix;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.plugin.faban.MixReader.OperationMix.State;

/** Reads the mix of a driver. Used by one thread. */
final class MixReader {
    private final Class<?> driver;
    // By declared name.
    private final Map<String, DriverOperation> operations;
    /** Weights of {@code run.xml} by operation, which replace the declared ones; empty for none. */
    private final Map<String, List<Double>> runXmlWeights;

    /** The states of a user, several of which may have the same operation, and the mix of their units. */
    record OperationMix(List<State> states, Mix mix) {
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

        /** The operations, each once, in order. */
        List<DriverOperation> operations() {
            return states.stream().map(State::operation).distinct().toList();
        }
    }

    MixReader(Class<?> driver, Map<String, DriverOperation> operations, Map<String, List<Double>> runXmlWeights) {
        this.driver = driver;
        this.operations = operations;
        this.runXmlWeights = runXmlWeights;
    }

    OperationMix read() throws UnsupportedDriver {
        List<OperationMix> mixes = new ArrayList<>();
        try {
            FlatMix flat = driver.getAnnotation(FlatMix.class);
            if (flat != null) {
                List<String> names = names(flat.operations());
                List<List<Double>> declared = Arrays.stream(flat.mix())
                        .mapToObj(weight -> List.of(weight))
                        .toList();
                mixes.add(flat(names, weights(names, 1, declared)));
            }
            MatrixMix matrix = driver.getAnnotation(MatrixMix.class);
            if (matrix != null) {
                List<String> names = names(matrix.operations());
                List<List<Double>> declared = Arrays.stream(matrix.mix())
                        .map(row -> Arrays.stream(row.value()).boxed().toList())
                        .toList();
                List<List<Double>> rows = weights(names, names.size(), declared);
                requireSize("mix", rows.size(), names.size());
                mixes.add(chain(states(names), rows));
            }
            FixedSequence sequence = driver.getAnnotation(FixedSequence.class);
            if (sequence != null) {
                List<State> states = states(names(sequence.value()));
                List<String> units = states.stream().map(State::unit).toList();
                mixes.add(new OperationMix(states, new Mix.Sequence(units)));
            }
            FlatSequenceMix sequences = driver.getAnnotation(FlatSequenceMix.class);
            if (sequences != null) {
                mixes.add(sequences(sequences));
            }
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
        if (mixes.isEmpty() && operations.size() == 1) {
            DriverOperation only = operations.values().iterator().next();
            return new OperationMix(List.of(State.of(only)), Mix.Flat.only(only.name()));
        }
        if (mixes.size() != 1) {
            throw new UnsupportedDriver(
                    driver.getName() + " has " + mixes.size()
                            + " of @FlatMix, @MatrixMix, @FixedSequence and @FlatSequenceMix.",
                    "Give it one.");
        }
        return mixes.getFirst();
    }

    private UnsupportedDriver invalid(String what) {
        return new UnsupportedDriver("The mix of " + driver.getName() + " is not valid: " + what + ".", "Correct it.");
    }

    /** Returns the declared names of operations; a driver with a single operation may declare none. */
    private List<String> names(String... declared) {
        return declared.length == 1 && declared[0].isEmpty() ? List.copyOf(operations.keySet()) : List.of(declared);
    }

    /** Returns the weights of {@code run.xml}, or without them the declared ones: a row for each operation. */
    private List<List<Double>> weights(List<String> names, int length, List<List<Double>> declared)
            throws UnsupportedDriver {
        if (runXmlWeights.isEmpty()) {
            return declared;
        }
        if (!runXmlWeights.keySet().equals(Set.copyOf(names))
                || runXmlWeights.values().stream().anyMatch(row -> row.size() != length)) {
            throw new UnsupportedDriver(
                    "operationMix of run.xml does not match " + driver.getName() + ".",
                    "Give " + length + " weights (r) for each of " + names + ", or take operationMix out.");
        }
        return names.stream()
                .map(name -> runXmlWeights.getOrDefault(name, List.of()))
                .toList();
    }

    private OperationMix flat(List<String> names, List<List<Double>> weights) throws UnsupportedDriver {
        requireSize("mix", weights.size(), names.size());
        List<State> states = new ArrayList<>();
        Map<String, Double> drawn = new TreeMap<>();
        for (int i = 0; i < weights.size(); i++) {
            double weight = weights.get(i).getFirst();
            // An operation of weight 0 is never drawn.
            if (weight != 0) {
                State state = State.of(operation(names.get(i)));
                states.add(state);
                drawn.put(state.unit(), weight);
            }
        }
        return new OperationMix(states, new Mix.Flat(drawn));
    }

    private List<State> states(List<String> names) throws UnsupportedDriver {
        List<State> states = new ArrayList<>();
        for (String name : names) {
            states.add(State.of(operation(name)));
        }
        return states;
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
        return chain(states, rows);
    }

    private static OperationMix chain(List<State> states, List<List<Double>> rows) {
        Mix mix = new Mix.Matrix(states.stream().map(State::unit).toList(), rows);
        return new OperationMix(states, mix);
    }

    private DriverOperation operation(String name) throws UnsupportedDriver {
        DriverOperation found = operations.get(name);
        if (found == null) {
            throw invalid("it names the operation '" + name + "'; the driver has " + operations.keySet());
        }
        return found;
    }

    private void requireSize(String what, int found, int expected) throws UnsupportedDriver {
        if (found != expected || found == 0) {
            throw invalid(what + " has " + found + " entries where " + Math.max(1, expected) + " are needed");
        }
    }
}
