// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in which trees of the runs differ.
 *
 * @param path its path, with names separated by dots and elements of lists by their names in brackets
 * @param minor whether it changes with every run, or is only a name
 * @param values text of the value in each run, null if there is none
 */
public record Difference(String path, boolean minor, List<@Nullable String> values) {
    /** The value of a part that exists but is too large to show. */
    public static final String PRESENT = "present";

    private static final String MISSING = "missing";

    /** The value in the first run, in words. */
    public String first() {
        return Objects.requireNonNullElse(values.getFirst(), MISSING);
    }

    /** The value in the last run, in words. */
    public String last() {
        return Objects.requireNonNullElse(values.getLast(), MISSING);
    }
}
