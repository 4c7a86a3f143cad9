// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.plateaubench.spi.SutException;

/**
 * Ports for servers that need a fixed one; any other server binds to port 0 and announces its port. Stateless and
 * thread-safe.
 */
public final class Ports {
    private static final int LOWEST_DRAWN = 10_000;
    /** The lowest ephemeral port of Linux by default; those of macOS, Windows and RFC 6335 begin at 49152. */
    private static final int LOWEST_EPHEMERAL = 32_768;

    private static final int TRIES = 1_000;

    private Ports() {}

    /** Checks a port that the user chose, for a specific message. Another process may still take it afterwards. */
    static int requireFree(int port, String name) throws SutException {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return port;
        } catch (IOException e) {
            throw new SutException(
                    name + " cannot listen on 127.0.0.1:" + port + " (" + e.getMessage()
                            + "): stop the program that uses the port, choose another, or leave the port out"
                            + " to get a free one.",
                    e);
        }
    }

    /**
     * Returns a port that was free a moment ago, for a server that needs a fixed one. It is below the ephemeral ports,
     * which systems assign to outgoing connections and to servers that bind to port 0, and is drawn at random, so
     * another process is unlikely to take it before the server does. If one does, the server ends, and the caller tries
     * another port.
     */
    public static int free() throws SutException {
        String refused = "";
        for (int tries = 0; tries < TRIES; tries++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_DRAWN, LOWEST_EPHEMERAL);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                refused = String.valueOf(e.getMessage());
            }
        }
        throw new SutException("There is no free port on 127.0.0.1 (" + refused + ")");
    }
}
