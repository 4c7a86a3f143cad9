// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Distribution;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Condition;
import org.plateaubench.scenario.value.JavaCall;
import org.plateaubench.scenario.value.Template;

/**
 * A step of a scenario. It is compiled once, even if it is repeated. Immutable.
 *
 * @param <C> client of one user
 */
sealed interface Step<C extends Client> {
    /** The section in which its problems are reported. */
    Section section();

    /** Sends something. */
    record Request<C extends Client>(Section section, String operation, Action<C> action) implements Step<C> {}

    /** A time before the next request. */
    record Pause<C extends Client>(Section section, Distribution time) implements Step<C> {}

    /** Sets variables, by slot. */
    record Set<C extends Client>(Section section, Map<Integer, Template> texts) implements Step<C> {}

    /** Calls a method. */
    record Java<C extends Client>(Section section, JavaCall call) implements Step<C> {}

    /** Draws one of several branches; each has the end of its share of [0, 1). */
    record Choose<C extends Client>(Section section, List<List<Step<C>>> branches, List<Double> ends)
            implements Step<C> {}

    /** Repeats steps, by a uniform draw. */
    record Repeat<C extends Client>(Section section, int min, int max, List<Step<C>> steps) implements Step<C> {}

    /** Steps under a condition. */
    record If<C extends Client>(Section section, Condition condition, List<Step<C>> steps, List<Step<C>> elseSteps)
            implements Step<C> {}

    /** Steps that belong together by their names only. */
    record Group<C extends Client>(Section section, List<Step<C>> steps) implements Step<C> {}
}
