// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * The one socket of one Jedis connection, which any thread may close while another waits on it. Jedis reconnects by itself
 * when its socket is closed; here it gets no second socket, which would not be authenticated.
 */
public final class JedisSocket implements JedisSocketFactory, AutoCloseable {
    private final InetSocketAddress node;
    private final JedisAccess access;
    private @Nullable Socket socket;
    private boolean spent;

    public JedisSocket(InetSocketAddress node, JedisAccess access) {
        this.node = node;
        this.access = access;
    }

    @Override
    public Socket createSocket() {
        Socket opened = taken();
        try {
            opened.setTcpNoDelay(true);
            opened.setKeepAlive(true);
            opened.setSoTimeout(access.limitMillis());
            InetSocketAddress address =
                    node.isUnresolved() ? new InetSocketAddress(node.getHostString(), node.getPort()) : node;
            opened.connect(address, access.limitMillis());
            SSLContext tls = access.tls();
            return tls == null ? opened : encrypted(opened, tls);
        } catch (IOException e) {
            throw new JedisConnectionException(e);
        }
    }

    private synchronized Socket taken() {
        if (spent) {
            throw new JedisConnectionException("the connection is closed");
        }
        spent = true;
        Socket opened = new Socket();
        socket = opened;
        return opened;
    }

    private Socket encrypted(Socket plain, SSLContext tls) throws IOException {
        Socket layered = tls.getSocketFactory().createSocket(plain, node.getHostString(), node.getPort(), true);
        SSLSocket encrypted = (SSLSocket) layered;
        encrypted.setSSLParameters(RedisTls.parameters());
        encrypted.startHandshake();
        return encrypted;
    }

    /** Closes the socket below any TLS layer: closing TLS in order would wait for a reading thread. */
    @Override
    public void close() {
        Socket open;
        synchronized (this) {
            spent = true;
            open = socket;
        }
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // There is nothing left to close.
                return;
            }
        }
    }
}
