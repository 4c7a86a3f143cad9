// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.sample;

import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.ReportSection;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/** One workload, one service, one telemetry source, one section. */
public final class AlphaPlugin implements Plugin {
    @Override
    public String id() {
        return "alpha";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(Samples.workload("only"));
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(Samples.service());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new Telemetry());
    }

    @Override
    public List<ReportSection> reportSections() {
        return List.of(new Section());
    }

    static final class Telemetry implements TelemetrySourceType {
        @Override
        public String service() {
            return "testdb";
        }

        @Override
        public TelemetrySource open(SutAddress sut) {
            return List::of;
        }
    }

    static final class Section implements ReportSection {
        @Override
        public String workload() {
            return "only";
        }

        @Override
        public Table render(WorkloadView result) {
            return new Table("Only", "", List.of(), List.of());
        }
    }
}
