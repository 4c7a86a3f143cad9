// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One line of iCalendar or vCard text, unfolded (RFC 5545, 3.1; RFC 6350, 3.2).
 *
 * @param name name in upper case, without a group
 * @param parameters text between name and colon, with a leading semicolon if not empty
 * @param value value with its escapes
 */
public record ContentLine(String name, String parameters, String value) {
    /** Returns the lines of a text without malformed ones. */
    public static List<ContentLine> of(String text) {
        List<ContentLine> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            int next = end < 0 ? text.length() : end + 1;
            int to = end < 0 ? text.length() : end;
            if (to > from && text.charAt(to - 1) == '\r') {
                to--;
            }
            boolean continues = to > from && (text.charAt(from) == ' ' || text.charAt(from) == '\t');
            if (continues) {
                line.append(text, from + 1, to);
            } else {
                add(lines, line);
                line.setLength(0);
                line.append(text, from, to);
            }
            from = next;
        }
        add(lines, line);
        return lines;
    }

    private static void add(List<ContentLine> lines, StringBuilder line) {
        int colon = colon(line);
        if (colon <= 0) {
            return;
        }
        String head = line.substring(0, colon);
        int semicolon = head.indexOf(';');
        String name = semicolon < 0 ? head : head.substring(0, semicolon);
        name = name.substring(name.indexOf('.') + 1);
        lines.add(new ContentLine(
                name.toUpperCase(Locale.ROOT),
                semicolon < 0 ? "" : head.substring(semicolon),
                line.substring(colon + 1)));
    }

    /** Returns the position of the colon; one within quotes belongs to a parameter. */
    private static int colon(StringBuilder line) {
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
}
