// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a text file of any size that may be written to meanwhile. */
final class LogTail {
    private static final int MOST_BYTES = 512 * 1024;

    private LogTail() {}

    /** Returns the last lines, at most the given number and half a megabyte. */
    static String of(Path file, int lines) throws IOException {
        byte[] end;
        boolean isWhole;
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            long size = access.length();
            long from = Math.max(0, size - MOST_BYTES);
            isWhole = from == 0;
            access.seek(from);
            end = new byte[(int) (size - from)];
            access.readFully(end);
        }
        List<String> all = new String(end, StandardCharsets.UTF_8).lines().toList();
        List<String> whole = isWhole || all.isEmpty() ? all : all.subList(1, all.size());
        List<String> last = whole.subList(Math.max(0, whole.size() - lines), whole.size());
        return last.isEmpty() ? "" : String.join("\n", last) + "\n";
    }
}
