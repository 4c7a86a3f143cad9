// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The body of a request. A driver should create it in {@code prepareOperation}, so that its creation is not part of the
 * response time.
 */
public interface RequestBody {
    /**
     * Value of {@link #lengthBytes()} if the length is unknown before the body is written; the body is then sent in
     * chunks.
     */
    long UNKNOWN_LENGTH = -1;

    /** Number of bytes that {@link #writeTo} will write, or {@link #UNKNOWN_LENGTH}. */
    long lengthBytes();

    /** Value of the header {@code Content-Type}; empty for none. */
    String contentType();

    /**
     * Writes the body. It must not close or flush the stream. Called again if the request must be sent a second time
     * and the body is {@link #repeatable()}.
     *
     * @throws IOException from the stream; the exchange then fails
     */
    void writeTo(OutputStream out) throws IOException;

    /** Whether the body can be written more than once. */
    default boolean repeatable() {
        return true;
    }

    /** Creates a body from an array, which must not change while the request is used. */
    static RequestBody of(byte[] bytes, String contentType) {
        return of(bytes, bytes.length, contentType);
    }

    /**
     * Creates a body from the first bytes of an array, which must not change while the request is used.
     *
     * @param lengthBytes 0..{@code bytes.length}
     */
    static RequestBody of(byte[] bytes, int lengthBytes, String contentType) {
        Objects.checkIndex(lengthBytes, bytes.length + 1);
        return new RequestBody() {
            @Override
            public long lengthBytes() {
                return lengthBytes;
            }

            @Override
            public String contentType() {
                return contentType;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(bytes, 0, lengthBytes);
            }
        };
    }
}
