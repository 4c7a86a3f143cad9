// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSocket;

/** A transport with TLS. */
final class TlsTransport implements Transport {
    private final PlainTransport plain;
    private final SSLSocket socket;
    private final InputStream in;
    private final OutputStream out;

    TlsTransport(PlainTransport plain, SSLSocket socket) throws IOException {
        this.plain = plain;
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return in.read(into, offset, length);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        out.write(from, offset, length);
    }

    /** Checks only whether bytes have arrived, because a server that closes a connection announces it first. */
    @Override
    public boolean isUnusable() throws IOException {
        if (plain.channel().socket().getInputStream().available() == 0) {
            return false;
        }
        socket.setSoTimeout(1);
        try {
            return in.read(new byte[1]) != 0;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            if (plain.isOpen()) {
                socket.setSoTimeout(0);
            }
        }
    }

    @Override
    public boolean isOpen() {
        return plain.isOpen();
    }

    /** Bypasses TLS, whose closing message would wait for the reading thread. */
    @Override
    public void closeNow() {
        plain.closeNow();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to close.
        }
        plain.closeNow();
    }
}
