// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** One user who carries out units of a scenario without a schedule. */
final class WebUser implements AutoCloseable {
    private final CountingUser user = new CountingUser(0);
    private final WorkloadDefinition definition;
    private final WorkloadSession session;
    private final Driver driver;

    WebUser(WebParameters parameters, Map<String, String> files) throws Exception {
        WebWorkload workload = new WebWorkload();
        if (!workload.check(parameters).isEmpty()) {
            throw new IllegalArgumentException(workload.check(parameters).toString());
        }
        definition = workload.define(parameters);
        session =
                workload.open(new WorkloadContext<>(1, "web", parameters, null, 1, 7, files, WorkloadContext.Run.NONE));
        driver = session.driver(user);
        driver.connect();
    }

    /** Parameters with a scenario and the defaults of everything else. */
    static WebParameters parameters(String url, String scenario) {
        return new WebParameters(
                url,
                List.of(),
                tree(scenario),
                HttpSettings.Protocol.HTTP1,
                Map.of("X-Test", "all"),
                "",
                "",
                "",
                3,
                true,
                100_000,
                TlsParameters.NONE,
                PageParameters.NONE,
                TokenParameters.NONE);
    }

    /** The same parameters with other values for some, by name. */
    static WebParameters with(WebParameters parameters, Map<String, Object> others) {
        try {
            RecordComponent[] components = WebParameters.class.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                Object value = others.get(components[i].getName());
                values[i] = value == null ? components[i].getAccessor().invoke(parameters) : value;
            }
            return WebParameters.class.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, Object> tree(String yaml) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml))
                .forEach((key, value) -> tree.put(String.valueOf(key), value));
        return tree;
    }

    /** Carries out one unit of the first flow. */
    List<Outcome> unit(long number) throws Exception {
        UnitDefinition unit = definition.units().getFirst();
        List<String> names =
                definition.operations().stream().map(each -> each.name()).toList();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < unit.steps().size(); i++) {
            UnitDefinition.Step step = unit.steps().get(i);
            Call call =
                    new Call(names.indexOf(step.weights().keySet().iterator().next()), number, i);
            if (!step.conditional() || driver.applies(call)) {
                driver.prepareOperation(call);
                outcomes.add(driver.execute(call));
            }
        }
        return outcomes;
    }

    /** Connects another user of the same session. */
    void another() throws Exception {
        Driver other = session.driver(new CountingUser(1));
        other.connect();
        other.close();
    }

    /** Makes the running operation end. */
    void abort() {
        driver.abort();
    }

    long counted(String counter) {
        return user.counted(counter);
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
