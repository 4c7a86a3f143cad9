// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.plan.PlannedObserver;
import org.plateaubench.engine.run.agent.AgentLink;
import org.plateaubench.engine.run.agent.AgentRules;
import org.plateaubench.engine.run.agent.AgentShares;
import org.plateaubench.engine.run.agent.AgentState;
import org.plateaubench.engine.run.agent.HostsOfRun;
import org.plateaubench.engine.run.agent.SutReaders;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;

/** One agent from its controller's side. One thread. */
final class AgentPeer {
    private final AgentLink link;
    private final AgentRules rules;
    private final @Nullable PlannedObserver observer;
    private boolean isCutOff;
    private long lastHeardNanos;
    private long heardParts;
    private HostsOfRun.Place place = new HostsOfRun.Place("", null);
    private String host = "";
    private long processId;
    private AgentState state = AgentState.JOINING;

    AgentPeer(AgentLink link, AgentShares shares, long nowNanos) {
        this.link = link;
        rules = new AgentRules(link.agent(), shares, "", null);
        lastHeardNanos = nowNanos;
        observer = shares.plan().observers().stream()
                .filter(each -> each.agent().equals(link.agent()))
                .findFirst()
                .orElse(null);
    }

    /** What it observes of its host; null for an agent that drives load. */
    @Nullable
    PlannedObserver observer() {
        return observer;
    }

    boolean isObserver() {
        return observer != null;
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

    /** The agent has said where it runs. */
    void isAt(HostsOfRun.Place itsPlace, long itsProcessId) {
        place = itsPlace;
        host = itsPlace.name();
        processId = itsProcessId;
    }

    HostsOfRun.Place place() {
        return place;
    }

    /** Its host has this name in results. */
    void isShownAt(String shown) {
        host = shown;
    }

    /** The name of its host in results. */
    String host() {
        return host;
    }

    /** What may be said of SUTs, and by which agents. */
    void knows(SutReaders readers) {
        rules.areReadBy(readers);
    }

    long processId() {
        return processId;
    }

    void become(AgentState next) {
        state = next;
    }

    /** The next message, null when none has arrived; nothing is taken any more of an agent that was cut off. */
    @Nullable
    ToController poll(long nowNanos) throws PeerLostException, InterruptedException {
        if (isCutOff) {
            return null;
        }
        ToController message = link.transport().receive(0);
        hear(message != null, nowNanos);
        if (message != null) {
            try {
                rules.check(state, message);
            } catch (RefusedMessageException e) {
                isCutOff = true;
                throw new PeerLostException("it was cut off, since it sent " + e.getMessage() + ".");
            }
        }
        return message;
    }

    /** A long message takes its time on a slow way, and signs of life wait behind it: each part of it is one. */
    private void hear(boolean isMessage, long nowNanos) {
        long arrived = link.transport().arrivedParts();
        if (isMessage || arrived > heardParts) {
            lastHeardNanos = nowNanos;
        }
        heardParts = arrived;
    }

    long silentNanos(long nowNanos) {
        return nowNanos - lastHeardNanos;
    }

    /** Sends a message to a connected agent; false when too many are on their way. */
    boolean say(ToAgent message) {
        if (state.isOver()) {
            return true;
        }
        try {
            return link.transport().send(message);
        } catch (PeerLostException e) {
            // Receiving reports it, after the last messages of the agent.
            return true;
        }
    }

    /** The clock of another host. */
    Optional<PeerClock> clock() {
        return link.transport().peerClock();
    }

    void close() {
        link.transport().close();
    }
}
