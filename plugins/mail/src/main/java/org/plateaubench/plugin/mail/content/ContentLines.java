// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Content lines of calendars and cards: folded at 75 octets, values escaped (RFC 5545, 3.1 and 3.3.11; RFC 2426 likewise).
 * One thread.
 */
final class ContentLines {
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

    /** Returns the lines of an object without folding. */
    static List<String> unfolded(byte[] object) {
        List<String> lines = new ArrayList<>();
        for (String line : new String(object, StandardCharsets.UTF_8).split("\r?\n", 0)) {
            boolean continued = !line.isEmpty() && (line.charAt(0) == ' ' || line.charAt(0) == '\t');
            if (continued && !lines.isEmpty()) {
                lines.set(lines.size() - 1, lines.getLast() + line.substring(1));
            } else {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Returns whether a line has this property, with any parameters. */
    static boolean isOf(String line, String property) {
        return line.regionMatches(true, 0, property, 0, property.length())
                && line.length() > property.length()
                && (line.charAt(property.length()) == ':' || line.charAt(property.length()) == ';');
    }

    /** Returns whether a parameter with its value has this name. */
    static boolean isParameter(String parameter, String name) {
        return parameter.regionMatches(true, 0, name + "=", 0, name.length() + 1);
    }

    /** Returns whether the line refers to the user with this address. */
    static boolean isAbout(String line, String address) {
        return line.toLowerCase(Locale.ROOT).endsWith(":mailto:" + address.toLowerCase(Locale.ROOT));
    }
}
