// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a text. Immutable.
 *
 * @param problems everything that is wrong, in the order of the text
 * @param form the form of what can be read, null when the text is no mapping of YAML
 * @param plan what it comes to, null while it cannot be planned
 */
public record RunFileCheck(
        List<FoundProblem> problems,
        @Nullable Form form,
        @Nullable PlanSummary plan) {
    public RunFileCheck {
        problems = List.copyOf(problems);
    }
}
