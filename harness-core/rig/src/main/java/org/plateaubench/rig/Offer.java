// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;
import org.plateaubench.wire.SignsOfLife;

/**
 * A run that a controller offers an agent.
 *
 * @param agents number of agents of the run, which determines the rate of signs of life, see {@link SignsOfLife}
 */
public record Offer(
        String run, String controller, int protocolVersion, int spiVersion, int agents, List<Plugin> plugins) {
    public record Plugin(String id, List<Jar> jars) {}

    public record Jar(String name, String sha256, long sizeBytes) {}
}
