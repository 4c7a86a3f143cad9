// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;

/** The service type whose samples are attributes of a JVM with remote JMX. */
final class JmxAttributes extends ObservedServiceType<JmxParameters> {
    static final String NAMES = "names";
    static final String PLACES = "places";
    static final String TOTALS = "totals";

    JmxAttributes() {
        super("jmx", "Telemetry: attributes of a JVM over remote JMX, external", JmxParameters.class);
    }

    @Override
    protected List<Finding> check(JmxParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (!SutServiceType.isReference(parameters.address())
                && HostPort.of(parameters.address()).isEmpty()) {
            findings.add(Finding.problem("'" + parameters.address() + "' is not a host and port.", "Write HOST:PORT.")
                    .about("address"));
        }
        if (parameters.attributes().isEmpty()) {
            findings.add(Finding.problem(
                            "No attribute is named.",
                            "Write a mapping such as {heap: \"java.lang:type=Memory/HeapMemoryUsage.used\"}.")
                    .about("attributes"));
        }
        parameters.attributes().forEach((name, place) -> {
            if (!SutServiceType.isReference(place) && AttributePlace.of(place).isEmpty()) {
                findings.add(Finding.problem(
                                "'" + place + "' is not an attribute of a JVM.",
                                "Write OBJECT NAME/ATTRIBUTE, such as java.lang:type=Threading/ThreadCount.")
                        .about("attributes." + name));
            }
        });
        parameters.totals().stream()
                .filter(total -> !parameters.attributes().containsKey(total))
                .forEach(total -> findings.add(Finding.problem(
                                "'" + total + "' is none of the attributes.", "Name one of them, or leave it out.")
                        .about(TOTALS)));
        return findings;
    }

    @Override
    protected Map<String, String> properties(JmxParameters parameters) {
        Map<String, String> properties = new LinkedHashMap<>();
        List<String> names = List.copyOf(parameters.attributes().keySet());
        properties.putAll(TextList.properties(NAMES, names));
        properties.putAll(TextList.properties(
                PLACES, names.stream().map(parameters.attributes()::get).toList()));
        properties.putAll(TextList.properties(TOTALS, parameters.totals()));
        properties.put("address", parameters.address());
        properties.put("user", parameters.user());
        properties.put("password", parameters.password());
        properties.put("tls", Boolean.toString(parameters.tls()));
        properties.put("every", parameters.every().toString());
        return properties;
    }

    @Override
    public TelemetrySource open(SutAddress address) {
        return new JvmSamples(address);
    }
}
