// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.TotalOfEvents;

/**
 * Telemetry of the reference application, read over its HTTP interface for the harness. An external site has no such
 * interface.
 */
public final class OlioTelemetry implements TelemetrySourceType {
    private static final String COLLECTION_SECONDS = "collectionSeconds";
    private static final double MS_PER_SECOND = 1e3;
    /** The shortest garbage collection that is an event; a busy site has shorter ones in nearly every second. */
    private static final Duration SHORTEST_COLLECTION = Duration.ofMillis(10);

    private static final List<Series> SERIES = List.of(
            new Series("requests", "requests", true),
            new Series("failures", "requests", true),
            new Series("sessions", "sessions", false),
            new Series("busyConnections", "connections", false),
            new Series("waitingRequests", "requests", false),
            new Series("heapUsedBytes", "bytes", false),
            new Series("threads", "threads", false),
            new Series("cpuSeconds", "s", true),
            new Series(COLLECTION_SECONDS, "s", true));

    private record Series(String name, String unit, boolean cumulative) {}

    @Override
    public String service() {
        return OlioSutParameters.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return HarnessClient.of(sut)
                .<TelemetrySource>map(client -> {
                    TotalOfEvents collections = new TotalOfEvents("collection", SHORTEST_COLLECTION);
                    return () -> samples(client.metrics(), collections);
                })
                .orElse(List::of);
    }

    private static List<TelemetrySource.Sample> samples(Map<String, String> metrics, TotalOfEvents collections) {
        List<TelemetrySource.Sample> samples = new ArrayList<>();
        for (Series series : SERIES) {
            String value = metrics.get(series.name());
            if (value != null) {
                samples.add(new TelemetrySource.Sample(
                        series.name(), Double.parseDouble(value), series.unit(), series.cumulative()));
            }
        }
        String collecting = metrics.get(COLLECTION_SECONDS);
        if (collecting != null) {
            collections
                    .at(MS_PER_SECOND * Double.parseDouble(collecting), System.nanoTime())
                    .ifPresent(samples::add);
        }
        return samples;
    }
}
