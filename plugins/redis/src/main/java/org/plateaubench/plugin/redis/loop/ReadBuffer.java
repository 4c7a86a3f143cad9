// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The read buffer of a connection: all connections of a loop share one buffer, since a reply is mostly complete when it
 * is read; only the rest of an incomplete reply is stored in a separate buffer. Confined to its loop.
 */
final class ReadBuffer {
    private static final int SHARED_BYTES = 1 << 16;
    private static final int OWN_BYTES = 1 << 14;
    /** Largest separate buffer that is kept. */
    private static final int KEPT_BYTES = 1 << 17;

    private final ByteBuffer shared;
    private @Nullable ByteBuffer own;
    private boolean holds;

    ReadBuffer(ByteBuffer shared) {
        this.shared = shared;
    }

    /** Returns the buffer that the connections of a loop share. */
    static ByteBuffer shared() {
        return ByteBuffer.allocate(SHARED_BYTES);
    }

    /** Returns the buffer to read into, behind the rest. */
    ByteBuffer toFill() {
        ByteBuffer left = own;
        if (!holds || left == null) {
            return shared.clear();
        }
        if (!left.hasRemaining()) {
            left = ByteBuffer.allocate(2 * left.capacity()).put(left.flip());
            own = left;
        }
        return left;
    }

    /** Stores the unread rest of a buffer from {@link #toFill}. */
    void keep(ByteBuffer read) {
        boolean left = read.hasRemaining();
        if (holds) {
            read.compact();
            own = left || read.capacity() <= KEPT_BYTES ? read : null;
        } else if (left) {
            ByteBuffer readBuffer = own;
            if (readBuffer == null || readBuffer.capacity() <= read.remaining()) {
                readBuffer = ByteBuffer.allocate(Math.max(OWN_BYTES, 2 * read.remaining()));
            }
            own = readBuffer.clear().put(read);
        }
        holds = left;
    }

    void clear() {
        holds = false;
        own = null;
    }
}
