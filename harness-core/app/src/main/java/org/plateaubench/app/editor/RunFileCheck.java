// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a text. Immutable.
 *
 * @param problems all problems, in the order of the text
 * @param form the form of the readable part, null when the text is not a mapping of YAML
 * @param plan summary of its plan, null while it cannot be planned
 */
public record RunFileCheck(
        List<FoundProblem> problems,
        @Nullable Form form,
        @Nullable PlanSummary plan) {
    public RunFileCheck {
        problems = List.copyOf(problems);
    }
}
