// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.stream.Collectors;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;

/**
 * Thrown when a run file is not valid. It has all problems, at least one; if there are very many of one kind, the first
 * ones and the number of the others.
 */
public final class WrongConfiguration extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** Creates an exception with all problems, in the order of display. */
    public WrongConfiguration(List<Problem> problems) {
        super(ProblemLimit.bounded(problems).stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = ProblemLimit.bounded(problems);
    }

    /** Creates an exception with one problem of a whole file. */
    public static WrongConfiguration at(Location file, String message) {
        return new WrongConfiguration(List.of(Problem.at(file, "", message)));
    }

    /** All problems. */
    public List<Problem> problems() {
        return problems;
    }
}
