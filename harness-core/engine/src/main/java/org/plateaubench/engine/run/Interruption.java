// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Requests to end a run, and the first one's user or signal. One starts ramp-down, two stop the run. Thread-safe. */
public final class Interruption {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicReference<@Nullable String> by = new AtomicReference<>();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private volatile boolean isAborted;

    /** Adds a request; {@code requester} is a user or signal, worded to follow "by". The first requester is kept. */
    public void request(String requester) {
        by.compareAndSet(null, requester);
        requests.incrementAndGet();
    }

    String by() {
        return Objects.requireNonNullElse(by.get(), "");
    }

    /** Starts ramp-down because the failure of the run is certain; the run still counts as completed. */
    public void abort() {
        isAborted = true;
    }

    boolean isAborted() {
        return isAborted;
    }

    /** Stops the run immediately, for a cause outside of it such as the end of its process. */
    public void fail(String sentence) {
        failure.compareAndSet(null, sentence);
        requests.addAndGet(2);
    }

    @Nullable
    String failure() {
        return failure.get();
    }

    boolean isRequested() {
        return requests.get() > 0;
    }

    boolean isStopRequested() {
        return requests.get() > 1;
    }
}
