// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.api.MeasureDefinition;

/** The counters of the workload in addition to its operations. */
public enum RedisMeasure {
    HITS("hits", "values", "Requested values that were found."),
    MISSES("misses", "values", "Requested values that were not found."),
    LOST_READS("lostReads", "values", "Requested values that were not found although their keys must exist."),
    BYTES_READ("bytesRead", "bytes", "Bytes of returned values."),
    BYTES_WRITTEN("bytesWritten", "bytes", "Bytes of values of writes that succeeded."),
    REDIRECTS("redirects", "replies", "Replies MOVED and ASK, each of which a command followed."),
    CONNECTIONS("connections", "connections", "Connections that were opened.");

    public static final String HIT_RATIO = "hitRatio";

    @SuppressWarnings("ImmutableEnumChecker") // The definition cannot be changed.
    private final MeasureDefinition definition;

    RedisMeasure(String title, String unit, String description) {
        definition = MeasureDefinition.counter(title, unit, description);
    }

    public String title() {
        return definition.name();
    }

    public MeasureDefinition definition() {
        return definition;
    }
}
