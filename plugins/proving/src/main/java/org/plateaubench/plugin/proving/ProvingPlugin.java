// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/** Workloads and services that prove the precision of the harness on the current hosts. */
public final class ProvingPlugin implements Plugin {
    @Override
    public String id() {
        return "proving";
    }

    @Override
    public String description() {
        return "Proves the harness itself: a server of a known latency law, and an operation of a known length.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new FetchWorkload(), new LawWorkload(), new NullWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(EmbeddedLaw.serviceType());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new KnownLawTelemetry());
    }
}
