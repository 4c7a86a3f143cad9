// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;
import org.plateaubench.wire.Heartbeats;

/**
 * A run that a controller offers an agent.
 *
 * @param controller host and process of the controller, for display
 * @param protocolVersion {@link org.plateaubench.wire.Message#PROTOCOL_VERSION}
 * @param spiVersion {@link org.plateaubench.wire.Message#SPI_VERSION}
 * @param agents number of agents of the run, which determines the rate of heartbeats, see {@link Heartbeats}
 */
public record Offer(
        String run, String controller, int protocolVersion, int spiVersion, int agents, List<Plugin> plugins) {
    public record Plugin(String id, List<Jar> jars) {}

    public record Jar(String name, String sha256, long sizeBytes) {}
}
