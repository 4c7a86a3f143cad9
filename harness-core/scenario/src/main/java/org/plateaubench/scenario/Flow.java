// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.scenario.value.Values;

/**
 * A flow as a list of positions: every branch and every pass of a <code>repeat</code> that a unit may take. Immutable.
 *
 * @param positions positions in order
 * @param pauseAfter pause at the end of the flow, null for none
 * @param decisions number of conditions whose result is kept
 * @param passes number of passes through <code>repeat</code>, plus 1
 * @param rows maximum number of rows of an action
 * @param <C> client of one user
 */
record Flow<C extends Client>(
        List<Position<C>> positions, @Nullable Distribution pauseAfter, int decisions, int passes, int rows) {

    /**
     * An untimed action between two requests.
     *
     * @param guards conditions, all of which must hold
     * @param pass number of the pass through the innermost <code>repeat</code>
     */
    record GuardedAction(UntimedAction action, List<Guard> guards, int pass) {}

    /**
     * One possible request of a unit.
     *
     * @param operation name of the operation
     * @param guards conditions, all of which must hold
     * @param actionsBefore untimed actions between the previous request and this one
     * @param pass number of the pass through the innermost <code>repeat</code>, 0 outside of any
     * @param pause time before the request
     */
    record Position<C extends Client>(
            String operation,
            Action<C> action,
            List<Guard> guards,
            List<GuardedAction> actionsBefore,
            int pass,
            Distribution pause) {

        boolean isConditional() {
            return !guards.isEmpty();
        }
    }

    /** Whether all guards hold. */
    static boolean allHold(List<Guard> guards, Values values) {
        // An index needs no iterator, and nothing is allocated.
        for (int i = 0; i < guards.size(); i++) {
            if (!guards.get(i).holds(values)) {
                return false;
            }
        }
        return true;
    }
}
