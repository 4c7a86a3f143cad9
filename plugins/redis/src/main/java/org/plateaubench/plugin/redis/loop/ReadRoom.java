// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection reads into: room that all connections of a loop share, since a reply is mostly complete when it is
 * read; only what is left of one that is not stays in room of the connection's own. Confined to its loop.
 */
final class ReadRoom {
    private static final int SHARED_BYTES = 1 << 16;
    private static final int OWN_BYTES = 1 << 14;
    /** Room that once had to be larger is not kept. */
    private static final int KEPT_BYTES = 1 << 17;

    private final ByteBuffer shared;
    private @Nullable ByteBuffer own;
    private boolean holds;

    ReadRoom(ByteBuffer shared) {
        this.shared = shared;
    }

    /** What the connections of a loop share. */
    static ByteBuffer shared() {
        return ByteBuffer.allocate(SHARED_BYTES);
    }

    /** Room to read into, behind what is left. */
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

    /** Keeps what is left of what was read; the buffer is the one that {@link #toFill} gave, as its reader left it. */
    void keep(ByteBuffer read) {
        boolean left = read.hasRemaining();
        if (holds) {
            read.compact();
            own = left || read.capacity() <= KEPT_BYTES ? read : null;
        } else if (left) {
            ByteBuffer room = own;
            if (room == null || room.capacity() <= read.remaining()) {
                room = ByteBuffer.allocate(Math.max(OWN_BYTES, 2 * read.remaining()));
            }
            own = room.clear().put(read);
        }
        holds = left;
    }

    /** Forgets what is left. */
    void clear() {
        holds = false;
        own = null;
    }
}
