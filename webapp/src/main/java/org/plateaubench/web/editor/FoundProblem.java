// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import org.plateaubench.engine.config.text.Problem;

/**
 * A problem of a text, with its place.
 *
 * @param path path of the value, may be empty
 * @param line line from 1, 0 when there is none
 * @param column column from 1, counted in characters
 * @param severity whether a run could still be planned
 * @param message the value that was found and the values that are allowed
 */
record FoundProblem(String path, int line, int column, Severity severity, String message) {

    /** Whether a problem keeps a run from being planned. */
    enum Severity {
        ERROR,
        WARNING
    }

    static FoundProblem of(Problem problem, Severity severity) {
        return new FoundProblem(problem.path(), problem.line(), problem.column(), severity, problem.message());
    }
}
