// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.ShownText;

/**
 * Thrown when a run file is not valid. It has all problems, at least one; if there are very many of one kind, the first
 * ones and the number of the others.
 */
public final class WrongConfiguration extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public WrongConfiguration(List<Problem> problems) {
        super(ProblemLimit.bounded(problems).stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = ProblemLimit.bounded(problems);
    }

    public static WrongConfiguration at(Location file, String message) {
        return new WrongConfiguration(List.of(Problem.at(file, "", message)));
    }

    public List<Problem> problems() {
        return problems;
    }

    /**
     * Limits the number of problems of a file so that they stay readable: of the elements of one list, and of all problems,
     * only the first are shown and the rest are counted. Pure functions.
     */
    static final class ProblemLimit {
        static final int MAX_OF_A_LIST = 10;

        static final int MOST = 100;

        private static final Pattern NUMBER = Pattern.compile("\\[\\d+]|\\.\\d+(?=[.\\[]|$)");

        private ProblemLimit() {}

        static List<Problem> bounded(List<Problem> problems) {
            Map<String, Integer> ofList = new LinkedHashMap<>();
            problems.forEach(problem -> ofList.merge(list(problem), 1, Integer::sum));
            Map<String, Integer> seen = new LinkedHashMap<>();
            List<Problem> bounded = new ArrayList<>();
            for (Problem problem : problems) {
                int number = seen.merge(list(problem), 1, Integer::sum);
                int more = ofList.getOrDefault(list(problem), 0) - MAX_OF_A_LIST;
                if (problem.path().isEmpty() || number <= MAX_OF_A_LIST || more == 1) {
                    bounded.add(shortened(problem));
                } else if (number == MAX_OF_A_LIST + 1) {
                    bounded.add(in(problem, list(problem), "and " + more + " more elements are wrong"));
                }
            }
            if (bounded.size() <= MOST + 1) {
                return List.copyOf(bounded);
            }
            List<Problem> first = new ArrayList<>(bounded.subList(0, MOST));
            first.add(in(bounded.get(MOST), "", "and " + (bounded.size() - MOST) + " more problems from here on"));
            return List.copyOf(first);
        }

        private static String list(Problem problem) {
            return NUMBER.matcher(problem.path()).replaceAll("[]");
        }

        private static Problem in(Problem at, String path, String message) {
            return new Problem(at.file(), at.line(), at.column(), path, message);
        }

        private static Problem shortened(Problem problem) {
            // Both may quote the file, whose escapes can write control characters of a terminal.
            return in(problem, ShownText.of(problem.path()), ShownText.of(problem.message()));
        }
    }
}
