// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One line of iCalendar or vCard text, unfolded (RFC 5545, 3.1; RFC 6350, 3.2).
 *
 * @param name name in upper case, without a group
 * @param parameters text between name and colon, with a leading semicolon if not empty
 * @param value value with its escapes
 */
public record ContentLine(String name, String parameters, String value) {
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

    /** Returns the lines of a text without malformed ones. */
    public static List<ContentLine> of(String text) {
        List<ContentLine> lines = new ArrayList<>();
        unfolded(text).lines().forEach(line -> add(lines, line));
        return lines;
    }

    /** Returns a text with each of its lines on one line. */
    public static String unfolded(String text) {
        return text.replace("\r\n ", "")
                .replace("\r\n\t", "")
                .replace("\n ", "")
                .replace("\n\t", "");
    }

    private static void add(List<ContentLine> lines, String line) {
        int colon = colon(line);
        if (colon <= 0) {
            return;
        }
        String nameAndParameters = line.substring(0, colon);
        int semicolon = nameAndParameters.indexOf(';');
        String name = semicolon < 0 ? nameAndParameters : nameAndParameters.substring(0, semicolon);
        name = name.substring(name.indexOf('.') + 1);
        lines.add(new ContentLine(
                name.toUpperCase(Locale.ROOT),
                semicolon < 0 ? "" : nameAndParameters.substring(semicolon),
                line.substring(colon + 1)));
    }

    /** Returns the position of the colon; one within quotes belongs to a parameter. */
    private static int colon(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ':' && !quoted) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the value of a parameter without its quotes; empty without one. */
    public String parameter(String wanted) {
        for (String parameter : parameters.split(";", -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0 && parameter.substring(0, equals).equalsIgnoreCase(wanted)) {
                return parameter.substring(equals + 1).replace("\"", "");
            }
        }
        return "";
    }

    /** Returns the value without its escapes. */
    public String plainValue() {
        StringBuilder plain = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                i++;
                char escaped = value.charAt(i);
                plain.append(escaped == 'n' || escaped == 'N' ? '\n' : escaped);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /** Returns an instant in UTC, such as {@code 20261121T083000Z}. */
    public static String utc(Instant moment) {
        return UTC.format(moment);
    }

    /**
     * Returns the instant in a line such as {@code DTSTART;TZID=Europe/Berlin:20261121T093000}. A floating time is read
     * as UTC; empty when it cannot be parsed, for example with a time zone unknown to the JDK.
     */
    public Optional<Instant> instant() {
        String text = value.strip();
        try {
            if (text.endsWith("Z")) {
                return Optional.of(Instant.from(UTC.parse(text)));
            }
            LocalDateTime local = text.indexOf('T') < 0
                    ? LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE).atStartOfDay()
                    : LocalDateTime.parse(text, LOCAL);
            String zone = parameter("TZID");
            return Optional.of(local.atZone(zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone))
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Lines that are folded at 75 octets, with escaped values (RFC 5545, 3.1 and 3.3.11; RFC 2426 likewise). One
     * thread.
     */
    static final class ContentLines {
        private static final int WIDTH = 75;

        private final StringBuilder text = new StringBuilder(1024);

        /** Adds a line without change. */
        ContentLines line(String line) {
            int start = 0;
            int width = WIDTH;
            while (line.length() - start > width) {
                text.append(line, start, start + width).append("\r\n ");
                start += width;
                width = WIDTH - 1;
            }
            text.append(line, start, line.length()).append("\r\n");
            return this;
        }

        /** Adds a property whose value is a text. */
        ContentLines text(String property, String value) {
            return line(property + ":" + escaped(value));
        }

        static String escaped(String value) {
            return value.replace("\\", "\\\\")
                    .replace(";", "\\;")
                    .replace(",", "\\,")
                    .replace("\n", "\\n");
        }

        /** Returns the written lines; ASCII, as all content here is. */
        byte[] bytes() {
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
