// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.olio.service.HarnessClient;
import org.plateaubench.plugin.olio.service.OlioSutParameters;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * Telemetry of the reference application, read over its HTTP interface for the harness. An external site has no such
 * interface.
 */
public final class OlioTelemetry implements TelemetrySourceType {
    private static final List<Series> SERIES = List.of(
            new Series("requests", "requests", true),
            new Series("failures", "requests", true),
            new Series("sessions", "sessions", false),
            new Series("busyConnections", "connections", false),
            new Series("waitingRequests", "requests", false),
            new Series("heapUsedBytes", "bytes", false),
            new Series("threads", "threads", false),
            new Series("cpuSeconds", "s", true),
            new Series("collectionSeconds", "s", true));

    private record Series(String name, String unit, boolean cumulative) {}

    @Override
    public String service() {
        return OlioSutParameters.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return HarnessClient.of(sut)
                .<TelemetrySource>map(client -> () -> samples(client.metrics()))
                .orElse(List::of);
    }

    private static List<TelemetrySource.Sample> samples(Map<String, String> metrics) {
        List<TelemetrySource.Sample> samples = new ArrayList<>();
        for (Series series : SERIES) {
            String value = metrics.get(series.name());
            if (value != null) {
                samples.add(new TelemetrySource.Sample(
                        series.name(), Double.parseDouble(value), series.unit(), series.cumulative()));
            }
        }
        return samples;
    }
}
