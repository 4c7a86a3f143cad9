// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output of one run of a program.
 *
 * @param isTruncated whether the program was ended because it printed too much
 * @param lastErrors the last part of its standard error
 */
record Output(int exitCode, String text, boolean isTruncated, String lastErrors) {
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final int MAX_SHOWN_CHARACTERS = 300;
    private static final int MAX_LINE_SHOWN = 120;
    private static final int MAX_LOGGED = 16 << 10;

    boolean isMissing() {
        return exitCode == NOT_FOUND || exitCode == NOT_EXECUTABLE;
    }

    List<String> lines() {
        return text.lines().toList();
    }

    /** The value of a column in the last row: the header is the first line that has the column as a field. */
    @Nullable
    String column(String name) {
        String separator = "";
        int column = -1;
        int fields = 0;
        String value = null;
        for (String line : lines()) {
            if (column < 0) {
                separator = line.indexOf(';') >= 0 ? ";" : line.indexOf('\t') >= 0 ? "\t" : ",";
                List<String> header = fields(line, separator);
                column = header.indexOf(name);
                fields = header.size();
            } else {
                List<String> row = fields(line, separator);
                value = row.size() == fields ? row.get(column) : value;
            }
        }
        return value;
    }

    private static List<String> fields(String line, String separator) {
        return List.of(line.split(separator, -1)).stream()
                .map(field -> field.strip().replaceAll("^\"|\"$", ""))
                .toList();
    }

    /** The line that has a text, in words for a message. */
    String lineWith(String text) {
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(text)) {
                return line(i, lines);
            }
        }
        return firstAndLastLine();
    }

    /** The first and the last line, in words for a message. */
    String firstAndLastLine() {
        List<String> lines = lines();
        String errors = lastErrors.isBlank() ? "" : "; on standard error: " + lastMessage();
        return switch (lines.size()) {
                    case 0 -> "it printed nothing";
                    case 1 -> "its only line is" + shown(lines.getFirst());
                    default -> line(0, lines) + ", and the last " + line(lines.size() - 1, lines);
                }
                + errors;
    }

    private static String line(int index, List<String> lines) {
        return "line " + (index + 1) + " is" + shown(lines.get(index));
    }

    private static String shown(String line) {
        String text = line.strip();
        return text.length() <= MAX_LINE_SHOWN ? " '" + text + "'" : " '" + text.substring(0, MAX_LINE_SHOWN) + "...'";
    }

    /** The end of its standard error, or else of its output, in one line for a message. */
    String lastMessage() {
        String words = end(lastErrors.isBlank() ? text : lastErrors, MAX_SHOWN_CHARACTERS)
                .strip()
                .replaceAll("\\s+", " ");
        return words.isEmpty() ? "it printed nothing" : words;
    }

    String logText() {
        return end(text, MAX_LOGGED) + (lastErrors.isBlank() ? "" : "\nstandard error:\n" + lastErrors);
    }

    private static String end(String text, int length) {
        return text.substring(Math.max(0, text.length() - length));
    }
}
