// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.wire.ToController.AgentEvent;

/** A bounded queue of events from any thread, including load threads, for the thread that sends them. Never blocks. */
final class EventQueue {
    private static final int CAPACITY = 256;
    /** Maximum number of events per run, so that repeated errors of a plugin do not fill the record. */
    private static final int MAX_PER_RUN = 2_000;

    private final BlockingQueue<AgentEvent> events = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong added = new AtomicLong();

    void add(AgentEvent event) {
        if (added.incrementAndGet() > MAX_PER_RUN || !events.offer(event)) {
            dropped.incrementAndGet();
        }
    }

    /** Returns all events since the last call, followed by an event with the number of dropped ones if there are any. */
    List<AgentEvent> drain(String agent, long runNanos) {
        List<AgentEvent> drained = new ArrayList<>();
        events.drainTo(drained);
        long count = dropped.getAndSet(0);
        if (count > 0) {
            drained.add(new AgentEvent(
                    AgentEvent.Kind.FAULT, runNanos, "agent/" + agent, count + " more events were left out."));
        }
        return drained;
    }
}
