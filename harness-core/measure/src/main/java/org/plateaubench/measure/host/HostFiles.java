// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads files in which a kernel reports about itself. A missing or unreadable file counts as empty. Stateless; any
 * thread.
 */
final class HostFiles {
    private HostFiles() {}

    static Optional<String> read(Path file) {
        // A stream costs a third of a channel, and this is called every second on hosts that are measured. The stream
        // reads 16 KiB at a time, which contain a whole value of /proc/sys; a smaller piece would truncate it.
        try (InputStream stream = new FileInputStream(file.toFile())) {
            return Optional.of(new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** The first fields of some lines, separated by blanks or tabs. */
    static List<String[]> lines(Path file, Predicate<String> wanted, int maxFields) {
        List<String[]> lines = new ArrayList<>();
        for (String line : read(file).orElse("").split("\n", -1)) {
            StringTokenizer tokens = new StringTokenizer(line);
            String first = tokens.hasMoreTokens() ? tokens.nextToken() : "";
            if (!first.isEmpty() && wanted.test(first)) {
                List<String> fields = new ArrayList<>(List.of(first));
                while (fields.size() < maxFields && tokens.hasMoreTokens()) {
                    fields.add(tokens.nextToken());
                }
                lines.add(fields.toArray(String[]::new));
            }
        }
        return lines;
    }

    /** A field as a number; 0 for a field that an old kernel does not have. */
    static long number(String[] fields, int at) {
        return at < fields.length ? parseOrZero(fields[at]) : 0;
    }

    /** Parses an integer; 0 if the text is not a number. */
    static long parseOrZero(String text) {
        Long number = parseOrNull(text);
        return number == null ? 0 : number;
    }

    /** Parses an integer; null if the text is not a number. */
    static @Nullable Long parseOrNull(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The entries of a folder that have a wanted name; none if the folder cannot be read. */
    static List<Path> entries(Path folder, Predicate<String> wanted) {
        String[] names = folder.toFile().list();
        return names == null
                ? List.of()
                : Arrays.stream(names).filter(wanted).map(folder::resolve).toList();
    }

    /** How long some task has waited, from a file of pressure stall information; negative when it is not known. */
    static long stalledMicros(Path file) {
        for (String[] fields : lines(file, "some"::equals, Integer.MAX_VALUE)) {
            String total = fields[fields.length - 1];
            if (total.startsWith("total=")) {
                return parseOrZero(total.substring("total=".length()));
            }
        }
        return -1;
    }
}
