// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.rig.Roster.AgentStatus.ClockReading;
import org.plateaubench.wire.RefusedMessageException;

/**
 * The agents of a broker from which messages arrive. Each agent publishes its presence every five seconds and is
 * queried for its clock five times per second until a round trip is known. Does not affect the use of agents by runs.
 * Thread-safe.
 */
public final class Roster implements AutoCloseable {
    /** Time within which a message of every connected agent arrives. */
    public static final Duration PATIENCE = Duration.ofSeconds(6);

    private static final long TICK_MILLIS = 200;
    private static final int QUESTIONS = 10;
    /** The lease in clock requests, which belong to no run and therefore have no lease. */
    static final long NO_LEASE = 0;

    private final LongSupplier clock;
    private final BrokerConnection connection;
    private final Map<String, Entry> heard = new ConcurrentSkipListMap<>();
    private final Thread asking;
    private volatile String refusal = "";
    private volatile String over = "";

    /** The known state of an agent. Its fields are guarded by the object itself. */
    private static final class Entry {
        private @Nullable Presence who;
        private String flaw = "";
        private long heardNanos;
        private int questions;
        private @Nullable ClockReading reading;
    }

    private Roster(Credentials user, LongSupplier clock) throws IOException, InterruptedException {
        this.clock = clock;
        connection = BrokerConnection.open(user, new BrokerConnection.Watcher() {
            @Override
            public void isRefused(String sentence) {
                refusal = sentence;
            }

            @Override
            public void isOver(String sentence) {
                refusal = sentence;
                over = sentence;
            }
        });
        connection.subscribe(Subjects.presence("*"), this::presence);
        connection.subscribe(Subjects.from("*", Subjects.CLOCK), this::answered);
        connection.subscribe(Subjects.withdrawn("*"), (subject, bytes, replyTo) -> withdrawn(Subjects.last(subject)));
        asking = Thread.ofPlatform().daemon().name("plateau-roster").start(this::ask);
    }

    public static Roster listen(Credentials user, LongSupplier clock) throws IOException, InterruptedException {
        Rig.requireController(user);
        return new Roster(user, clock);
    }

    private void presence(String subject, byte[] bytes, @Nullable String replyTo) {
        String agent = Subjects.last(subject);
        Entry entry = heard.computeIfAbsent(agent, name -> new Entry());
        synchronized (entry) {
            entry.heardNanos = clock.getAsLong();
            try {
                // An agent of a later version is shown with its version.
                entry.who = RigDocument.read("What agent " + agent + " says of itself", bytes, Presence.class);
                entry.flaw = "";
            } catch (IOException e) {
                entry.who = null;
                entry.flaw = String.valueOf(e.getMessage());
            }
        }
    }

    /** Notes the reason why an agent is missing; it is shown as long as for a silent agent. */
    private void withdrawn(String agent) {
        Entry entry = heard.get(agent);
        if (entry != null) {
            synchronized (entry) {
                entry.flaw = Rig.withdrawal(agent);
            }
        }
    }

    private void answered(String subject, byte[] bytes, @Nullable String replyTo) {
        long now = clock.getAsLong();
        Entry entry = heard.get(Subjects.agentOf(subject));
        if (entry == null) {
            return;
        }
        try {
            Frame frame = Frame.of(bytes);
            if (frame.kind() != Frame.Kind.CLOCK || frame.content().length != Long.BYTES || frame.number() > now) {
                return;
            }
            long trip = now - frame.number();
            long there = ByteBuffer.wrap(frame.content()).getLong();
            synchronized (entry) {
                if (entry.reading == null || trip / 2 < entry.reading.boundNanos()) {
                    entry.reading = new ClockReading(there - frame.number() - trip / 2, (trip + 1) / 2);
                }
            }
        } catch (RefusedMessageException e) {
            synchronized (entry) {
                entry.flaw = "Agent " + Subjects.agentOf(subject) + " sent " + e.getMessage() + ".";
            }
        }
    }

    private void ask() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                heard.forEach((agent, entry) -> {
                    boolean asks;
                    synchronized (entry) {
                        asks = entry.questions++ < QUESTIONS;
                    }
                    if (asks) {
                        connection.publish(
                                Subjects.to(agent, Subjects.CLOCK),
                                Frame.clock(NO_LEASE, clock.getAsLong()).bytes());
                    }
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public List<AgentStatus> agents() {
        long now = clock.getAsLong();
        List<AgentStatus> all = new ArrayList<>();
        heard.forEach((agent, entry) -> {
            synchronized (entry) {
                if (entry.who != null || !entry.flaw.isEmpty()) {
                    all.add(new AgentStatus(
                            agent,
                            entry.who,
                            entry.flaw,
                            Duration.ofNanos(Math.max(0, now - entry.heardNanos)),
                            entry.reading));
                }
            }
        });
        return all;
    }

    public List<AgentStatus> await(Predicate<List<AgentStatus>> isEnough) throws IOException, InterruptedException {
        long deadline = clock.getAsLong() + PATIENCE.toNanos();
        List<AgentStatus> agents = agents();
        while (!isEnough.test(agents) && clock.getAsLong() < deadline) {
            if (!refusal.isEmpty()) {
                throw new IOException(refusal);
            }
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS / 4);
            agents = agents();
        }
        return agents;
    }

    /** The controllers that have agents now, by name of the agent. */
    public Map<String, String> leases() throws IOException, InterruptedException {
        if (!over.isEmpty()) {
            throw new IOException(over);
        }
        return Lease.holders(connection.client());
    }

    @Override
    public void close() {
        asking.interrupt();
        connection.close();
    }

    /**
     * The state of an agent as known to a controller.
     *
     * @param who its last published presence, null if that could not be read
     * @param flaw the reason why it could not be read, one sentence; empty otherwise
     * @param ago the time since its last message
     * @param clock its clock, null before its first answer to a clock request
     */
    public record AgentStatus(
            String agent,
            @Nullable Presence who,
            String flaw,
            Duration ago,
            @Nullable ClockReading clock) {
        /** Agents publish their presence every 5 s, so two in a row are missing. */
        public static final Duration MISSING = Duration.ofSeconds(11);

        /** Whether it has not sent a message for so long that it is missing. The cause is not known. */
        public boolean isMissing() {
            return ago.compareTo(MISSING) > 0;
        }

        /**
         * The clock of an agent, determined by the shortest of some round trips.
         *
         * @param aheadNanos difference to the clock of this process, positive when the agent's is ahead; both have
         *     arbitrary origins
         * @param boundNanos greatest error of the difference, half of the round trip
         */
        public record ClockReading(long aheadNanos, long boundNanos) {}
    }
}
