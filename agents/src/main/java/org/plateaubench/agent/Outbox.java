// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * What an agent has to say, in order. What the transport does not take at once waits here, bounded; when there is too
 * much, telemetry and events are left out before any measurement is. Any thread; never waits.
 */
final class Outbox {
    /** Above this, only what the result needs is kept. */
    private static final int CROWDED = 256;
    /** Ten minutes of snapshots of one second, with their errors. */
    private static final int FULL = 2_048;

    private final Transport<ToController, ToAgent> controller;
    private final Deque<ToController> waiting = new ArrayDeque<>();
    private boolean lost;

    Outbox(Transport<ToController, ToAgent> controller) {
        this.controller = controller;
    }

    /** Says something, now or as soon as the transport takes it. */
    synchronized void post(ToController message) {
        boolean needed = message instanceof ToController.Snapshot
                || message instanceof ToController.ErrorsUpdate
                || message instanceof ToController.AcknowledgedUpdate
                || message instanceof ToController.Finished
                || message instanceof ToController.Failed;
        if (waiting.size() < (needed ? FULL : CROWDED)) {
            waiting.addLast(message);
        }
        flush();
    }

    /** Hands over what waits; false when something still does. */
    synchronized boolean flush() {
        try {
            while (!lost && !waiting.isEmpty() && controller.send(waiting.getFirst())) {
                waiting.removeFirst();
            }
        } catch (PeerLostException e) {
            // Whoever receives hears of it too, and ends the session.
            lost = true;
            waiting.clear();
        }
        return waiting.isEmpty();
    }
}
