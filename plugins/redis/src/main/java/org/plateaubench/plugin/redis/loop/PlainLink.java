// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.plateaubench.plugin.redis.resp.WriteBuffer;

/** Plain bytes. */
record PlainLink(SocketChannel channel) implements Link {
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
