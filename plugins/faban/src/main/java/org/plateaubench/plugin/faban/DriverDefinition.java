// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A driver as its annotations declare it.
 *
 * @param benchmark name and version of its benchmark, for display
 * @param metric displayed unit of the headline figure
 * @param threadPerScale users per unit of scale
 * @param mix the operations and the choice of the next one
 * @param before method that is called before any user starts, null for none
 * @param after method that is called after all users have ended, null for none
 * @param background operations that each user repeats beside the mix, in turn, each with its gap
 * @param backgroundDelay longest delay of the first of them
 */
record DriverDefinition(
        String benchmark,
        Class<?> type,
        String name,
        String metric,
        float threadPerScale,
        OperationMix mix,
        @Nullable Method before,
        @Nullable Method after,
        List<DriverOperation> background,
        Duration backgroundDelay,
        boolean attachesMetrics) {
    /** The operations of the mix, and behind them those in the background. */
    List<DriverOperation> operations() {
        return Stream.concat(mix.operations().stream(), background.stream()).toList();
    }
}
