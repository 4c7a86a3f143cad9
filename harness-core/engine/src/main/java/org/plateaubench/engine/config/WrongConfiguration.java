// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.ShownText;

/** All problems, at least one; of very many the first ones and the number of the others. */
public final class WrongConfiguration extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 100;

    private final transient List<Problem> problems;

    public WrongConfiguration(List<Problem> problems) {
        super(bounded(problems).stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = bounded(problems);
    }

    public static WrongConfiguration at(Location file, String message) {
        return new WrongConfiguration(List.of(Problem.at(file, "", message)));
    }

    public List<Problem> problems() {
        return problems;
    }

    /** The first problems of very many, and the number of the others. */
    private static List<Problem> bounded(List<Problem> problems) {
        Stream<Problem> first = problems.stream()
                .limit(MAX_SHOWN)
                .map(problem -> in(problem, ShownText.of(problem.path()), ShownText.of(problem.message())));
        int more = problems.size() - MAX_SHOWN;
        return more <= 0
                ? first.toList()
                : Stream.concat(
                                first,
                                Stream.of(
                                        in(problems.get(MAX_SHOWN), "", "and " + more + " more problems from here on")))
                        .toList();
    }

    /** Path and message may quote the file, whose escapes can write control characters of a terminal. */
    private static Problem in(Problem at, String path, String message) {
        return new Problem(at.file(), at.line(), at.column(), path, message);
    }
}
