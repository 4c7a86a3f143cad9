// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.isolation.ShownText;

/**
 * Keeps the problems of a bad file readable: of the elements of one list, and of all problems, the first are shown and
 * the rest counted. Pure functions.
 */
final class ProblemLimit {
    /** Most problems of the elements of one list. */
    static final int MOST_OF_A_LIST = 10;

    /** Most problems altogether. */
    static final int MOST = 100;

    private static final Pattern NUMBER = Pattern.compile("\\[\\d+]|\\.\\d+(?=[.\\[]|$)");

    private ProblemLimit() {}

    /** The problems in order; omitted ones are counted where the first of them was. */
    static List<Problem> bounded(List<Problem> problems) {
        Map<String, Integer> ofList = new LinkedHashMap<>();
        problems.forEach(problem -> ofList.merge(list(problem), 1, Integer::sum));
        Map<String, Integer> seen = new LinkedHashMap<>();
        List<Problem> told = new ArrayList<>();
        for (Problem problem : problems) {
            int number = seen.merge(list(problem), 1, Integer::sum);
            int more = ofList.getOrDefault(list(problem), 0) - MOST_OF_A_LIST;
            if (problem.path().isEmpty() || number <= MOST_OF_A_LIST || more == 1) {
                told.add(shortened(problem));
            } else if (number == MOST_OF_A_LIST + 1) {
                told.add(in(problem, list(problem), "and " + more + " more elements are wrong"));
            }
        }
        if (told.size() <= MOST + 1) {
            return List.copyOf(told);
        }
        List<Problem> first = new ArrayList<>(told.subList(0, MOST));
        first.add(in(told.get(MOST), "", "and " + (told.size() - MOST) + " more problems from here on"));
        return List.copyOf(first);
    }

    /** The path without the numbers of elements. */
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
