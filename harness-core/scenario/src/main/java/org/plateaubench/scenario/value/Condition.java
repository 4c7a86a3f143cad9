// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Section;

/**
 * The condition of an <code>if</code>: a comparison of two texts, or one text, which holds unless it is empty, {@code
 * false} or {@code 0}. Thread-safe.
 */
public final class Condition {
    private final Template left;
    private final @Nullable Comparison comparison;

    private Condition(Template left, @Nullable Comparison comparison) {
        this.left = left;
        this.comparison = comparison;
    }

    /** Compiles a condition such as <code>${total} &gt; 0</code>; problems are reported at the key. */
    public static Condition compile(String text, Scope scope, Section section, String key) {
        for (String operator : Comparison.OPERATORS) {
            int at = text.indexOf(" " + operator + " ");
            if (at >= 0) {
                return new Condition(
                        scope.template(text.substring(0, at).strip(), section, key),
                        Comparison.of(
                                operator,
                                text.substring(at + operator.length() + 2).strip(),
                                scope,
                                section,
                                key));
            }
        }
        return new Condition(scope.template(text.strip(), section, key), null);
    }

    /** Whether the condition is true. A variable without a value is an empty text. */
    public boolean holds(Values values) throws StepFailure {
        StringBuilder text = values.leftBuffer();
        try {
            left.append(values, text);
        } catch (StepFailure e) {
            if (!e.outcome().reason().equals("no-value")) {
                throw e;
            }
            text.setLength(0);
        }
        if (comparison != null) {
            return comparison.holds(text, values);
        }
        return !text.isEmpty()
                && !text.toString().equals("false")
                && !text.toString().equals("0");
    }
}
