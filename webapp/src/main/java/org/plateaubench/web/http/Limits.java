// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.time.Duration;

/** How much one caller may ask of the console. */
final class Limits {
    /** The largest run files are a few kilobytes. */
    static final long BODY_BYTES = 2 << 20;

    static final int HEADER_BYTES = 16 * 1024;
    static final int CONNECTIONS = 1_000;

    /** Nothing moves for so long: the connection is given up. Live views send a comment every 15 s. */
    static final Duration IDLE = Duration.ofSeconds(30);

    /** The head of a request must have come within this. */
    static final Duration HEAD = Duration.ofSeconds(10);

    /** A body must come at least that fast. */
    static final long BODY_BYTES_PER_SECOND = 1_000;

    private Limits() {}
}
