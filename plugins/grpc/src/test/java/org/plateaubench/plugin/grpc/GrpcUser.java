// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.grpc;

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
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** One user who carries out units of a scenario without a schedule. */
final class GrpcUser implements AutoCloseable {
    private final List<String> told = new ArrayList<>();
    private final CountingUser user = new CountingUser(0) {
        @Override
        public Optional<Consumer<String>> trace() {
            return Optional.of(told::add);
        }
    };
    private final WorkloadDefinition definition;
    private final WorkloadSession session;
    private final Driver driver;

    GrpcUser(GrpcParameters parameters) throws Exception {
        GrpcWorkload workload = new GrpcWorkload();
        definition = workload.define(parameters);
        session = workload.open(
                new WorkloadContext<>(1, "shop", parameters, null, 1, 7, OrderServer.PROTOS, WorkloadContext.Run.NONE));
        driver = session.driver(user);
        driver.connect();
    }

    /** Parameters with the defaults of everything that is not given. */
    static GrpcParameters parameters(String address, String scenario, List<String> protos, boolean tls, boolean any) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(scenario))
                .forEach((key, value) -> tree.put(String.valueOf(key), value));
        return new GrpcParameters(
                address, tree, protos, tls, any, Map.of("x-trace", "all"), "secret", 100_000, Duration.ofSeconds(3));
    }

    static GrpcParameters parameters(OrderServer server, String scenario) {
        return parameters(server.address(), scenario, List.of("shop.proto", "types/item.proto"), false, false);
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
            session.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
