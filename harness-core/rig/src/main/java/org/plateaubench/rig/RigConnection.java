// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.rig.Engagement.MissingJars;
import org.plateaubench.wire.AgentNames;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** One controller's connection to the agents of a broker. Thread-safe. */
public final class RigConnection implements AutoCloseable {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration JAR_TIMEOUT = Duration.ofSeconds(60);
    /** Bytes of a jar in one command. */
    static final int JAR_BYTES = 512 * 1024;

    private static final long TICK_MILLIS = 200;
    /** An unknown clock is requested once per this number of ticks, which is once per second. */
    private static final int TICKS_PER_UNKNOWN_CLOCK = 5;
    /** Clock requests per tick: more agents than this take turns, 10,000 of them within 5.2 s. */
    private static final int MAX_CLOCK_REQUESTS = 400;
    /** Number of threads, since leases of thousands of agents would expire if they were renewed one by one. */
    private static final int RENEWALS_AT_ONCE = 32;

    private static final long POLL_MILLIS = 100;

    private final LongSupplier clock;
    private final String holder;
    private final BrokerConnection connection;
    private final Map<String, EngagedAgent> engaged = new ConcurrentHashMap<>();
    private final RunStream stream;
    private final AtomicInteger connections = new AtomicInteger();

    private final Thread ticker;
    private final Thread renewer;
    /** Reads the stream of the run whose agents are engaged. */
    private @Nullable Thread reader;

    private String followedRun = "";

    private volatile String refusal = "";
    private @Nullable KeyValue leases;
    private @Nullable Connection leasesConnection;

    public RigConnection(Credentials user, String holder, LongSupplier clock) throws IOException, InterruptedException {
        requireController(user);
        this.clock = clock;
        this.holder = Lease.holder(holder);
        connection = BrokerConnection.open(user, new BrokerConnection.Watcher() {
            @Override
            public void onReconnected() {
                // Commands are repeated automatically.
                connections.incrementAndGet();
            }

            @Override
            public void onRefused(String sentence) {
                refusal = sentence;
                engaged.values().forEach(peer -> peer.end(sentence));
            }

            @Override
            public void onAccessLost(String sentence) {
                onRefused(sentence);
            }
        });
        stream = new RunStream(connection::client);
        try {
            leases();
        } catch (IOException e) {
            connection.close();
            // The server reports a lack of permissions separately; the request itself only gets no answer.
            throw refusal.isEmpty() ? e : new IOException(refusal, e);
        }
        connection.subscribe(
                Subjects.withdrawn("*"), (subject, bytes, replyTo) -> endWithdrawn(Subjects.lastPart(subject)));
        ticker = Thread.ofPlatform().daemon().name("plateau-rig").start(this::tick);
        // Each renewal waits for the broker.
        renewer = Thread.ofPlatform().daemon().name("plateau-leases").start(this::renew);
    }

    static void requireController(Credentials user) throws IOException {
        if (user.role() != Role.CONTROLLER) {
            throw new IOException(
                    "The credentials of " + user.name() + " belong to an agent; a run needs credentials of a"
                            + " controller (./plateau broker add-controller NAME).");
        }
    }

    /** Ends the run of a withdrawn agent. Otherwise its silence would end it later and without the reason. */
    private void endWithdrawn(String agent) {
        EngagedAgent peer = engaged.get(agent);
        if (peer != null) {
            peer.end(withdrawal(agent));
        }
    }

    private synchronized KeyValue leases() throws IOException {
        Connection client = connection.client();
        KeyValue known = leases;
        if (known == null || !client.equals(leasesConnection)) {
            known = Lease.of(client);
            leases = known;
            leasesConnection = client;
        }
        return known;
    }

