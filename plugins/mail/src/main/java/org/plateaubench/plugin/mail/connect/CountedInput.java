// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that a socket reads. Same thread rule as the wrapped stream. */
final class CountedInput extends FilterInputStream {
    private final Traffic traffic;

    CountedInput(InputStream in, Traffic traffic) {
        super(in);
        this.traffic = traffic;
    }

    @Override
    public int read() throws IOException {
        int value = in.read();
        if (value >= 0) {
            traffic.received(1);
        }
        return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = in.read(buffer, offset, length);
        if (count > 0) {
            traffic.received(count);
        }
        return count;
    }
}
