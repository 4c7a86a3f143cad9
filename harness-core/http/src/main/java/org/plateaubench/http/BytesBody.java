// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/** Bytes in memory. */
final class BytesBody implements RequestBody {
    private final byte[] bytes;
    private final int lengthBytes;
    private final String contentType;

    BytesBody(byte[] bytes, int lengthBytes, String contentType) {
        this.bytes = bytes;
        this.lengthBytes = Objects.checkIndex(lengthBytes, bytes.length + 1);
        this.contentType = contentType;
    }

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
}
