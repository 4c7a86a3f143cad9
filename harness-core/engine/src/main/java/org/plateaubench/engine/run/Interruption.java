// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.concurrent.atomic.AtomicInteger;

/** How often somebody asked a run to end: once ramps down, twice stops at once. Any thread. */
public final class Interruption {
    private final AtomicInteger requests = new AtomicInteger();

    /** Asks once more. */
    public void request() {
        requests.incrementAndGet();
    }

    boolean isRequested() {
        return requests.get() > 0;
    }

    boolean isStop() {
        return requests.get() > 1;
    }
}
