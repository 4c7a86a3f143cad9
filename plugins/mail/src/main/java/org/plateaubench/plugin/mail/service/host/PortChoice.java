// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import java.util.HashSet;
import java.util.Set;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;

/** The ports of one start, each another. One thread. */
public final class PortChoice {
    private final String name;
    private final Set<Integer> chosen = new HashSet<>();

    /** For servers called by a name in messages. */
    public PortChoice(String name) {
        this.name = name;
    }

    /**
     * The given port, or with 0 a free one.
     *
     * @throws SutException when the given one is taken, or was given before
     */
    public int of(int given) throws SutException {
        if (given != 0) {
            Ports.requireFree(given, name);
            if (!chosen.add(given)) {
                throw new SutException(name + " was given port " + given
                        + " for two purposes; give each its own, or 0 for a free one.");
            }
            return given;
        }
        while (true) {
            int port = Ports.free();
            if (chosen.add(port)) {
                return port;
            }
        }
    }
}
