// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts the bytes that a socket writes. Same thread rule as the wrapped stream. */
final class CountedOutput extends FilterOutputStream {
    private final Traffic traffic;

    CountedOutput(OutputStream out, Traffic traffic) {
        super(out);
        this.traffic = traffic;
    }

    @Override
    public void write(int value) throws IOException {
        out.write(value);
        traffic.sent(1);
    }

    /** Overridden because the superclass writes one byte at a time. */
    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        out.write(buffer, offset, length);
        traffic.sent(length);
    }
}
