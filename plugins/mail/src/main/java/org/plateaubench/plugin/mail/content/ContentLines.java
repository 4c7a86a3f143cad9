// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;

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

    @Override
    public String toString() {
        return text.toString();
    }
}
