// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * A bounded queue of the outgoing messages of an agent, in order. It keeps messages that the transport does not accept
 * immediately; when there are too many, telemetry and events are dropped before any measurement. Thread-safe; never
 * blocks.
 */
final class Outbox {
    /** Once this many messages are waiting, optional messages are dropped. */
    private static final int MAX_WITH_OPTIONAL = 256;
    /** Maximum number of waiting messages: ten minutes of snapshots at intervals of one second, with their errors. */
    private static final int MAX_WAITING = 2_048;

    private final Transport<ToController, ToAgent> controller;
    private final Deque<ToController> waiting = new ArrayDeque<>();
    private boolean isConnectionLost;

    Outbox(Transport<ToController, ToAgent> controller) {
        this.controller = controller;
    }

    synchronized void post(ToController message) {
        boolean isOptional = message instanceof ToController.Telemetry
                || message instanceof ToController.AgentEvent
                || message instanceof ToController.Heartbeat;
        if (waiting.size() < (isOptional ? MAX_WITH_OPTIONAL : MAX_WAITING)) {
            waiting.addLast(message);
        }
        flush();
    }

    /** Sends waiting messages. Returns false if some of them still wait. */
    synchronized boolean flush() {
        try {
            while (!isConnectionLost && !waiting.isEmpty() && controller.send(waiting.getFirst())) {
                waiting.removeFirst();
            }
        } catch (PeerLostException e) {
            // The receiving thread gets the same exception and ends the session.
            isConnectionLost = true;
            waiting.clear();
        }
        return waiting.isEmpty();
    }
}