    private void tick() {
        try {
            for (int tick = 0; true; tick = (tick + 1) & Integer.MAX_VALUE) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                int turns = 1 + Math.max(0, engaged.size() - 1) / MAX_CLOCK_REQUESTS;
                int thisTick = tick;
                engaged.forEach((agent, peer) -> peer.tick(
                        isTurn(agent, thisTick, turns),
                        isTurn(agent, thisTick, Math.min(turns, TICKS_PER_UNKNOWN_CLOCK))));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isTurn(String agent, int tick, int turns) {
        return Math.floorMod(agent.hashCode(), turns) == tick % turns;
    }

    private void renew() {
        try (ExecutorService executor = Executors.newFixedThreadPool(
                RENEWALS_AT_ONCE, Thread.ofVirtual().factory())) {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                long now = clock.getAsLong();
                int all = engaged.size();
                executor.invokeAll(engaged.entrySet().stream()
                        .filter(entry -> entry.getValue().lease().isDue(now, all))
                        .map(entry -> Executors.callable(() -> renew(entry.getKey(), entry.getValue(), now)))
                        .toList());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void renew(String agent, EngagedAgent peer, long nowNanos) {
        try {
            if (!peer.lease().renew(nowNanos)) {
                peer.end("Another controller has taken agent " + agent + ".");
            }
        } catch (IOException | IllegalStateException e) {
            // The broker is unreachable; messages of the agent may still arrive later.
            return;
        }
    }

    /**
     * Engages an agent, which receives missing plugins and calibrates its host. All agents that are engaged at a time
     * serve the same run.
     *
     * @param jars files of the offered jars, by digest
     */
    public Transport<ToAgent, ToController> engage(String agent, Offer offer, Map<String, Path> jars)
            throws IOException, InterruptedException {
        Optional<String> problem = AgentNames.refusal(agent);
        if (problem.isPresent()) {
            throw new IOException(problem.get());
        }
        Lease lease = Lease.acquire(this::leases, agent, holder, clock.getAsLong());
        EngagedAgent peer = new EngagedAgent(agent, offer.run(), lease, connection, clock);
        Runnable release = () -> {
            engaged.remove(agent);
            lease.release();
        };
        engaged.put(agent, peer);
        boolean isAccepted = false;
        try {
            follow(offer.run());
            sendOffer(agent, peer, offer, jars);
            isAccepted = true;
            return peer.start(release);
        } catch (PeerLostException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            if (!isAccepted) {
                peer.cancel("The controller cancelled the run.");
                release.run();
            }
        }
    }

    private synchronized void follow(String run) throws IOException {
        if (run.equals(followedRun)) {
            return;
        }
        stopReading();
        stream.open(run);
        connection.subscribe(Subjects.from("*", run), this::acceptUnstored);
        followedRun = run;
        Runnable following = () -> stream.follow(run, this::acceptStored, connections::get);
        reader = Thread.ofPlatform().daemon().name("plateau-stream").start(following);
    }

    private synchronized void stopReading() {
        if (reader != null) {
            reader.interrupt();
        }
    }

    private void acceptUnstored(String subject, byte[] bytes, @Nullable String replyTo) {
        EngagedAgent peer = engaged.get(Subjects.agentOf(subject));
        if (peer != null) {
            peer.acceptUnstored(bytes, clock.getAsLong());
        }
    }

    private void acceptStored(String agent, Message message) {
        EngagedAgent peer = engaged.get(agent);
        if (peer == null) {
            message.ack();
        } else {
            peer.acceptStored(message);
        }
    }

    public RunStream stream() {
        return stream;
    }

    private static void sendOffer(String agent, EngagedAgent peer, Offer offer, Map<String, Path> jars)
            throws IOException, PeerLostException, InterruptedException {
        Frame answer = peer.request(Frame.Kind.OFFER, RigDocument.bytes(offer), ANSWER_TIMEOUT);
        if (answer == null) {
            throw new IOException("Agent " + agent + " did not answer within " + ANSWER_TIMEOUT.toSeconds()
                    + " s: it is not connected to the broker, or serves another run.");
        }
        MissingJars missing = RigDocument.read("The answer of agent " + agent, answer.content(), MissingJars.class);
        for (String digest : missing.digests()) {
            Path jar = jars.get(digest);
            if (jar == null) {
                throw new IOException("Agent " + agent + " requested a jar that was not offered.");
            }
            send(agent, jar, peer);
        }
    }

    private static void send(String agent, Path jar, EngagedAgent peer)
            throws IOException, PeerLostException, InterruptedException {
        try (InputStream content = Files.newInputStream(jar)) {
            for (byte[] part = content.readNBytes(JAR_BYTES); part.length > 0; part = content.readNBytes(JAR_BYTES)) {
                if (peer.request(Frame.Kind.JAR, part, JAR_TIMEOUT) == null) {
                    throw new IOException("Agent " + agent + " did not accept " + jar.getFileName() + " within "
                            + JAR_TIMEOUT.toSeconds() + " s.");
                }
            }
        }
    }

    @Override
    public void close() {
        ticker.interrupt();
        renewer.interrupt();
        stopReading();
        connection.close();
    }

    static String withdrawal(String agent) {
        return "The credentials of agent " + agent + " were withdrawn at the broker.";
    }
}
