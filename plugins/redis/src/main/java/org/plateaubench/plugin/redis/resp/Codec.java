// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;

/** Converts commands to bytes and bytes to replies, for one connection at a time. One thread at a time. */
public interface Codec {
    /** Appends a command. */
    void encode(RedisRequest request, WriteBuffer out) throws IOException;

    /**
     * Reads the next reply if it is complete. A codec may keep its position: until the reply is complete, calls pass
     * the same reply object, and the same bytes followed by more.
     *
     * @param in buffer with an array, with the reply at its position; afterwards the position is at the end of the
     *     reply, or unchanged if the reply is not complete
     * @return whether the reply was complete and is in {@code reply}
     * @throws IOException when the bytes are not a reply; the connection is then closed
     */
    boolean decode(ByteBuffer in, RedisReply reply) throws IOException;

    /** Resets the position for a new connection. */
    void reset();
}
