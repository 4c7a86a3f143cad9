// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of binding values to a parameters record.
 *
 * @param problems all problems, in the order of the record's components; empty when there is a value
 */
public record Binding<P extends Record>(@Nullable P value, List<ParameterProblem> problems) {
    /**
     * Returns the record of values that are known to be valid.
     *
     * @throws IllegalArgumentException with all problems when there is no record
     */
    public P required() {
        if (value == null) {
            throw new IllegalArgumentException("parameters cannot be bound: " + problems);
        }
        return value;
    }
}
