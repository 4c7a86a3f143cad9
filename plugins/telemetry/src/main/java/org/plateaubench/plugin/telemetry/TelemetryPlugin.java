// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.plugin.telemetry.power.PowerMeters;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;

/** Sources of telemetry that no workload drives, and power meters. Each is a SUT that is only observed. */
public final class TelemetryPlugin implements Plugin {
    private final List<ObservedServiceType<?>> kinds = Stream.concat(
                    Stream.of(new PrometheusScrape(), new JmxAttributes(), new SnmpValues(), new CommandOutput()),
                    PowerMeters.types().stream())
            .toList();

    @Override
    public String id() {
        return "telemetry";
    }

    @Override
    public String description() {
        return "Telemetry of other programs (Prometheus, JMX, SNMP, the output of a command), and power meters (Redfish,"
                + " IPMI, counters of processors, SCPI).";
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.copyOf(kinds);
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.copyOf(kinds);
    }
}
