// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import java.time.Duration;

/**
 * The limits on connections and requests. Immutable.
 *
 * @param bodyBytes largest body, bytes
 * @param headerBytes largest head of a request, bytes
 * @param connections most open connections; others wait
 * @param idle time after which an idle connection is closed
 * @param bodyBytesPerSecond lowest rate at which a body may arrive, bytes/s
 */
public record Limits(long bodyBytes, int headerBytes, int connections, Duration idle, long bodyBytesPerSecond) {
    /** The usual limits. Run files are a few kilobytes; live views send a comment every 15 s. */
    public static final Limits USUAL = new Limits(2 << 20, 16 << 10, 1_000, Duration.ofSeconds(30), 100);
}
