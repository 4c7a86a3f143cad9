// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * A kind of system that no workload uses and that is read only for telemetry. It defines the keys of such a system in a
 * run file and how the system is read. The harness does not connect to it when a run begins, so a slow or unreachable
 * system delays nothing; the agent that reads it records that it does not answer. Stateless and thread-safe.
 */
public abstract class ObservedServiceType<P extends Record> extends NamedServiceType<P> implements TelemetrySourceType {
    protected ObservedServiceType(String name, String description, Class<P> parametersType) {
        super(name, description, parametersType);
    }

    protected abstract List<Finding> check(P parameters);

    /** The facts about the system for the environment record of a run, by name; they must not include secrets. */
    protected Map<String, String> configuration(P parameters) {
        return Map.of("observed", "only");
    }

    @Override
    public final String service() {
        return name();
    }

    @Override
    public final List<Finding> check(SutContext.Mode mode, P parameters) {
        List<Finding> findings = ModeKeys.externalOnly(mode, "system that it only observes");
        findings.addAll(check(parameters));
        return findings;
    }

    @Override
    public final SutService create(SutContext<P> context) {
        P parameters = context.parameters();
        return new ObservedService(
                new SutAddress(context.name(), name(), properties(parameters)), configuration(parameters));
    }

    private static Map<String, String> properties(Record parameters) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (RecordComponent component : parameters.getClass().getRecordComponents()) {
            String name = component.getName();
            switch (value(component, parameters)) {
                case List<?> list -> {
                    for (int i = 0; i < list.size(); i++) {
                        properties.put(name + "." + (i + 1), String.valueOf(list.get(i)));
                    }
                }
                case Map<?, ?> map ->
                    map.forEach((key, value) -> properties.put(name + "." + key, String.valueOf(value)));
                case Enum<?> constant -> properties.put(name, constant.name());
                case Record nested -> properties.putAll(properties(nested));
                case Object other -> properties.put(name, other.toString());
            }
        }
        return properties;
    }

    private static Object value(RecordComponent component, Record parameters) {
        try {
            return component.getAccessor().invoke(parameters);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record of keys is public", e);
        }
    }

    public static List<String> list(SutAddress address, String key) {
        List<String> elements = new ArrayList<>();
        for (int i = 1; address.properties().containsKey(key + "." + i); i++) {
            elements.add(address.property(key + "." + i));
        }
        return elements;
    }

    public static Map<String, String> map(SutAddress address, String key) {
        Map<String, String> entries = new LinkedHashMap<>();
        address.properties().forEach((name, value) -> {
            if (name.startsWith(key + ".")) {
                entries.put(name.substring(key.length() + 1), value);
            }
        });
        return entries;
    }

    /** The service of a system to which the harness does not connect. Thread-safe. */
    private static final class ObservedService extends ExternalService {
        private final SutAddress address;
        private final Map<String, String> configuration;

        ObservedService(SutAddress address, Map<String, String> configuration) {
            super("SUT " + address.name());
            this.address = address;
            this.configuration = Map.copyOf(configuration);
        }

        @Override
        protected SutAddress connect() {
            return address;
        }

        @Override
        String runningDetail() {
            return " is only observed, and is not queried for this";
        }

        @Override
        public Map<String, String> configuration() {
            return configuration;
        }
    }
}
