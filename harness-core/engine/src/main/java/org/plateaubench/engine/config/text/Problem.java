// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.text;

import java.util.Comparator;

/**
 * A problem of a run file.
 *
 * @param line line from 1, 0 when there is none
 * @param path path of the value, such as {@code workloads.store.load.users}; empty for the whole document
 */
public record Problem(String file, int line, int column, String path, String message) {
    /** The order of the file; problems without a line come last. */
    public static final Comparator<Problem> ORDER = Comparator.comparingInt(
                    (Problem problem) -> problem.line == 0 ? Integer.MAX_VALUE : problem.line)
            .thenComparingInt(Problem::column);

    public static Problem at(Location location, String path, String message) {
        return new Problem(location.file(), location.line(), location.column(), path, message);
    }

    /** {@code file:line:column: path: message}, without missing parts. */
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
