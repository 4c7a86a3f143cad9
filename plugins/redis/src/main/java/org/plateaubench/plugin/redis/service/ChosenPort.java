// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;

/** The loopback port of a process that must be told one. */
final class ChosenPort {
    private static final int TRIES = 3;
    /** How far above its port a node of a cluster listens for the others. */
    private static final int BUS_OFFSET = 10_000;

    private static final int GREATEST = 65_535;

    private ChosenPort() {}

    /**
     * Starts something on a port.
     *
     * @param <T> what is started
     */
    @FunctionalInterface
    interface Start<T> {
        T at(int port) throws SutException, InterruptedException;
    }

    /** Starts something called by a name on the given port or, with 0, on a free one. */
    static <T> T start(int given, String name, Start<T> start) throws SutException, InterruptedException {
        if (given != 0) {
            Ports.requireFree(given, name);
            return start.at(given);
        }
        for (int tries = 1; ; tries++) {
            try {
                return start.at(free());
            } catch (SutException e) {
                // Somebody took the port between our look and the server's.
                if (tries == TRIES || !String.valueOf(e.getMessage()).contains("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    /** One whose bus port exists too, should a server be a node of a cluster. */
    private static int free() throws SutException {
        while (true) {
            int port = Ports.free();
            if (port + BUS_OFFSET <= GREATEST) {
                return port;
            }
        }
    }
}
