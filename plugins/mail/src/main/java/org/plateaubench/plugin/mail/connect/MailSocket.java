// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A socket whose bytes are counted, without Nagle's delay, which speaks TLS from the first byte where its link says so.
 *
 * <p>A layer of TLS, ours or that of {@code STARTTLS}, lies upon the counted streams of this socket, so that what is
 * counted is what goes over the wire, and {@link #cut} ends both without waiting for either.
 */
final class MailSocket extends Socket {
    private final MailLink link;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile @Nullable SSLSocket layer;

    MailSocket(MailLink link) {
        this.link = link;
    }

    @Override
    public void connect(SocketAddress address, int timeoutMillis) throws IOException {
        super.connect(address, timeoutMillis);
        setTcpNoDelay(true);
        // A server that vanished without a word is noticed, though only after hours, by connections that only listen.
        setKeepAlive(true);
        if (link.tlsAtOnce()) {
            setSoTimeout(timeoutMillis);
            layer = secured();
        }
        setSoTimeout(MailSockets.READ_BACKSTOP_MILLIS);
    }

    private SSLSocket secured() throws IOException {
        SSLSocket secured = (SSLSocket) link.sockets()
                .trust()
                .factory()
                .createSocket(this, link.endpoint().host(), link.endpoint().port(), true);
        if (link.sockets().trust().checksHost()) {
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
        }
        secured.startHandshake();
        return secured;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        SSLSocket above = layer;
        return above == null ? new CountedInput(super.getInputStream(), link.traffic()) : above.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        SSLSocket above = layer;
        return above == null ? new CountedOutput(super.getOutputStream(), link.traffic()) : above.getOutputStream();
    }

    /** Says goodbye in TLS where there is any. The layer closes this socket in turn. */
    @Override
    public void close() throws IOException {
        SSLSocket above = layer;
        if (above != null && closing.compareAndSet(false, true)) {
            above.close();
        }
        super.close();
    }

    /** Ends it at once: whoever reads or writes gets an {@link IOException}. Waits for nobody. */
    void cut() {
        closing.set(true);
        try {
            super.close();
        } catch (IOException e) {
            // It is of no use any more either way.
        }
    }
}
