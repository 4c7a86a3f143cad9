// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scored periods as they are described in the run file.
 *
 * @param count number of equal parts of the steady phase, null when the periods are listed or there are none
 * @param given periods in order from the start of the steady phase, empty when their number is given
 */
public record PeriodsSpec(@Nullable Integer count, List<Given> given) {
    public static final PeriodsSpec NONE = new PeriodsSpec(null, List.of());

    public record Given(@Nullable String name, @Nullable Duration length) {}
}
