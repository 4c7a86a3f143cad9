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
    private static final int TAIL_LINES = 10;

    private static final int LINE_CHARACTERS = 300;
    /** The prefix of stack frames; the lines of a stack trace without it name the causes. */
    private static final String FRAME = "at ";

    static ProcessLog fromHere(Path file) throws IOException {
        return new ProcessLog(file, Files.exists(file) ? Files.size(file) : 0);
    }

    /** The first part of the log, up to a megabyte. */
    String head() throws IOException {
        return read(startBytes, HEAD_BYTES);
    }

    /** Whether the last 16 KiB contain a text; false if the log cannot be read. */
    boolean hasNear(String text) {
        try {
            return read(lastFrom(), TAIL_BYTES).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    private long lastFrom() throws IOException {
        return Math.max(startBytes, Files.size(file) - TAIL_BYTES);
    }

    /**
     * The last lines, as the end of a sentence: at most ten, each truncated to 300 characters. Stack frames are included
     * only if there are no other lines.
     */
    String tail() {
        try {
            long from = lastFrom();
            List<String> lines = read(from, TAIL_BYTES).lines().toList();
            if (lines.isEmpty()) {
                return "its log " + file + " is empty";
            }
            List<String> telling = lines.stream()
                    .filter(line -> !line.strip().startsWith(FRAME))
                    .toList();
            List<String> quoted = telling.isEmpty() ? lines : telling;
            List<String> last = quoted.subList(Math.max(0, quoted.size() - TAIL_LINES), quoted.size());
            return "its log " + file
                    + (from > startBytes || last.size() < lines.size() ? ", which has more, ends: " : " ends: ")
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
