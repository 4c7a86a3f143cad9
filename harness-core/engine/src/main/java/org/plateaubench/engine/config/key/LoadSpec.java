// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Pacing;

/**
 * The load of a workload in the run file.
 *
 * @param isClosed whether its level is a number of users; a rate of arrivals otherwise
 * @param level maximum number of users at once, at least 1, or the highest rate per second, above 0
 */
public record LoadSpec(
        boolean isClosed,
        double level,
        List<LoadStep> steps,
        @Nullable Gap gap,
        MappingValues values) {
    public record Gap(Pacing.Kind kind, Distribution time) {}
}
