// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run of a program has left.
 *
 * @param exitCode its exit code
 * @param text its standard output
 * @param lastErrors the last part of its standard error
 */
record Output(int exitCode, String text, String lastErrors) {
    private static final int SHOWN = 300;

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

    /** The last words of its standard error, else of its output, in one line for a message. */
    String lastWords() {
        String words = (lastErrors.isBlank() ? text : lastErrors).strip().replaceAll("\\s+", " ");
        return words.isEmpty() ? "it printed nothing" : words.substring(Math.max(0, words.length() - SHOWN));
    }
}
