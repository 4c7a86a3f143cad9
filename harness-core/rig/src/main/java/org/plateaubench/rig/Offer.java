// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;

/**
 * A run that a controller offers an agent.
 *
 * @param run id of the run
 * @param controller host and process of the controller, for people
 * @param protocolVersion {@link org.plateaubench.wire.Message#PROTOCOL_VERSION}
 * @param spiVersion {@link org.plateaubench.wire.Message#SPI_VERSION}
 * @param plugins plugins of the controller
 */
public record Offer(String run, String controller, int protocolVersion, int spiVersion, List<Plugin> plugins) {
    public Offer {
        plugins = List.copyOf(plugins);
    }

    /**
     * A plugin.
     *
     * @param id its id
     * @param jars its jars
     */
    public record Plugin(String id, List<Jar> jars) {
        public Plugin {
            jars = List.copyOf(jars);
        }
    }

    /**
     * A jar.
     *
     * @param name name of its file
     * @param sha256 digest of its bytes, 64 hexadecimal digits
     * @param sizeBytes its length
     */
    public record Jar(String name, String sha256, long sizeBytes) {}
}
