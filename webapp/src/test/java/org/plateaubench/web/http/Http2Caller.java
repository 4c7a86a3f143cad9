// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Speaks HTTP/2 frame by frame (RFC 9113), as slowly and one-sidedly as no decent client would. One thread. */
final class Http2Caller implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GO_AWAY = 7;

    private static final int ACKNOWLEDGED = 1;
    private static final int END_OF_STREAM = 1;
    private static final int END_OF_HEADERS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SSLSocket socket;
    private final DataInputStream in;
    private final OutputStream out;

    /** A frame that the server has sent, with its payload as bytes of Latin-1. */
    record Frame(int type, int flags, int stream, String payload) {
        boolean endsStream() {
            return (type == DATA || type == HEADERS) && (flags & END_OF_STREAM) != 0;
        }
    }

    /**
     * Connects.
     *
     * @param window how many bytes of an answer the server may send before it is told that more may come
     */
    Http2Caller(URI server, SSLContext trust, int window) throws IOException {
        socket = (SSLSocket) trust.getSocketFactory().createSocket(server.getHost(), server.getPort());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] initialWindow = {0, 4, (byte) (window >> 24), (byte) (window >> 16), (byte) (window >> 8), (byte) window
        };
        send(SETTINGS, 0, 0, initialWindow);
    }

    /** Begins a request, whose body may follow. */
    void begin(int stream, String method, String path, Map<String, String> headers, boolean hasBody)
            throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        literal(block, ":method", method);
        literal(block, ":scheme", "https");
        literal(block, ":authority", "localhost");
        literal(block, ":path", path);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            literal(block, header.getKey(), header.getValue());
        }
        send(HEADERS, END_OF_HEADERS | (hasBody ? 0 : END_OF_STREAM), stream, block.toByteArray());
    }

    /** A field as it is, in no table (RFC 7541, 6.2.2). */
    private static void literal(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        for (String text : new String[] {name, value}) {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            if (bytes.length >= 127) {
                throw new IllegalArgumentException("too long for this: " + text);
            }
            block.write(bytes.length);
            block.writeBytes(bytes);
        }
    }

    /** A part of a body. */
    void data(int stream, byte[] part, boolean isLast) throws IOException {
        send(DATA, isLast ? END_OF_STREAM : 0, stream, part);
    }

    /** Asks whether the server is there. */
    void ping() throws IOException {
        send(PING, 0, 0, new byte[8]);
    }

    private void send(int type, int flags, int stream, byte[] payload) throws IOException {
        byte[] head = {
            (byte) (payload.length >> 16),
            (byte) (payload.length >> 8),
            (byte) payload.length,
            (byte) type,
            (byte) flags,
            (byte) (stream >> 24),
            (byte) (stream >> 16),
            (byte) (stream >> 8),
            (byte) stream
        };
        byte[] frame = new byte[head.length + payload.length];
        System.arraycopy(head, 0, frame, 0, head.length);
        System.arraycopy(payload, 0, frame, head.length, payload.length);
        out.write(frame);
        out.flush();
    }

    /** The next frame; pings and settings of the server are answered. */
    Frame hear() throws IOException {
        while (true) {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt() & Integer.MAX_VALUE;
            byte[] payload = in.readNBytes(length);
            boolean isQuestion = (type == SETTINGS || type == PING) && (flags & ACKNOWLEDGED) == 0;
            if (isQuestion) {
                send(type, ACKNOWLEDGED, 0, type == PING ? payload : new byte[0]);
            } else if (stream != 0 || type == GO_AWAY) {
                return new Frame(type, flags, stream, new String(payload, StandardCharsets.ISO_8859_1));
            }
        }
    }

    /** The next frame of a stream that ends it. */
    Frame hearEnd(int stream) throws IOException {
        Frame frame = hear();
        while (frame.type() != GO_AWAY
                && (frame.stream() != stream || !(frame.type() == RESET || frame.endsStream()))) {
            frame = hear();
        }
        return frame;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
