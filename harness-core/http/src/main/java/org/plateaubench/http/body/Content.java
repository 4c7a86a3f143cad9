// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The content of a file in a form. It has a known length and can be written repeatedly, so that an upload need not be
 * in memory.
 */
public interface Content {
    /** Number of bytes that {@link #writeTo} writes. */
    long lengthBytes();

    /** Writes the content, exactly {@link #lengthBytes()} bytes. Must neither close nor flush the stream. */
    void writeTo(OutputStream out) throws IOException;

    /** Creates a content from an array, which is not copied. */
    static Content of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** Creates a content from a part of an array, which is not copied. */
    static Content of(byte[] bytes, int offset, int lengthBytes) {
        Objects.checkFromIndexSize(offset, lengthBytes, bytes.length);
        return new Content() {
            @Override
            public long lengthBytes() {
                return lengthBytes;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(bytes, offset, lengthBytes);
            }
        };
    }
}
