// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http1;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.plateaubench.http.RequestBody;

/** The stream to which a request's body is written. It enforces the declared length, or sends chunks. */
final class BodyOutput extends OutputStream {
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END_OF_LINE = "\r\n".getBytes(StandardCharsets.US_ASCII);

    private final RequestWriter writer;
    private final long declaredBytes;
    private final byte[] chunk;
    private int gathered;
    private long written;

    BodyOutput(RequestWriter writer, long declaredBytes) {
        this.writer = writer;
        this.declaredBytes = declaredBytes;
        this.chunk = new byte[declaredBytes == RequestBody.UNKNOWN_LENGTH ? RequestWriter.PIECE_BYTES / 2 : 1];
    }

    private boolean chunked() {
        return declaredBytes == RequestBody.UNKNOWN_LENGTH;
    }

    @Override
    public void write(int b) throws IOException {
        if (chunked()) {
            chunk[gathered++] = (byte) b;
            endFullChunk();
        } else {
            chunk[0] = (byte) b;
            write(chunk, 0, 1);
        }
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (!chunked()) {
            written += length;
            if (written > declaredBytes) {
                throw new WrongLength("the body is longer than the " + declaredBytes + " bytes that it declared");
            }
            writer.put(from, offset, length);
            return;
        }
        int at = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, chunk.length - gathered);
            System.arraycopy(from, at, chunk, gathered, count);
            gathered += count;
            at += count;
            left -= count;
            endFullChunk();
        }
    }

    private void endFullChunk() throws IOException {
        if (gathered == chunk.length) {
            endChunk();
        }
    }

    private void endChunk() throws IOException {
        if (gathered > 0) {
            byte[] size = Integer.toHexString(gathered).getBytes(StandardCharsets.US_ASCII);
            writer.put(size, 0, size.length);
            writer.put(END_OF_LINE, 0, END_OF_LINE.length);
            writer.put(chunk, 0, gathered);
            writer.put(END_OF_LINE, 0, END_OF_LINE.length);
            gathered = 0;
        }
    }

    /** Ends the body. */
    void end() throws IOException {
        if (chunked()) {
            endChunk();
            writer.put(LAST_CHUNK, 0, LAST_CHUNK.length);
        } else if (written < declaredBytes) {
            throw new WrongLength("the body had " + written + " of the " + declaredBytes + " bytes that it declared");
        }
    }

    /** Thrown if the body does not have its declared length. */
    static final class WrongLength extends IOException {
        private static final long serialVersionUID = 1L;

        WrongLength(String message) {
            super(message);
        }
    }
}
