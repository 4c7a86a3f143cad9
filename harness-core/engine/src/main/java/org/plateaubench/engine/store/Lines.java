// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of lines whose last one may be incomplete because its writer was killed or the disk was full. Stateless;
 * any thread.
 */
public final class Lines {
    /** The greatest number of broken lines that are reported individually. */
    private static final int MAX_NAMED = 5;

    private Lines() {}

    @FunctionalInterface
    public interface Taker {
        /** Throws an {@link IllegalArgumentException} when the line is broken. */
        void take(String line);
    }

    /**
     * Passes every complete line to the taker; a missing file has none. Broken lines and an incomplete end are ignored
     * and added to {@code damage}.
     */
    public static void read(Path file, Taker taker, List<String> damage) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        boolean torn = endIsTorn(file);
        int broken = 0;
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            long number = 0;
            @Nullable String line = reader.readLine();
            while (line != null) {
                @Nullable String next = reader.readLine();
                number++;
                if (next == null && torn) {
                    damage.add(file.getFileName() + ":" + number + " was not written to its end and is left out");
                } else if (!isTaken(line, number, file, taker, broken < MAX_NAMED ? damage : null)) {
                    broken++;
                }
                line = next;
            }
        }
        if (broken > MAX_NAMED) {
            damage.add(file.getFileName() + " has " + (broken - MAX_NAMED) + " more broken lines, left out");
        }
    }

    private static boolean isTaken(String line, long number, Path file, Taker taker, @Nullable List<String> damage) {
        try {
            taker.take(line);
            return true;
        } catch (IllegalArgumentException | ArithmeticException e) {
            if (damage != null) {
                damage.add(file.getFileName() + ":" + number + " is broken and left out (" + e.getMessage() + ")");
            }
            return false;
        }
    }

    private static boolean endIsTorn(Path file) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            long length = access.length();
            if (length == 0) {
                return false;
            }
            access.seek(length - 1);
            return access.read() != '\n';
        }
    }
}
