// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

    private static final int MOST_NAMED = 20;

    private LatestSamples() {}

    /**
     * Why a source cannot be asked here: only one agent can sample it. Empty for any other source.
     *
     * @param agents agents that drive load
     * @throws PluginCall.Failure when that cannot be asked
     */
    static Optional<String> elsewhere(TelemetrySourceType type, SutAddress address, String name, List<String> agents)
            throws PluginCall.Failure, InterruptedException {
        String agent = PluginCall.call(
                "Asking which agent samples " + name,
                type,
                OPEN_DEADLINE,
                () -> false,
                () -> PluginAnswers.agent(type.agent(address)));
        if (agent.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                agents.contains(agent)
                        ? "Agent " + agent + " reads it on its own host when the run goes on."
                        : "No agent that drives load is called '" + agent
                                + "', so that nothing will be read: name one of "
                                + String.join(", ", agents.subList(0, Math.min(agents.size(), MOST_NAMED)))
                                + ".");
    }

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
