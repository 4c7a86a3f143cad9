// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.concurrent.atomic.AtomicLongArray;

/** How often something was done in another way than the best. Any thread. */
public final class FallBacks {
    private final AtomicLongArray counts = new AtomicLongArray(FallBack.values().length);

    void add(FallBack fallBack) {
        counts.incrementAndGet(fallBack.ordinal());
    }

    /** Times so far. */
    public long count(FallBack fallBack) {
        return counts.get(fallBack.ordinal());
    }
}
