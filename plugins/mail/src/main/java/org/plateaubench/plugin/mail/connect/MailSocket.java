// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Endpoint;
import org.plateaubench.plugin.mail.site.Security;

/**
 * A socket that counts its bytes, without Nagle's algorithm, and with implicit TLS where its endpoint requires it.
 *
 * <p>TLS, implicit or by {@code STARTTLS}, is layered on the counted streams of this socket, so that the bytes on the
 * wire are counted, and {@link #cut} ends both layers without waiting.
 */
final class MailSocket extends Socket {
    private final Endpoint endpoint;
    private final Counts counts;
    private final MailSockets sockets;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile @Nullable SSLSocket layer;
    private volatile boolean cut;

    MailSocket(Endpoint endpoint, Counts counts, MailSockets sockets) {
        this.endpoint = endpoint;
        this.counts = counts;
        this.sockets = sockets;
    }

    @Override
    public void connect(SocketAddress address, int timeoutMillis) throws IOException {
        super.connect(address, timeoutMillis);
        setTcpNoDelay(true);
        // Keep-alive lets a connection that only listens notice, though only after hours, that the server vanished.
        setKeepAlive(true);
        setSoTimeout(timeoutMillis);
        if (endpoint.security() == Security.TLS) {
            startTls();
        }
        setSoTimeout(sockets.readMillis());
    }

    /** Begins TLS: the streams of this socket are those of TLS from now on. */
    void startTls() throws IOException {
        SSLSocket secured = (SSLSocket)
                sockets.tls().context().getSocketFactory().createSocket(this, endpoint.host(), endpoint.port(), true);
        if (sockets.tls().namesAreChecked()) {
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
        }
        secured.startHandshake();
        layer = secured;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        SSLSocket above = layer;
        return above == null ? new CountedInput(super.getInputStream(), counts) : above.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        SSLSocket above = layer;
        return above == null ? new CountedOutput(super.getOutputStream(), counts) : above.getOutputStream();
    }

    /** Closes TLS in order, if there is any. The TLS layer closes this socket in turn. */
    @Override
    public void close() throws IOException {
        SSLSocket above = layer;
        if (above != null && closing.compareAndSet(false, true)) {
            above.close();
        }
        super.close();
    }

    /** Returns whether it was {@link #cut}. Any thread. */
    boolean isCut() {
        return cut;
    }

    /**
     * Ends the connection at once, or prevents it from opening: a thread that reads or writes gets an {@link
     * IOException}. Does not block.
     */
    void cut() {
        cut = true;
        closing.set(true);
        try {
            super.close();
        } catch (IOException e) {
            // The socket is unusable in either case.
        }
    }

    /** Counts the bytes that a socket reads. Same thread rule as the wrapped stream. */
    private static final class CountedInput extends FilterInputStream {
        private final Counts counts;

        CountedInput(InputStream in, Counts counts) {
            super(in);
            this.counts = counts;
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            if (value >= 0) {
                counts.add(MailMeasure.BYTES_IN, 1);
            }
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = in.read(buffer, offset, length);
            if (count > 0) {
                counts.add(MailMeasure.BYTES_IN, count);
            }
            return count;
        }
    }

    /** Counts the bytes that a socket writes. Same thread rule as the wrapped stream. */
    private static final class CountedOutput extends FilterOutputStream {
        private final Counts counts;

        CountedOutput(OutputStream out, Counts counts) {
            super(out);
            this.counts = counts;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            counts.add(MailMeasure.BYTES_OUT, 1);
        }

        /** Overridden because the superclass writes one byte at a time. */
        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
            counts.add(MailMeasure.BYTES_OUT, length);
        }
    }
}
