// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.loader.ParameterProblem;

/** Thrown when parameters of a SUT are not valid. */
public final class WrongParameters extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, String> messages = new LinkedHashMap<>();

    WrongParameters(List<ParameterProblem> problems) {
        super(problems.stream().map(ParameterProblem::toString).collect(Collectors.joining("; ")));
        problems.forEach(
                problem -> messages.merge(problem.path(), problem.message(), (one, more) -> one + "; " + more));
    }

    /** The messages by the path of the parameter; the empty path means all parameters. */
    public Map<String, String> messages() {
        return Map.copyOf(messages);
    }
}
