// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a ledger that were written to their ends, one in memory at a time; what is behind them may end amid a
 * character. A bundle may have brought the file, so lines and their lengths are bounded. One thread.
 */
final class LedgerLines implements AutoCloseable {
    /** A line has all figures of a run. */
    static final int MOST_LINE_BYTES = 16 << 20;
    /** A run has three. */
    static final int MOST_LINES = 100_000;

    private final Path file;
    private final InputStream bytes;
    private int number;
    private long wholeBytes;

    private LedgerLines(Path file, InputStream bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    /**
     * The lines of a file.
     *
     * @throws IOException with a sentence for a person when it is a pipe or the like, which may never end
     */
    static LedgerLines of(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not a regular file.");
        }
        return new LedgerLines(file, new BufferedInputStream(Files.newInputStream(file)));
    }

    /** The last whole line of a file, null when it has none. */
    static @Nullable String last(Path file) throws IOException {
        try (LedgerLines lines = of(file)) {
            String last = null;
            String line = lines.next();
            while (line != null) {
                last = line;
                line = lines.next();
            }
            return last;
        }
    }

    /**
     * The next line without its end, null when there is no further whole one.
     *
     * @throws IOException with a sentence for a person when there are more lines, or longer ones, than a ledger has
     */
    @Nullable
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = bytes.read();
        while (next >= 0 && next != '\n') {
            if (line.size() == MOST_LINE_BYTES) {
                throw new IOException(file + ":" + (number + 1) + " is longer than " + MOST_LINE_BYTES
                        + " bytes, more than a line of a ledger can have.");
            }
            line.write(next);
            next = bytes.read();
        }
        if (next < 0) {
            return null;
        }
        if (number == MOST_LINES) {
            throw new IOException(file + " has more than " + MOST_LINES + " lines, more than a ledger can have.");
        }
        number++;
        wholeBytes += line.size() + 1;
        return line.toString(StandardCharsets.UTF_8);
    }

    /** The number of the line that was read last, from 1. */
    int number() {
        return number;
    }

    /** The length of the lines that were read, with their ends, bytes. */
    long wholeBytes() {
        return wholeBytes;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
