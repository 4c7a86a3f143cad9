// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;

final class AgentPeer {
    private final AgentLink link;
    private final boolean drivesLoad;
    private long lastArrivalNanos;
    private long knownParts;
    private HostsOfRun.Host host = new HostsOfRun.Host("", null);
    private long processId;
    private AgentState state = AgentState.JOINING;
    private boolean isConnectionLost;

    AgentPeer(AgentLink link, boolean drivesLoad, long nowNanos) {
        this.link = link;
        this.drivesLoad = drivesLoad;
        lastArrivalNanos = nowNanos;
    }

    /** Whether the agent has a part of the load. Other agents only report about their hosts; no run waits for them. */
    boolean drivesLoad() {
        return drivesLoad;
    }

    String name() {
        return link.agent();
    }

    String scope() {
        return "agent/" + link.agent();
    }

    AgentState state() {
        return state;
    }

    void setHost(HostsOfRun.Host host, long processId) {
        this.host = host;
        this.processId = processId;
    }

    HostsOfRun.Host host() {
        return host;
    }

    long processId() {
        return processId;
    }

    /** A failed agent remains failed, even if earlier messages of it arrive later. */
    void changeState(AgentState next) {
        if (state != AgentState.FAILED) {
            state = next;
        }
    }

    void setConnectionLost() {
        isConnectionLost = true;
    }

    /** Whether the agent was silent for too long, but may still deliver its measurements. */
    boolean mayDeliver() {
        return state == AgentState.LOST && !isConnectionLost;
    }

    @Nullable
    ToController poll(long nowNanos) throws PeerLostException, InterruptedException {
        ToController message = link.transport().receive(0);
        // On a slow connection heartbeats wait behind a long message, so each part of a message counts as a heartbeat.
        long arrived = link.transport().arrivedParts();
        if (message != null || arrived > knownParts) {
            lastArrivalNanos = nowNanos;
        }
        knownParts = arrived;
        return message;
    }

    long silentNanos(long nowNanos) {
        return nowNanos - lastArrivalNanos;
    }

    /** Sends a message to a connected agent; returns false if too many are in transit. */
    boolean send(ToAgent message) {
        if (state.isOver()) {
            return true;
        }
        try {
            return link.transport().send(message);
        } catch (PeerLostException e) {
            // The next call of poll reports this, after the last messages of the agent.
            return true;
        }
    }

    /** The clock of the agent's host; empty on the controller's host. */
    Optional<PeerClock> clock() {
        return link.transport().peerClock();
    }

    void close() {
        link.transport().close();
    }

    public enum AgentState {
        JOINING,
        GREETED,
        CALIBRATED,
        READY,
        FINISHED,
        FAILED,
        LOST;

        public boolean isOver() {
            return this == FINISHED || this == FAILED || this == LOST;
        }
    }
}
