// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.definition;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A driver as its annotations declare it.
 *
 * @param benchmark name and version of its benchmark, for people
 * @param type class of which each user has an instance
 * @param name name of the driver
 * @param metric unit of the headline figure, for people
 * @param threadPerScale users per unit of scale
 * @param mix operations and how the next is chosen
 * @param before called before any user starts, null for none
 * @param after called after all users have ended, null for none
 * @param attachesMetrics whether the driver has figures of its own
 * @param notes what differs from Faban for this driver, sentences
 */
public record DriverDefinition(
        String benchmark,
        Class<?> type,
        String name,
        String metric,
        float threadPerScale,
        OperationMix mix,
        @Nullable Method before,
        @Nullable Method after,
        boolean attachesMetrics,
        List<String> notes) {
    public DriverDefinition {
        notes = List.copyOf(notes);
    }

    /** Users of a scale. */
    public int users(int scale) {
        return Math.round(scale * threadPerScale);
    }
}
