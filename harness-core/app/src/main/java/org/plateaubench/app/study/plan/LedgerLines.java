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
 * Reads the complete lines of a ledger, with one line in memory at a time; the text after them may end in the middle of
 * a character. The file may come from a bundle, so the number and the length of lines are bounded. Not thread-safe.
 */
final class LedgerLines implements AutoCloseable {
    /** The greatest length of a line, which contains all figures of a run. */
    static final int MOST_LINE_BYTES = 16 << 20;
    /** The greatest number of lines; a run has three. */
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
     * Opens the lines of a file.
     *
     * @throws IOException with a one-sentence message when it is not a regular file, such as a pipe, which may never
     *     end
     */
    static LedgerLines of(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not a regular file.");
        }
        return new LedgerLines(file, new BufferedInputStream(Files.newInputStream(file)));
    }

    /** The last complete line of a file, null if it has none. */
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
     * The next line without its line end, null if there is no further complete line.
     *
     * @throws IOException with a one-sentence message when there are more or longer lines than a ledger has
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

    /** The length of the lines that were read, with their line ends, in bytes. */
    long wholeBytes() {
        return wholeBytes;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
