// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * The outgoing messages of an agent, in order. Messages that the transport does not take at once wait here, bounded;
 * when there are too many, telemetry and events are left out before any measurement. Any thread; never waits.
 */
final class Outbox {
    /** Above this, only messages that the result needs are kept. */
    private static final int CROWDED = 256;
    /** Ten minutes of snapshots of one second, with their errors. */
    private static final int FULL = 2_048;

    private final Transport<ToController, ToAgent> controller;
    private final Deque<ToController> waiting = new ArrayDeque<>();
    private boolean lost;

    Outbox(Transport<ToController, ToAgent> controller) {
        this.controller = controller;
    }

    /** Sends a message, now or as soon as the transport takes it. */
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

    /** Sends waiting messages; false when some still wait. */
    synchronized boolean flush() {
        try {
            while (!lost && !waiting.isEmpty() && controller.send(waiting.getFirst())) {
                waiting.removeFirst();
            }
        } catch (PeerLostException e) {
            // The receiving thread learns of it too, and ends the session.
            lost = true;
            waiting.clear();
        }
        return waiting.isEmpty();
    }
}
