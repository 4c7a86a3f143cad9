// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.PluginAnswers;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.spi.TelemetrySourceType;

/** What a source of telemetry answers when it is opened, asked once and closed. Stateless; one thread. */
final class LatestSamples {
    private static final Duration OPEN_DEADLINE = Duration.ofSeconds(10);
    private static final Duration SAMPLE_DEADLINE = Duration.ofSeconds(20);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private LatestSamples() {}

    /**
     * Asks a source once.
     *
     * @param name what it is, such as {@code the telemetry of sut/db}
     * @throws PluginCall.Failure when it cannot be opened, asked or closed in time
     */
    static List<Sample> of(TelemetrySourceType type, SutAddress address, String name)
            throws PluginCall.Failure, InterruptedException {
        TelemetrySource source =
                PluginCall.call("Opening " + name, type, OPEN_DEADLINE, () -> false, () -> type.open(address));
        try {
            return PluginCall.call(
                    "Reading " + name,
                    source,
                    SAMPLE_DEADLINE,
                    () -> false,
                    () -> PluginAnswers.samples(source.sample()));
        } finally {
            PluginCall.run("Closing " + name, source, CLOSE_DEADLINE, source::close);
        }
    }
}
