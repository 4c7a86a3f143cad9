// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/** What a file of a form holds: of a known length, written as often as asked, so that an upload need not lie in memory. */
public interface Content {
    /** Bytes that {@link #writeTo} writes. */
    long length();

    /** Writes the content, exactly {@link #length()} bytes; neither closes nor flushes. */
    void writeTo(OutputStream out) throws IOException;

    /** Content that lies in memory; not copied. */
    static Content of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** A part of an array; not copied. */
    static Content of(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new Content() {
            @Override
            public long length() {
                return length;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(bytes, offset, length);
            }
        };
    }
}
