// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/**
 * A connected socket for Angus Mail that also lets us write, since Angus cannot pipeline commands. Its streams stay the
 * same when TLS is added to the connection.
 */
final class SubmissionSocket extends Socket {
    private final Socket plain;
    private final String host;
    private final SwitchedInput input;
    private final SwitchedOutput output;
    private Socket current;

    SubmissionSocket(Socket plain, String host) throws IOException {
        this.plain = plain;
        this.host = host;
        this.current = plain;
        this.input = new SwitchedInput(plain.getInputStream());
        this.output = new SwitchedOutput(plain.getOutputStream());
    }

    /** Returns the socket below TLS. */
    Socket plain() {
        return plain;
    }

    /** Uses TLS for reading and writing from now on. */
    void secured(Socket layer) throws IOException {
        current = layer;
        input.become(layer.getInputStream());
        output.become(layer.getOutputStream());
    }

    /** Writes and flushes. */
    void write(byte[] bytes) throws IOException {
        output.write(bytes, 0, bytes.length);
        output.flush();
    }

    @Override
    public InputStream getInputStream() {
        return input;
    }

    @Override
    public OutputStream getOutputStream() {
        return output;
    }

    /** Returns an address with the name that was used, so that no reverse look-up is needed. */
    @Override
    public InetAddress getInetAddress() {
        InetAddress address = plain.getInetAddress();
        try {
            return InetAddress.getByAddress(host, address.getAddress());
        } catch (java.net.UnknownHostException e) {
            return address;
        }
    }

    @Override
    public int getPort() {
        return plain.getPort();
    }

    @Override
    public boolean isConnected() {
        return plain.isConnected();
    }

    @Override
    public boolean isClosed() {
        return plain.isClosed();
    }

    @Override
    public void close() throws IOException {
        current.close();
        plain.close();
    }

    private static final class SwitchedInput extends FilterInputStream {
        SwitchedInput(InputStream in) {
            super(in);
        }

        void become(InputStream other) {
            in = other;
        }
    }

    private static final class SwitchedOutput extends FilterOutputStream {
        SwitchedOutput(OutputStream out) {
            super(out);
        }

        void become(OutputStream other) {
            out = other;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }
    }
}
