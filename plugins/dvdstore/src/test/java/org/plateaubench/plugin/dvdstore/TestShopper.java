// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.spi.Driver;

/** Executes units as the harness does: draws the steps, ends a unit after a failed login, and reconnects. */
final class TestShopper {
    private final WorkloadDefinition definition;
    private final long seed;
    private final int sequence;

    TestShopper(DvdStoreParameters parameters, long seed, int sequence) {
        definition = new DvdStoreWorkload().define(parameters);
        this.seed = seed;
        this.sequence = sequence;
    }

    /** The calls of one order. */
    List<TestCall> calls(long unitNumber) {
        List<TestCall> calls = new ArrayList<>();
        Draws draws = Draws.of(KeyedRandom.key(KeyedRandom.key(KeyedRandom.key(seed, "steps"), sequence), unitNumber));
        int step = 0;
        for (UnitDefinition.Step unitStep : unit(draws).steps()) {
            int times = draws.between(step, 0, unitStep.minTimes(), unitStep.maxTimes());
            for (int i = 0; i < times; i++) {
                Operation operation = drawOperation(unitStep.weights(), draws.uniform(100 + step, i));
                calls.add(new TestCall(seed, sequence, unitNumber, calls.size(), operation));
            }
            step++;
        }
        return calls;
    }

    private UnitDefinition unit(Draws draws) {
        Map<String, Double> weights = ((Mix.Flat) definition.mix()).weights();
        String name = drawName(weights, draws.uniform(99, 0));
        return definition.units().stream()
                .filter(unit -> unit.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Operation drawOperation(Map<String, Double> weights, double uniform) {
        String name = drawName(weights, uniform);
        return Arrays.stream(Operation.values())
                .filter(operation -> operation.title().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String drawName(Map<String, Double> weights, double uniform) {
        double total =
                weights.values().stream().mapToDouble(Double::doubleValue).sum();
        double rest = uniform * total;
        String last = "";
        for (Map.Entry<String, Double> entry : weights.entrySet()) {
            last = entry.getKey();
            rest -= entry.getValue();
            if (rest < 0) {
                break;
            }
        }
        return last;
    }

    /** Executes one order, and returns the outcome of its last operation. */
    Outcome order(Driver driver, TestUser user, long unitNumber) throws Exception {
        Outcome outcome = Outcome.ok();
        for (TestCall call : calls(unitNumber)) {
            driver.prepareOperation(call);
            outcome = driver.execute(call);
            user.count(call.step(), outcome);
            if (outcome.connectionLost()) {
                driver.connect();
            }
            boolean first = call.step() == Operation.LOGIN || call.step() == Operation.NEW_CUSTOMER;
            if (first && outcome.kind() == OutcomeKind.ERROR) {
                return outcome;
            }
        }
        return outcome;
    }
}
