// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares the bytes that are written to it with a file. Not thread-safe. */
final class SameBytes extends OutputStream {
    /** The value that means that there is no difference. */
    static final long NONE = -1;

    private final InputStream expected;
    private long position;
    private long difference = NONE;

    SameBytes(Path file) throws IOException {
        expected = new BufferedInputStream(Files.newInputStream(file));
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        byte[] there = expected.readNBytes(length);
        for (int i = 0; i < length && difference == NONE; i++) {
            if (i >= there.length || there[i] != bytes[offset + i]) {
                difference = position + i;
            }
        }
        position += length;
    }

    /**
     * The first position, from 0, at which the file differs; {@link #NONE} when everything was written and is the same.
     */
    long difference() throws IOException {
        return difference == NONE && expected.read() >= 0 ? position : difference;
    }

    @Override
    public void close() throws IOException {
        expected.close();
    }
}
