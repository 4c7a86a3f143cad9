// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/** The body of a request. Create it in {@code prepareOperation}, so that its creation does not count as server time. */
public interface RequestBody {
    /** Length of a body that is not known before it is written: it is sent in chunks. */
    long UNKNOWN_LENGTH = -1;

    /** Number of bytes that {@link #writeTo} will write, or {@link #UNKNOWN_LENGTH}. */
    long lengthBytes();

    /** Value of the header {@code Content-Type}; empty for none. */
    String contentType();

    /**
     * Writes the body. It must not close or flush the stream. Called again when the request must be sent a second time,
     * if {@link #repeatable()}.
     *
     * @throws IOException from the stream; the exchange fails with it
     */
    void writeTo(OutputStream out) throws IOException;

    /** Whether it can be written more than once. */
    default boolean repeatable() {
        return true;
    }

    /** A body of bytes in an array, which must not change while the request is used. */
    static RequestBody of(byte[] bytes, String contentType) {
        return of(bytes, bytes.length, contentType);
    }

    /**
     * A body of the first bytes of an array, which must not change while the request is used.
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
