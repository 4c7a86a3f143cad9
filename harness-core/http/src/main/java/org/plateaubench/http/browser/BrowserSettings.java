// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

/**
 * The settings of the browsers of a workload. Immutable.
 *
 * @param connectionsPerOrigin maximum number of connections to one origin, 1 or more, on which the parts of a page are
 *     fetched in parallel; with 1, they are fetched in sequence
 * @param compressed whether compressed responses are requested
 */
public record BrowserSettings(int connectionsPerOrigin, boolean compressed) {
    /** The usual number of connections of browsers to one origin over HTTP/1.1. */
    public static final int DEFAULT_CONNECTIONS = 6;

    private static final BrowserSettings DEFAULT = new BrowserSettings(DEFAULT_CONNECTIONS, true);

    /** The defaults: six connections, and compression. */
    public static BrowserSettings defaults() {
        return DEFAULT;
    }

    /** These settings with another number of connections; 1 fetches in sequence. */
    public BrowserSettings withConnectionsPerOrigin(int newConnections) {
        return new BrowserSettings(newConnections, compressed);
    }

    /** These settings with or without compression. */
    public BrowserSettings withCompression(boolean isCompressed) {
        return new BrowserSettings(connectionsPerOrigin, isCompressed);
    }
}
