// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.time.Duration;

/**
 * How much one caller may ask of the console. Immutable.
 *
 * @param bodyBytes the largest body
 * @param headerBytes the largest head of a request
 * @param connections how many may be open; more wait
 * @param idle a connection on which nothing moves for so long is given up
 * @param arrival a head or a body that has not come whole within this is given up
 */
record Limits(long bodyBytes, int headerBytes, int connections, Duration idle, Duration arrival) {
    /** Run files are a few kilobytes; live views send a comment every 15 s. */
    static final Limits USUAL = new Limits(2 << 20, 16 << 10, 1_000, Duration.ofSeconds(30), Duration.ofSeconds(10));
}
