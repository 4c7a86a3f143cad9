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
 * What the connections on one loop share. Confined to the loop.
 *
 * @param loop their loop
 * @param greeting what is said on each
 * @param connectTimeoutNanos how long one may take to be ready
 * @param tls what encrypts them, null for nothing
 * @param readBuffer what they read into
 */
record LoopShared(
        EventLoop loop,
        Greeting greeting,
        long connectTimeoutNanos,
        @Nullable SSLContext tls,
        ByteBuffer readBuffer) {

    /**
     * The link over a channel that is connected.
     *
     * @param goOn is run on the loop when work that was done elsewhere is done
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
