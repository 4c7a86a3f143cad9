// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.Map;

public record Counts(
        long users,
        long addresses,
        long friendships,
        long tags,
        long events,
        long eventTags,
        long attendances,
        long comments) {
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);

    public long total() {
        return users + addresses + friendships + tags + events + eventTags + attendances + comments;
    }

    /** Returns the counts by name, in a fixed order. */
    public Map<String, String> byName() {
        return HarnessJson.texts(this);
    }

    /** Returns the counts of a map from {@link #byName}; a missing one is 0. */
    public static Counts of(Map<String, String> counts) {
        return HarnessJson.record(counts, NONE);
    }
}
