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
 * A step as written, compiled once however often it is repeated. Immutable.
 *
 * @param <C> client of one user
 */
sealed interface Step<C extends Client> {
    /** The place of its problems. */
    Section where();

    /** Sends something. */
    record Request<C extends Client>(Section where, String operation, Action<C> action) implements Step<C> {}

    /** A time before the next request. */
    record Pause<C extends Client>(Section where, Distribution time) implements Step<C> {}

    /** Sets variables, by slot. */
    record Set<C extends Client>(Section where, Map<Integer, Template> texts) implements Step<C> {}

    /** Calls a method. */
    record Java<C extends Client>(Section where, JavaCall call) implements Step<C> {}

    /** Draws one of several branches, of which each ends its share of [0, 1). */
    record Choose<C extends Client>(Section where, List<List<Step<C>>> branches, List<Double> ends)
            implements Step<C> {}

    /** Repeats steps, by a uniform draw. */
    record Repeat<C extends Client>(Section where, int min, int max, List<Step<C>> steps) implements Step<C> {}

    /** Steps under a condition. */
    record If<C extends Client>(Section where, Condition condition, List<Step<C>> steps, List<Step<C>> elseSteps)
            implements Step<C> {}

    /** Steps that belong together by their names only. */
    record Group<C extends Client>(Section where, List<Step<C>> steps) implements Step<C> {}
}
