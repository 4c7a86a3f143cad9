// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.stream.Collectors;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.ShownText;

/** Reports all problems of a configuration, at least one. */
public final class WrongConfiguration extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public WrongConfiguration(List<Problem> problems) {
        super(shown(problems).stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = shown(problems);
    }

    public static WrongConfiguration at(Location file, String message) {
        return new WrongConfiguration(List.of(Problem.at(file, "", message)));
    }

    public List<Problem> problems() {
        return problems;
    }

    /** Path and message may quote the file, whose escapes can write control characters of a terminal. */
    private static List<Problem> shown(List<Problem> problems) {
        return problems.stream()
                .map(problem -> new Problem(
                        problem.file(),
                        problem.line(),
                        problem.column(),
                        ShownText.of(problem.path()),
                        ShownText.of(problem.message())))
                .toList();
    }
}
