// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * Which agent samples a source of telemetry. Agents ask it to know which sources are theirs, and the controller to know whose samples it
 * accepts: both ask here, so that no agent is refused what it was to send. Stateless; any thread.
 */
public final class SourceAgent {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private SourceAgent() {}

    /**
     * The agent that a source names; empty for the first agent that drives load.
     *
     * @param name what the source is for a person, such as {@code sut/db}
     * @throws PluginCall.Failure with a sentence when that cannot be asked
     */
    public static String of(TelemetrySourceType type, SutAddress address, String name)
            throws PluginCall.Failure, InterruptedException {
        return PluginCall.call(
                "Asking which agent samples " + name,
                type,
                DEADLINE,
                () -> false,
                () -> PluginAnswers.agent(type.agent(address)));
    }
}
