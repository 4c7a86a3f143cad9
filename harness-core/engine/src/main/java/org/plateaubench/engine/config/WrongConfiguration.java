// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A run file does not say what to run. Holds everything that is wrong with it, at least one problem; of very many of one
 * kind, the first and how many more there are.
 */
public final class WrongConfiguration extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** With all problems, in the order they are shown. */
    public WrongConfiguration(List<Problem> problems) {
        super(ManyProblems.bounded(problems).stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = ManyProblems.bounded(problems);
    }

    /** All problems. */
    public List<Problem> problems() {
        return problems;
    }
}
