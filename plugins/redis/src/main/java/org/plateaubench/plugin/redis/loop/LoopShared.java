// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.resp.Greeting;
import org.plateaubench.plugin.redis.service.RedisTls;
import org.plateaubench.spi.EventLoop;

/**
 * The shared state of the connections on one loop. Confined to the loop.
 *
 * @param loop their loop
 * @param greeting greeting of each connection
 * @param connectTimeoutNanos time limit for a connection to be ready
 * @param tls TLS context, null without encryption
 * @param readBuffer shared buffer for reads
 */
record LoopShared(
        EventLoop loop,
        Greeting greeting,
        long connectTimeoutNanos,
        @Nullable SSLContext tls,
        ByteBuffer readBuffer) {

    /**
     * Returns the link over a connected channel.
     *
     * @param goOn runs on the loop after work in another thread
     */
    Link link(SocketChannel channel, InetSocketAddress node, Runnable goOn) throws IOException {
        if (tls == null) {
            return new PlainLink(channel);
        }
        SSLEngine engine = tls.createSSLEngine(node.getHostString(), node.getPort());
        engine.setUseClientMode(true);
        engine.setSSLParameters(RedisTls.parameters());
        return new TlsLink(channel, engine, () -> loop.execute(goOn));
    }
}
