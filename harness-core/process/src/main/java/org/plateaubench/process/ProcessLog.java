// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The part of a child's log that one start wrote; the log may hold earlier starts as well. */
record ProcessLog(Path file, long startBytes) {
    private static final int HEAD_BYTES = 1 << 20;
    private static final int TAIL_BYTES = 16 << 10;
    private static final int TAIL_LINES = 20;

    static ProcessLog fromHere(Path file) throws IOException {
        return new ProcessLog(file, Files.exists(file) ? Files.size(file) : 0);
    }

    /** The first megabyte at most. */
    String head() throws IOException {
        return read(startBytes, HEAD_BYTES);
    }

    /** The last lines, as the end of a sentence. */
    String tail() {
        try {
            long from = Math.max(startBytes, Files.size(file) - TAIL_BYTES);
            List<String> lines = read(from, TAIL_BYTES).lines().toList();
            if (lines.isEmpty()) {
                return "its log " + file + " is empty";
            }
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
            return "its log " + file + " ends: " + String.join("\n", last);
        } catch (IOException e) {
            return "its log " + file + " cannot be read: " + e.getMessage();
        }
    }

    private String read(long from, int limitBytes) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[Math.clamp(open.length() - from, 0, limitBytes)];
            open.seek(from);
            open.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
