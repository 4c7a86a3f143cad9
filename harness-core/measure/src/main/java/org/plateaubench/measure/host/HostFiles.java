// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

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
    static List<String[]> lines(Path file, Predicate<String> wanted, int most) {
        List<String[]> lines = new ArrayList<>();
        String text = read(file).orElse("");
        for (int from = 0, end; from < text.length(); from = end + 1) {
            end = text.indexOf('\n', from);
            end = end < 0 ? text.length() : end;
            int start = fieldStart(text, from, end);
            if (start < end && wanted.test(text.substring(start, fieldEnd(text, start, end)))) {
                lines.add(fields(text, start, end, most));
            }
        }
        return lines;
    }

    private static String[] fields(String text, int from, int end, int most) {
        List<String> fields = new ArrayList<>();
        for (int start = from; start < end && fields.size() < most; ) {
            int after = fieldEnd(text, start, end);
            fields.add(text.substring(start, after));
            start = fieldStart(text, after, end);
        }
        return fields.toArray(String[]::new);
    }

    private static int fieldStart(String text, int from, int end) {
        int at = from;
        while (at < end && isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int fieldEnd(String text, int from, int end) {
        int at = from;
        while (at < end && !isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(char each) {
        return each == ' ' || each == '\t' || each == '\r';
    }

    /** A field as a number; 0 for a field that an old kernel does not have. */
    static long number(String[] fields, int at) {
        return at < fields.length ? parsed(fields[at]) : 0;
    }

    /** A whole number; 0 if the text is not a number. */
    static long parsed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
