// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How often somebody asked a run to end: once ramps down, twice stops at once. Any thread. */
public final class Interruption {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    /** Asks once more. */
    public void request() {
        requests.incrementAndGet();
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
