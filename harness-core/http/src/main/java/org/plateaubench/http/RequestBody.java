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
    /** Number of bytes that {@link #writeTo} writes. */
    long lengthBytes();

    /** Media type, the value of the header {@code Content-Type}; empty for none. */
    String contentType();

    /**
     * Writes the body. It must not close or flush the stream. Called again if the request must be sent a second time.
     *
     * @throws IOException from the stream; the exchange then fails
     */
    void writeTo(OutputStream out) throws IOException;

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
