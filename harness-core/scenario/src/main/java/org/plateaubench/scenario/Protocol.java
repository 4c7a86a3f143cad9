// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.List;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;

/**
 * The steps that a plugin adds to scenarios. Stateless and thread-safe.
 *
 * @param <C> resources that the actions of one user share
 */
public interface Protocol<C extends Client> {
    /** The kinds of steps, each recognised by its first key, such as {@code get}. */
    List<StepType> stepTypes();

    /**
     * Compiles a step. Problems are reported to its section, and an action is returned in any case, so that all problems
     * of a scenario are reported together.
     *
     * @param type name of the step type
     * @param step the step; unknown keys have been reported
     * @param scope compiles texts and defines variables
     */
    Action<C> compile(String type, Section step, Scope scope);
}
