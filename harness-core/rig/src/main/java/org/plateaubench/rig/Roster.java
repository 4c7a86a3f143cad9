// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a broker. Each agent publishes its presence every five seconds. Does not affect the use of agents by
 * runs. Thread-safe.
 */
public final class Roster implements AutoCloseable {
    /** The time within which a message of every connected agent arrives. */
    public static final Duration TIMEOUT = Duration.ofSeconds(6);

    private static final long POLL_MILLIS = 50;

    private final LongSupplier clock;
    private final BrokerConnection connection;
    private final Map<String, LastMessage> messages = new ConcurrentSkipListMap<>();
    private volatile String refusal = "";
    private volatile String accessLoss = "";

    private record LastMessage(@Nullable Presence presence, String problem, long nanos) {}

    public Roster(Credentials user, LongSupplier clock) throws IOException, InterruptedException {
        RigConnection.requireController(user);
        this.clock = clock;
        connection = BrokerConnection.open(user, new BrokerConnection.Watcher() {
            @Override
            public void onRefused(String sentence) {
                refusal = sentence;
            }

            @Override
            public void onAccessLost(String sentence) {
                refusal = sentence;
                accessLoss = sentence;
            }
        });
        connection.subscribe(Subjects.presence("*"), this::addPresence);
        connection.subscribe(
                Subjects.withdrawn("*"), (subject, bytes, replyTo) -> markWithdrawn(Subjects.lastPart(subject)));
    }

    private void addPresence(String subject, byte[] bytes, @Nullable String replyTo) {
        String agent = Subjects.lastPart(subject);
        long now = clock.getAsLong();
        try {
            // An agent of a later version is shown with its version.
            Presence presence = RigDocument.read("The presence of agent " + agent, bytes, Presence.class);
            messages.put(agent, new LastMessage(presence, "", now));
        } catch (IOException e) {
            messages.put(agent, new LastMessage(null, String.valueOf(e.getMessage()), now));
        }
    }

    /** Records that the broker withdrew the agent. It stays listed as long as a silent agent would. */
    private void markWithdrawn(String agent) {
        messages.computeIfPresent(
                agent,
                (name, message) ->
                        new LastMessage(message.presence(), RigConnection.withdrawal(agent), message.nanos()));
    }

    public List<AgentStatus> agents() {
        long now = clock.getAsLong();
        List<AgentStatus> all = new ArrayList<>();
        messages.forEach((agent, message) -> all.add(new AgentStatus(
                agent, message.presence(), message.problem(), Duration.ofNanos(Math.max(0, now - message.nanos())))));
        return all;
    }

    public List<AgentStatus> await(Predicate<List<AgentStatus>> isEnough) throws IOException, InterruptedException {
        long deadline = clock.getAsLong() + TIMEOUT.toNanos();
        List<AgentStatus> agents = agents();
        while (!isEnough.test(agents) && clock.getAsLong() < deadline) {
            requireNone(refusal);
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            agents = agents();
        }
        return agents;
    }

    private static void requireNone(String refusal) throws IOException {
        if (!refusal.isEmpty()) {
            throw new IOException(refusal);
        }
    }

    /** The controllers that have agents now, by name of the agent. */
    public Map<String, String> leases() throws IOException, InterruptedException {
        requireNone(accessLoss);
        return Lease.holders(connection.client());
    }

    @Override
    public void close() {
        connection.close();
    }

    /**
     * The state of an agent as known to a controller.
     *
     * @param presence the last published presence of the agent, null if it could not be read
     * @param problem why the agent cannot be used, one sentence; empty if it can
     * @param sinceLastMessage the time since the last message of the agent
     */
    public record AgentStatus(String agent, @Nullable Presence presence, String problem, Duration sinceLastMessage) {
        /** Agents publish their presence every 5 s, so two in a row are missing. */
        public static final Duration MISSING = Duration.ofSeconds(11);

        /** Whether the agent has sent no message for so long that it is missing. The cause is not known. */
        public boolean isMissing() {
            return sinceLastMessage.compareTo(MISSING) > 0;
        }
    }
}
