// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import org.plateaubench.engine.config.text.Problem;

/**
 * A problem of a text, with its place.
 *
 * @param path path of the value, may be empty
 * @param line line from 1, 0 when there is none
 * @param column column from 1 in UTF-16 units, 0 when there is none
 * @param endLine line of the end, 0 when it is not known
 * @param endColumn column after the last character, 0 when it is not known
 * @param isWarning whether a run could still be planned
 * @param message the value found and the values allowed
 */
public record FoundProblem(
        String path, int line, int column, int endLine, int endColumn, boolean isWarning, String message) {

    /** A problem of the reader, whose columns count characters. */
    static FoundProblem of(Problem problem, String[] lines, int endColumn, boolean isWarning) {
        if (problem.line() < 1 || problem.line() > lines.length) {
            return new FoundProblem(problem.path(), 0, 0, 0, 0, isWarning, problem.message());
        }
        String line = lines[problem.line() - 1];
        return new FoundProblem(
                problem.path(),
                problem.line(),
                units(line, problem.column()),
                endColumn == 0 ? 0 : problem.line(),
                endColumn == 0 ? 0 : units(line, endColumn),
                isWarning,
                problem.message());
    }

    private static int units(String line, int column) {
        int characters = Math.min(Math.max(0, column - 1), line.codePointCount(0, line.length()));
        return line.offsetByCodePoints(0, characters) + 1;
    }
}
