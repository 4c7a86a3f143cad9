// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.Problem;

/**
 * A problem of a text, with its place.
 *
 * @param path path of the value, may be empty
 * @param line line from 1, null when there is none
 * @param column column from 1 in UTF-16 units, null when there is none
 * @param endLine line of the end, null when it is not known
 * @param endColumn column after the last character, null when it is not known
 * @param severity whether a run could still be planned
 * @param message the value that was found and the values that are allowed
 */
public record FoundProblem(
        String path,
        @Nullable Integer line,
        @Nullable Integer column,
        @Nullable Integer endLine,
        @Nullable Integer endColumn,
        Severity severity,
        String message) {

    /** Whether a problem keeps a run from being planned. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /**
     * A problem of the reader, whose columns count characters.
     *
     * @param endColumn column after the last character, 0 when it is not known
     */
    static FoundProblem of(Problem problem, String[] lines, int endColumn, Severity severity) {
        if (problem.line() < 1 || problem.line() > lines.length) {
            return new FoundProblem(problem.path(), null, null, null, null, severity, problem.message());
        }
        String line = lines[problem.line() - 1];
        boolean isOneLine = endColumn > 0 && endColumn <= line.codePointCount(0, line.length()) + 1;
        return new FoundProblem(
                problem.path(),
                problem.line(),
                units(line, problem.column()),
                isOneLine ? Integer.valueOf(problem.line()) : null,
                isOneLine ? Integer.valueOf(units(line, endColumn)) : null,
                severity,
                problem.message());
    }

    private static int units(String line, int column) {
        int characters = Math.min(Math.max(0, column - 1), line.codePointCount(0, line.length()));
        return line.offsetByCodePoints(0, characters) + 1;
    }
}
