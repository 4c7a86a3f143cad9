// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power;

import java.util.List;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;

/** Power meters. Each is a SUT that the section {@code power} of a run file names and that no workload uses. */
public final class PowerPlugin implements Plugin {
    private final List<ObservedServiceType<?>> meters =
            List.of(new RedfishServiceType(), new DcmiServiceType(), new RaplServiceType(), new ScpiServiceType());

    @Override
    public String id() {
        return "power";
    }

    @Override
    public String description() {
        return "Power and energy by Redfish, IPMI, counters of processors, and analysers that speak SCPI.";
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.copyOf(meters);
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.copyOf(meters);
    }
}
