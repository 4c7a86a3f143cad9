// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Transfers bytes over a connected channel, plain or encrypted. Confined to its loop; never blocks. */
interface Link {
    /**
     * Continues the handshake, if any.
     *
     * @return whether bytes can be transferred
     */
    boolean isReady() throws IOException;

    /**
     * Reads available bytes; from the channel at most once.
     *
     * @return number of bytes, -1 when the peer has closed
     */
    int read(ByteBuffer into) throws IOException;

    /** Returns whether bytes from the channel are still buffered, which no readiness event will report. */
    boolean holdsBytes();

    /**
     * Writes as much as the channel accepts.
     *
     * @return whether everything was written
     */
    boolean write(WriteBuffer out) throws IOException;

    record Plain(SocketChannel channel) implements Link {
        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return channel.read(into);
        }

        @Override
        public boolean holdsBytes() {
            return false;
        }

        @Override
        public boolean write(WriteBuffer out) throws IOException {
            if (!out.isEmpty()) {
                out.sent(channel.write(out.toSend()));
            }
            return out.isEmpty();
        }
    }
}
