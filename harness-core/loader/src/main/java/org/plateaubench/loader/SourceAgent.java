// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * Decides which agent samples a source of telemetry. Agents and the controller use the same decision, so that the
 * controller accepts exactly the samples that the agents send. Stateless; any thread.
 */
public final class SourceAgent {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private SourceAgent() {}

    /**
     * The name of the agent that a source names; empty for the first agent that drives load.
     *
     * @param name name of the source in messages, such as {@code sut/db}
     * @throws PluginCall.Failure when the plugin does not answer
     */
    public static String of(TelemetrySourceType type, SutAddress address, String name)
            throws PluginCall.Failure, InterruptedException {
        return PluginCall.call(
                "Asking which agent samples " + name, type, DEADLINE, () -> false, () -> type.agent(address));
    }
}
