// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;

/** The service type whose samples are attributes of a JVM with remote JMX. */
final class JmxAttributes extends ObservedServiceType<JmxParameters> {

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
                                "'" + total + "' is not one of the attributes.", "Name one of them, or leave it out.")
                        .about("totals")));
        return findings;
    }

    @Override
    public TelemetrySource open(SutAddress address) {
        return new JvmSamples(address);
    }
}
