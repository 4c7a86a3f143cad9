// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** How often something was done in another way than the best. Any thread. */
public final class FallBacks {
    /** One for each, and never changed but in the counts. */
    private final Map<FallBack, LongAdder> counts = new EnumMap<>(FallBack.class);

    FallBacks() {
        for (FallBack fallBack : FallBack.values()) {
            counts.put(fallBack, new LongAdder());
        }
    }

    void add(FallBack fallBack) {
        Objects.requireNonNull(counts.get(fallBack)).increment();
    }

    /** Times so far. */
    public long count(FallBack fallBack) {
        return Objects.requireNonNull(counts.get(fallBack)).sum();
    }
}
