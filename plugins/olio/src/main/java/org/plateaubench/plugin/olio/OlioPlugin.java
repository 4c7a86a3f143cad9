// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.List;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/** The web 2.0 workload, and the application it drives. */
public final class OlioPlugin implements Plugin {
    static final SutServiceType<OlioSutParameters> SERVICE = new WorkloadServiceType<>(
            OlioSutParameters.SERVICE,
            "Social-events site, started by the harness in a process of its own or external",
            OlioSutParameters.class,
            OlioSutParameters::check,
            OlioEmbedded::new,
            OlioExternal::new);

    @Override
    public String id() {
        return "olio";
    }

    @Override
    public String description() {
        return "Users of a social-events site, as Olio and CloudStone emulate them.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new OlioWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(SERVICE);
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new OlioTelemetry());
    }
}
