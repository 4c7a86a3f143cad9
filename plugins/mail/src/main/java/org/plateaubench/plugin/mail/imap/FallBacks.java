// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts the uses of fallbacks. Any thread. */
public final class FallBacks {
    /** One entry for each; only the counts change. */
    private final Map<FallBack, LongAdder> counts = new EnumMap<>(FallBack.class);

    FallBacks() {
        for (FallBack fallBack : FallBack.values()) {
            counts.put(fallBack, new LongAdder());
        }
    }

    void add(FallBack fallBack) {
        Objects.requireNonNull(counts.get(fallBack)).increment();
    }

    /** Returns the count so far. */
    public long count(FallBack fallBack) {
        return Objects.requireNonNull(counts.get(fallBack)).sum();
    }
}
