// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.EventLoop;

/** The shared state of the connections on one loop, without encryption if there is no TLS context. Confined to the loop. */
record LoopShared(
        EventLoop loop,
        Greeting greeting,
        long connectTimeoutNanos,
        @Nullable SSLContext tls,
        ByteBuffer readBuffer) {

    /**
     * Returns the link over a connected channel.
     *
     * @param resume runs on the loop after work in another thread
     */
    Link link(SocketChannel channel, InetSocketAddress node, Runnable resume) throws IOException {
        if (tls == null) {
            return new Link.Plain(channel);
        }
        SSLEngine engine = tls.createSSLEngine(node.getHostString(), node.getPort());
        engine.setUseClientMode(true);
        engine.setSSLParameters(RedisAddress.tlsParameters());
        return new Link.Tls(channel, engine, loop, resume);
    }
}
