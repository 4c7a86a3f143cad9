// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;

/** Turns commands into bytes and bytes into replies, for one connection at a time. Confined to whoever uses it. */
public interface Codec {
    /** Appends a command. */
    void encode(RedisRequest request, WriteBuffer out) throws IOException;

    /**
     * Reads the next reply, if all of it is there. A codec may remember how far it came: until the reply is complete it
     * is given the same reply object, and the same bytes followed by more.
     *
     * @param in backed by an array, the reply beginning at its position; afterwards the position is at the end of the
     *     reply, or where it was if the reply is not complete
     * @return whether the reply was complete, and {@code reply} says what it is
     * @throws IOException when no reply will come of this; the connection is then dropped
     */
    boolean decode(ByteBuffer in, RedisReply reply) throws IOException;

    /** Forgets how far it came: the connection is another one. */
    void reset();
}
