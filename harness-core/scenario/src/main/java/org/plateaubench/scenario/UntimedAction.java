// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.HashMap;
import java.util.Map;
import org.plateaubench.scenario.value.Condition;
import org.plateaubench.scenario.value.JavaCall;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** An action between two requests, which is not timed. */
sealed interface UntimedAction {
    /** Runs the action. */
    void run(Values values) throws StepFailure;

    /** Sets variables, by slot; all texts use the values before the assignment. */
    record Assign(Map<Integer, Template> texts) implements UntimedAction {
        @Override
        public void run(Values values) throws StepFailure {
            Map<Integer, String> assigned = new HashMap<>();
            for (Map.Entry<Integer, Template> each : texts.entrySet()) {
                assigned.put(each.getKey(), each.getValue().text(values));
            }
            assigned.forEach(values::set);
        }
    }

    /** Calls a method. */
    record Call(JavaCall call) implements UntimedAction {
        @Override
        public void run(Values values) throws StepFailure {
            call.run(values);
        }
    }

    /** Evaluates a condition and stores the result. */
    record Decide(int decision, Condition condition) implements UntimedAction {
        @Override
        public void run(Values values) throws StepFailure {
            values.decide(decision, condition.holds(values));
        }
    }
}
