// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.LinkedHashMap;
import java.util.Map;

/** The rows of each kind. */
public record Counts(
        long users,
        long addresses,
        long friendships,
        long tags,
        long events,
        long eventTags,
        long attendances,
        long comments) {
    /** Returns the total. */
    public long total() {
        return users + addresses + friendships + tags + events + eventTags + attendances + comments;
    }

    /** Returns the counts by name, in a fixed order. */
    public Map<String, Long> byName() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("users", users);
        counts.put("addresses", addresses);
        counts.put("friendships", friendships);
        counts.put("tags", tags);
        counts.put("events", events);
        counts.put("eventTags", eventTags);
        counts.put("attendances", attendances);
        counts.put("comments", comments);
        return counts;
    }

    /** Returns the counts of a map from {@link #byName}; a missing one is 0. */
    public static Counts of(Map<String, Long> counts) {
        return new Counts(
                counts.getOrDefault("users", 0L),
                counts.getOrDefault("addresses", 0L),
                counts.getOrDefault("friendships", 0L),
                counts.getOrDefault("tags", 0L),
                counts.getOrDefault("events", 0L),
                counts.getOrDefault("eventTags", 0L),
                counts.getOrDefault("attendances", 0L),
                counts.getOrDefault("comments", 0L));
    }
}
