// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.plateaubench.api.Draws;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** One user who carries out units of a scenario without a schedule. */
final class ScenarioUser implements AutoCloseable {
    private final List<String> told = new ArrayList<>();
    private final CountingUser user = new CountingUser(0) {
        @Override
        public Optional<Consumer<String>> trace() {
            return Optional.of(told::add);
        }
    };
    private final WorkloadDefinition definition;
    private final Driver driver;

    ScenarioUser(RedisAddress place, String scenario, String... allowed) throws Exception {
        ScenarioWorkload workload = new ScenarioWorkload();
        ScenarioParameters parameters = parameters(scenario, allowed);
        definition = workload.define(parameters);
        driver = workload.open(new WorkloadContext<>(1, "cache", parameters, place.address("cache"), 1, 7))
                .driver(user);
        driver.connect();
    }

    static ScenarioParameters parameters(String scenario, String... allowed) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(scenario))
                .forEach((key, value) -> tree.put(String.valueOf(key), value));
        return new ScenarioParameters(tree, List.of(allowed), Duration.ofSeconds(3));
    }

    /** Carries out one unit of the first flow; the outcomes by name of the operation. */
    Map<String, Outcome> unit(long number) throws Exception {
        List<String> names =
                definition.operations().stream().map(OperationDefinition::name).toList();
        List<UnitDefinition.Step> steps = definition.units().getFirst().steps();
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            String name = steps.get(i).weights().keySet().iterator().next();
            Call call = new Call(names.indexOf(name), number, i);
            driver.prepareOperation(call);
            outcomes.put(name, driver.execute(call));
        }
        return outcomes;
    }

    void connect() throws Exception {
        driver.connect();
    }

    long counted(String counter) {
        return user.counted(counter);
    }

    /** What the user of a trial is shown. */
    List<String> told() {
        return told;
    }

    private record Call(int operation, long unitNumber, int position) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(unitNumber);
        }
    }

    @Override
    public void close() {
        try {
            driver.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
