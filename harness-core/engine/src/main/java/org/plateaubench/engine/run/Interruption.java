// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How often somebody asked a run to end, and who did: once ramps down, twice stops at once. Any thread. */
public final class Interruption {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicReference<@Nullable String> by = new AtomicReference<>();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    /**
     * Asks once more.
     *
     * @param who who asks, so that it can follow the word by; the first is remembered
     */
    public void request(String who) {
        by.compareAndSet(null, who);
        requests.incrementAndGet();
    }

    /** Who asked first, empty when nobody did. */
    String by() {
        String who = by.get();
        return who == null ? "" : who;
    }

    /**
     * The run can go on no more, for a cause outside of it, such as that the process is being ended. It stops at once.
     *
     * @param sentence the cause, for a person
     */
    public void fail(String sentence) {
        failure.compareAndSet(null, sentence);
        requests.addAndGet(2);
    }

    /** Why the run cannot go on, null while it can. */
    @Nullable
    String failure() {
        return failure.get();
    }

    boolean isRequested() {
        return requests.get() > 0;
    }

    boolean isStop() {
        return requests.get() > 1;
    }
}
