// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record MeterSpec(
        String name,
        @Nullable String sut,
        String series,
        List<String> measures,
        @Nullable Place at,
        @Nullable Double accuracyPercent,
        double accuracyWatts,
        double fromWatts,
        @Nullable Double toWatts,
        Duration every) {
    /** The place where power is measured; figures of different places are never added. */
    public enum Place {
        /** All power that is drawn from the supply. */
        WALL,
        /** The power of a part of a host, such as its processors. */
        COMPONENT
    }
}
