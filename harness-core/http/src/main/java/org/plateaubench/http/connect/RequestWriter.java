// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.RequestBody;

/** Writes requests, with the header and a small body in one write. */
final class RequestWriter {
    private static final int PIECE_BYTES = 16 << 10;

    private static final int FIRST_BYTES = 512;
    private static final int MAX_NUMBER_LENGTH = 20;
    private static final byte[] VERSION_AND_HOST = ascii(" HTTP/1.1\r\nHost: ");
    private static final byte[] CONTENT_TYPE = ascii("Content-Type: ");
    private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
    private static final byte[] COLON = ascii(": ");
    private static final byte[] END_OF_LINE = ascii("\r\n");

    private final byte[] host;
    private final Sink sink;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    private long sentBytes;

    @FunctionalInterface
    interface Sink {
        /** Writes all bytes. */
        void write(byte[] from, int offset, int length) throws IOException;
    }

    RequestWriter(HttpOrigin origin, Sink sink) {
        this.host = ascii(origin.authority() + "\r\n");
        this.sink = sink;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    void begin() {
        length = 0;
        sentBytes = 0;
    }

    /** Number of bytes passed to the sink since {@link #begin}. */
    long sentBytes() {
        return sentBytes;
    }

    void writeHeader(HttpRequest request) {
        length = 0;
        put(request.method());
        put((byte) ' ');
        put(request.target());
        put(VERSION_AND_HOST);
        put(host);
        for (int i = 0; i < request.headerCount(); i++) {
            put(request.headerName(i));
            put(COLON);
            put(request.headerValue(i));
            put(END_OF_LINE);
        }
        RequestBody body = request.body();
        if (body != null) {
            putFraming(body);
        } else if (expectsBody(request.method())) {
            put(CONTENT_LENGTH);
            put((byte) '0');
            put(END_OF_LINE);
        }
        put(END_OF_LINE);
    }

    private static boolean expectsBody(String method) {
        return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }

    private void putFraming(RequestBody body) {
        if (!body.contentType().isEmpty()) {
            put(CONTENT_TYPE);
            put(body.contentType());
            put(END_OF_LINE);
        }
        put(CONTENT_LENGTH);
        putNumber(body.lengthBytes());
        put(END_OF_LINE);
    }

    void writeBody(RequestBody body) throws IOException {
        BodyOutput output = new BodyOutput(body.lengthBytes());
        body.writeTo(output);
        if (output.written < output.declaredBytes) {
            throw new IOException(
                    "the body had " + output.written + " of the " + output.declaredBytes + " bytes that it declared");
        }
        flush();
    }

    /** The stream to which a body is written. It enforces the declared length. */
    private final class BodyOutput extends OutputStream {
        private final long declaredBytes;
        private long written;

        BodyOutput(long declaredBytes) {
            this.declaredBytes = declaredBytes;
        }

        @Override
        public void write(int b) throws IOException {
            require(1);
            put((byte) b);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            require(length);
            put(from, offset, length);
        }

        private void require(int length) throws IOException {
            written += length;
            if (written > declaredBytes) {
                throw new IOException("the body is longer than the " + declaredBytes + " bytes that it declared");
            }
        }
    }

    /** Passes buffered bytes to the sink. */
    void flush() throws IOException {
        if (length > 0) {
            int count = length;
            length = 0;
            send(bytes, 0, count);
        }
    }

    private void send(byte[] from, int offset, int count) throws IOException {
        sentBytes += count;
        sink.write(from, offset, count);
    }

    /** Buffers bytes of a body or passes them to the sink. */
    private void put(byte[] from, int offset, int count) throws IOException {
        if (length + count > PIECE_BYTES) {
            flush();
            if (count > PIECE_BYTES) {
                send(from, offset, count);
                return;
            }
        }
        ensureCapacity(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    private void put(byte[] text) {
        ensureCapacity(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    private void put(byte b) {
        ensureCapacity(1);
        bytes[length++] = b;
    }

    /** Appends a text. The request has checked that its characters are ISO-8859-1. */
    @SuppressWarnings("deprecation")
    private void put(String text) {
        int count = text.length();
        ensureCapacity(count);
        text.getBytes(0, count, bytes, length);
        length += count;
    }

    private void putNumber(long value) {
        ensureCapacity(MAX_NUMBER_LENGTH);
        int digits = 1;
        for (long remaining = value; remaining >= 10; remaining /= 10) {
            digits++;
        }
        long remaining = value;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + remaining % 10);
            remaining /= 10;
        }
        length += digits;
    }

    private void ensureCapacity(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
