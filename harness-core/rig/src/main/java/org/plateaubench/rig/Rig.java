// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.Connection;
import io.nats.client.KeyValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.AgentNames;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** The agents of a broker as used by a controller. Thread-safe. */
public final class Rig implements AutoCloseable {
    /** The beginning of the server's message when a user lacks a permission. */
    private static final String FORBIDDEN = "Permissions Violation";

    private static final int MESSAGES_ON_THE_WAY = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);
    private static final Duration JARS_LIMIT = Duration.ofMinutes(10);
    private static final long TICK_MILLIS = 200;
    /** An unknown clock is requested once per this number of ticks, which is once per second. */
    private static final int TICKS_OF_UNKNOWN = 5;
    /**
     * Greatest number of clock requests per tick. Up to this number of agents, each is queried in every tick; more
     * agents take turns, 10,000 of them within 5.2 s.
     */
    private static final int MOST_QUESTIONS = 400;
    /**
     * Number of concurrent renewals. If they were sequential, leases of thousands of agents would expire before their
     * turn.
     */
    private static final int RENEWALS_AT_ONCE = 32;

    private static final long LOOK_MILLIS = 100;

    private final LongSupplier clock;
    private final String holder;
    private final BrokerConnection connection;
    private final Map<String, Engaged> engaged = new ConcurrentHashMap<>();
    private final Map<String, JournalCollection> collections = new ConcurrentHashMap<>();
    private final Thread ticker;
    private final Thread renewer;
    private @Nullable KeyValue leases;
    private @Nullable Connection leasesOf;
    /** The message with which the broker has refused a request of this controller; the request gets no other answer. */
    private volatile String refusal = "";

    /** An agent that serves a run of this controller. */
    private record Engaged(Conversation conversation, Lease lease, Runnable unsubscribe) {
        /**
         * Whether an unknown clock is requested in a tick: at least once per second, because answers take some time on
         * a busy rig.
         */
        static boolean asksUnknown(String agent, int tick, int turns) {
            return isTurn(agent, tick, Math.min(turns, TICKS_OF_UNKNOWN));
        }

        private static boolean isTurn(String agent, int tick, int turns) {
            return Math.floorMod(agent.hashCode(), turns) == tick % turns;
        }

        /**
         * Stops receiving messages of the agent if the conversation is over, because an agent that was cut off but
         * continues to send must not take time from the others.
         */
        void stopReceivingIfOver() {
            if (conversation.isOver()) {
                unsubscribe.run();
            }
        }
    }

    /** Provides the jars of plugins. */
    @FunctionalInterface
    public interface Jars {
        /** Returns the file with a digest; null when no such file was offered. */
        @Nullable
        Path file(String sha256);
    }

    private Rig(Credentials user, String holder, LongSupplier clock) throws IOException, InterruptedException {
        this.clock = clock;
        this.holder = Lease.holder(holder);
        connection = BrokerConnection.open(user, new BrokerConnection.Watcher() {
            @Override
            public void isBack() {
                engaged.values().forEach(each -> each.conversation.again(clock.getAsLong()));
            }

            @Override
            public void isAway() {
                // Unacknowledged messages are sent again when the connection is restored.
            }

            @Override
            public void isRefused(String sentence) {
                engaged.values().forEach(each -> each.conversation.end(sentence));
                // Other errors may be temporary, and collections and requests for leases are retried.
                if (sentence.contains(FORBIDDEN)) {
                    refusal = sentence;
                    collections.values().forEach(each -> each.refused(sentence));
                }
            }

            @Override
            public void isOver(String sentence) {
                isRefused(sentence);
            }
        });
        connection.subscribe(Subjects.withdrawn("*"), (subject, bytes) -> withdrawn(Subjects.last(subject)));
        ticker = Thread.ofPlatform().daemon().name("plateau-rig").start(this::tick);
        // Each renewal waits for the broker.
        renewer = Thread.ofPlatform().daemon().name("plateau-leases").start(this::renew);
    }

    public static Rig connect(Credentials user, String holder, LongSupplier clock)
            throws IOException, InterruptedException {
        requireController(user);
        return new Rig(user, holder, clock);
    }

    static void requireController(Credentials user) throws IOException {
        if (user.role() != Role.CONTROLLER) {
            throw new IOException("The credentials of " + user.name() + " are those of an agent; a run needs those of a"
                    + " controller (./plateau broker add-controller NAME).");
        }
    }

    /**
     * Ends the conversation with a withdrawn agent. Otherwise its silence would end it later and without the reason.
     */
    private void withdrawn(String agent) {
        Engaged its = engaged.get(agent);
        if (its != null) {
            its.conversation.end(Withdrawal.sentence(agent));
        }
    }

    private synchronized KeyValue leases() throws IOException {
        Connection client = connection.client();
        KeyValue known = leases;
        if (known == null || !client.equals(leasesOf)) {
            known = Lease.of(client);
            leases = known;
            leasesOf = client;
        }
        return known;
    }

    private void tick() {
        try {
            for (int tick = 0; true; tick = (tick + 1) & Integer.MAX_VALUE) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                long now = clock.getAsLong();
                int turns = 1 + Math.max(0, engaged.size() - 1) / MOST_QUESTIONS;
                int thisTick = tick;
                engaged.forEach((agent, each) -> {
                    each.conversation.tick(now);
                    each.conversation.readClock(
                            clock.getAsLong(),
                            Engaged.isTurn(agent, thisTick, turns),
                            Engaged.asksUnknown(agent, thisTick, turns));
                    each.stopReceivingIfOver();
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void renew() {
        try (ExecutorService several = Executors.newFixedThreadPool(
                RENEWALS_AT_ONCE, Thread.ofVirtual().factory())) {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                long now = clock.getAsLong();
                int all = engaged.size();
                several.invokeAll(engaged.entrySet().stream()
                        .filter(each -> each.getValue().lease.isDue(now, all))
                        .map(each -> Executors.callable(() -> renew(each.getKey(), each.getValue(), now)))
                        .toList());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void renew(String agent, Engaged each, long nowNanos) {
        try {
            if (!each.lease.renew(nowNanos)) {
                each.conversation.end("Another controller has taken agent " + agent + ".");
            }
        } catch (IOException | IllegalStateException e) {
            // The broker is unreachable; messages of the agent may still arrive later.
            return;
        }
    }

    /**
     * Makes an agent serve a run and sends it the plugins that it lacks, after which the agent calibrates its host.
     */
    public Transport<ToAgent, ToController> engage(String agent, Offer offer, Jars jars)
            throws IOException, InterruptedException {
        Optional<String> refusal = AgentNames.refusal(agent);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        Lease lease = lease(agent);
        lease.renewedAt(clock.getAsLong());
        Conversation conversation = new Conversation(
                "agent " + agent,
                lease.number(),
                MESSAGES_ON_THE_WAY,
                PATIENCE,
                clock.getAsLong(),
                connection.to(Subjects.to(agent, offer.run())));
        conversation.setAgents(offer.agents());
        Runnable unsubscribe = connection.subscribe(
                Subjects.from(agent, offer.run()), (subject, bytes) -> arrived(conversation, bytes));
        Runnable release = () -> {
            engaged.remove(agent);
            unsubscribe.run();
            lease.release();
        };
        engaged.put(agent, new Engaged(conversation, lease, unsubscribe));
        boolean agreed = false;
        try {
            conversation.send(MessageKind.TERMS.of(RigDocument.bytes(offer)));
            supply(agent, conversation, jars);
            agreed = true;
            return new RigTransport<>(
                    conversation,
                    MessageCodec::toController,
                    message -> there(conversation, message, clock.getAsLong()),
                    release);
        } catch (PeerLostException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            if (!agreed) {
                conversation.close(Duration.ZERO, "The controller cancelled the run.");
                release.run();
            }
        }
    }

    private Lease lease(String agent) throws IOException {
        refusal = "";
        try {
            return Lease.take(this::leases, agent, holder);
        } catch (IOException e) {
            // The server reports the error separately; the request itself only gets no answer.
            throw refusal.isEmpty() ? e : new IOException(refusal, e);
        }
    }

    /** The state of an agent's journal of a run. */
    public enum Kept {
        /** The journal contains everything that the agent measured. */
        ALL,
        /** The agent has no journal of the run, or has removed it. */
        NOTHING,
        /** The agent still drives the run. */
        DRIVEN,
        /** The agent drives another run, which must not be disturbed. */
        BUSY
    }

    /** Fetches the journal with the measurements of an agent in a run. */
    public Kept collect(String agent, String run, Consumer<ToController> taker)
            throws IOException, InterruptedException {
        return kept(collection(agent, run).fetch(taker));
    }

    /** Like {@link #collect}, without the messages. */
    public Kept kept(String agent, String run) throws IOException, InterruptedException {
        return kept(collection(agent, run).state());
    }

    private static Kept kept(Journals.State state) {
        return switch (state) {
            case NONE -> Kept.NOTHING;
            case DRIVEN -> Kept.DRIVEN;
            case BUSY -> Kept.BUSY;
            case KEPT -> Kept.ALL;
        };
    }

    /**
     * Notifies an agent that the result of a run is complete, so that it need not keep its journal. If the agent does
     * not answer within two seconds, it removes the journal when that is old.
     */
    public void seal(String agent, String run) throws InterruptedException {
        collection(agent, run).seal();
    }

    private JournalCollection collection(String agent, String run) {
        return collections.computeIfAbsent(Subjects.from(agent, run), from -> {
            JournalCollection collection = new JournalCollection(agent, connection.to(Subjects.to(agent, run)));
            connection.subscribe(from, (subject, bytes) -> collection.arrived(bytes));
            return collection;
        });
    }

    /** Converts the start of a run to an instant on the agent's own clock. */
    private static ToAgent there(Conversation conversation, ToAgent message, long nowNanos) throws PeerLostException {
        return message instanceof ToAgent.Start start
                ? new ToAgent.Start(conversation.startThere(start.originNanos(), nowNanos), HostIdentity.ofThisHost())
                : message;
    }

    private void arrived(Conversation conversation, byte[] bytes) {
        try {
            conversation.arrived(Frame.of(bytes), clock.getAsLong());
        } catch (RefusedMessageException e) {
            conversation.refuse(e);
        }
    }

    /** Sends jars until the agent needs no more. */
    private static void supply(String agent, Conversation conversation, Jars jars)
            throws IOException, PeerLostException, InterruptedException {
        MissingJars missing = missing(agent, conversation, ANSWER_LIMIT);
        while (!missing.digests().isEmpty()) {
            for (String digest : missing.digests()) {
                Path jar = jars.file(digest);
                if (jar == null) {
                    throw new IOException("Agent " + agent + " wants a jar that was not offered.");
                }
                send(digest, jar, conversation);
            }
            missing = missing(agent, conversation, JARS_LIMIT);
        }
    }

    private static MissingJars missing(String agent, Conversation conversation, Duration limit)
            throws IOException, PeerLostException, InterruptedException {
        byte[] answer = conversation.receive(limit.toNanos());
        if (answer == null) {
            throw new IOException("Agent " + agent + " did not answer within " + limit.toSeconds()
                    + " s: it is not connected to the broker, or serves another run.");
        }
        if (!MessageKind.TERMS.isOf(answer)) {
            throw new IOException("Agent " + agent + " did not answer an offer but sent something else.");
        }
        return RigDocument.read("The answer of agent " + agent, MessageKind.content(answer), MissingJars.class);
    }

    private static void send(String digest, Path jar, Conversation conversation)
            throws IOException, PeerLostException, InterruptedException {
        byte[] name = HexFormat.of().parseHex(digest);
        try (InputStream content = Files.newInputStream(jar)) {
            for (byte[] part = content.readNBytes(Frame.MOST_CONTENT - 64);
                    part.length > 0;
                    part = content.readNBytes(Frame.MOST_CONTENT - 64)) {
                byte[] message = new byte[name.length + part.length];
                System.arraycopy(name, 0, message, 0, name.length);
                System.arraycopy(part, 0, message, name.length, part.length);
                if (!conversation.sendWithin(JARS_LIMIT.toNanos(), MessageKind.JAR.of(message))) {
                    throw new IOException(
                            "The agent did not accept " + jar + " within " + JARS_LIMIT.toMinutes() + " minutes.");
                }
            }
        }
    }

    @Override
    public void close() {
        ticker.interrupt();
        renewer.interrupt();
        connection.close();
    }
}
