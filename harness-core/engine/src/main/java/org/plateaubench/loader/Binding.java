// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of binding values to a parameters record. */
public record Binding<P extends Record>(@Nullable P value, List<ParameterProblem> problems) {
    /** The record of values known to be valid; throws with all problems otherwise. */
    public P required() {
        if (value == null) {
            throw new IllegalArgumentException("parameters cannot be bound: " + problems);
        }
        return value;
    }
}
