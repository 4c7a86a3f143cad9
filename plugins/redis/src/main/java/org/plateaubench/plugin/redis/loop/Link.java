// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.plateaubench.plugin.redis.resp.WriteBuffer;

/** Carries bytes over a connected channel, as they are or encrypted. Confined to its loop; never blocks. */
sealed interface Link permits PlainLink, TlsLink {
    /**
     * Goes on with whatever comes before the first byte.
     *
     * @return whether bytes can be carried
     */
    boolean isReady() throws IOException;

    /**
     * Reads what is there; from the channel at most once.
     *
     * @return number of bytes, -1 when the other side has closed
     */
    int read(ByteBuffer into) throws IOException;

    /** Whether bytes that were read from the channel are still to be had, which no readiness will tell. */
    boolean holdsBytes();

    /**
     * Sends what the channel takes.
     *
     * @return whether nothing is left to be sent
     */
    boolean write(WriteBuffer out) throws IOException;
}
