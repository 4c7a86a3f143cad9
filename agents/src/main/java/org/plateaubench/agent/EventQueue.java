// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.wire.ToController.AgentEvent;

/** Events from any thread, including load threads, for the thread that sends them. Bounded; never waits. */
final class EventQueue {
    private static final int CAPACITY = 256;
    /** Repeated errors of a plugin must not fill the record of the run. */
    private static final int PER_RUN = 2_000;

    private final BlockingQueue<AgentEvent> events = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong leftOut = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();

    void add(AgentEvent event) {
        if (taken.incrementAndGet() > PER_RUN || !events.offer(event)) {
            leftOut.incrementAndGet();
        }
    }

    /** All events since the last call; those beyond the bound are reported as a number. */
    List<AgentEvent> drain(String agent, long runNanos) {
        List<AgentEvent> drained = new ArrayList<>();
        events.drainTo(drained);
        long missed = leftOut.getAndSet(0);
        if (missed > 0) {
            drained.add(new AgentEvent(
                    AgentEvent.Kind.FAULT, runNanos, "agent/" + agent, missed + " more events were left out."));
        }
        return drained;
    }
}
