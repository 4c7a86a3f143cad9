// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Comparator;

/**
 * Something wrong with a run file.
 *
 * @param file file as it was named, or the option that gave the value
 * @param line line from 1, 0 when there is none
 * @param column column from 1 in characters, 0 when there is none
 * @param path path of the value, such as {@code workloads.store.load.users}; empty for the whole document
 * @param message what was found and what is allowed
 */
public record Problem(String file, int line, int column, String path, String message) {
    /** In the order of the file; what has no line comes last. */
    public static final Comparator<Problem> ORDER = Comparator.comparingInt(
                    (Problem problem) -> problem.line == 0 ? Integer.MAX_VALUE : problem.line)
            .thenComparingInt(Problem::column);

    static Problem at(Location location, String path, String message) {
        return new Problem(location.file(), location.line(), location.column(), path, message);
    }

    /** {@code file:line:column: path: message}, without the parts that there are not. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file);
        if (line > 0) {
            text.append(':').append(line).append(':').append(column);
        }
        text.append(": ");
        if (!path.isEmpty() && !file.endsWith(" " + path)) {
            text.append(path).append(": ");
        }
        return text.append(message).toString();
    }
}
