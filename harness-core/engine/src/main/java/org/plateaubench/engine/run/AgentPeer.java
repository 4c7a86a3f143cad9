// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;

/** One agent as its controller sees it. One thread. */
final class AgentPeer {
    private final AgentLink link;
    private long lastHeardNanos;
    private State state = State.JOINING;

    /** How far an agent has come. */
    enum State {
        JOINING,
        GREETED,
        CALIBRATED,
        READY,
        FINISHED,
        FAILED,
        LOST;

        boolean isOver() {
            return this == FINISHED || this == FAILED || this == LOST;
        }
    }

    AgentPeer(AgentLink link, long nowNanos) {
        this.link = link;
        lastHeardNanos = nowNanos;
    }

    String name() {
        return link.agent();
    }

    String scope() {
        return "agent/" + link.agent();
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    /** The next message, null when there is none now. */
    @Nullable
    ToController poll(long nowNanos) throws PeerLostException, InterruptedException {
        ToController message = link.transport().receive(0);
        if (message != null) {
            lastHeardNanos = nowNanos;
        }
        return message;
    }

    long silentNanos(long nowNanos) {
        return nowNanos - lastHeardNanos;
    }

    /** Says something to an agent that is still there; false when it could not be said. */
    boolean say(ToAgent message) {
        if (state.isOver()) {
            return true;
        }
        try {
            return link.transport().send(message);
        } catch (PeerLostException e) {
            return false;
        }
    }

    void close() {
        link.transport().close();
    }
}
