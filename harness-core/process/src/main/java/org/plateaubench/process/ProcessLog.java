// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The part of a child's log that one start wrote; the log may hold earlier starts as well. */
record ProcessLog(Path file, long startBytes) {
    private static final int HEAD_BYTES = 1 << 20;
    private static final int TAIL_BYTES = 16 << 10;
    private static final int TAIL_LINES = 20;
    /** A server that ended after it had worked says why in its last lines; those before are of its work. */
    private static final int END_LINES = 5;

    private static final int LINE_CHARACTERS = 300;

    static ProcessLog fromHere(Path file) throws IOException {
        return new ProcessLog(file, Files.exists(file) ? Files.size(file) : 0);
    }

    /** The first megabyte at most. */
    String head() throws IOException {
        return read(startBytes, HEAD_BYTES);
    }

    /** The last lines, as the end of a sentence: at most 20, each cut after 300 characters. */
    String tail() {
        return tail(TAIL_LINES);
    }

    /** The last five lines at most, as the end of a sentence. */
    String end() {
        return tail(END_LINES);
    }

    private String tail(int most) {
        try {
            long from = Math.max(startBytes, Files.size(file) - TAIL_BYTES);
            List<String> lines = read(from, TAIL_BYTES).lines().toList();
            if (lines.isEmpty()) {
                return "its log " + file + " is empty";
            }
            List<String> last = lines.subList(Math.max(0, lines.size() - most), lines.size());
            return "its log " + file + " ends: "
                    + last.stream().map(ProcessLog::shortened).collect(Collectors.joining("\n"));
        } catch (IOException e) {
            return "its log " + file + " cannot be read: " + e.getMessage();
        }
    }

    private static String shortened(String line) {
        return line.length() <= LINE_CHARACTERS ? line : line.substring(0, LINE_CHARACTERS) + "...";
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
