// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.repetition;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scored periods as given.
 *
 * @param count number of equal parts of the steady phase, null when the periods are given one by one or not at all
 * @param given periods one after the other from the start of the steady phase on, empty when they are counted
 */
public record PeriodsSpec(@Nullable Integer count, List<Given> given) {
    /** No periods. */
    public static final PeriodsSpec NONE = new PeriodsSpec(null, List.of());

    /**
     * A period.
     *
     * @param name its name, null when it is not valid
     * @param length its length, above zero, null when it is not valid
     */
    public record Given(@Nullable String name, @Nullable Duration length) {}

    public PeriodsSpec {
        given = List.copyOf(given);
    }
}
