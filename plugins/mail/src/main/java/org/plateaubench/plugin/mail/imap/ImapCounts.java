// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of the connections of all users. Any thread. */
public final class ImapCounts {
    /** One entry for each; only the counts change. */
    private final Map<ImapEvent, LongAdder> counts = new EnumMap<>(ImapEvent.class);

    ImapCounts() {
        for (ImapEvent event : ImapEvent.values()) {
            counts.put(event, new LongAdder());
        }
    }

    void add(ImapEvent event) {
        add(event, 1);
    }

    void add(ImapEvent event, int change) {
        Objects.requireNonNull(counts.get(event)).add(change);
    }

    /** Returns the count so far, of a level the present one. */
    public long count(ImapEvent event) {
        return Objects.requireNonNull(counts.get(event)).sum();
    }
}
