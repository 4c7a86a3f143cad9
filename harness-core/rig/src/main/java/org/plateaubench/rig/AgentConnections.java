// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.RefusedMessageException;

/**
 * The connections of an agent to its broker: one for measurements, which a server with a full disk may no longer read,
 * and one for all other messages. Thread-safe.
 */
public final class AgentConnections implements AutoCloseable {
    private static final long TICK_MILLIS = 200;
    private static final long PRESENCE_MILLIS = 5_000;
    /** Time between two requests of an agent without a run for the clock of the broker's host. */
    private static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);

    private static final long EARLY_NANOS = Duration.ofMillis(100).toNanos();

    private final String agent;
    private final LongSupplier clock;
    private final AgentClock ownClock;
    private final Consumer<String> notices;
    private final BrokerConnection broker;
    private final BrokerConnection measurements;
    private final BlockingQueue<Engagement> engagements = new ArrayBlockingQueue<>(1);
    private final Thread ticker;
    private final Thread publisher;
    private long lastRequestNanos;
    private long lease;
    private @Nullable ServedRun current;
    private volatile String accessLoss = "";

    /** Connects an agent; {@code presence} is called on a separate thread, {@code notices} on any thread. */
    public AgentConnections(
            Credentials user,
            LongSupplier clock,
            Consumer<String> notices,
            Function<ClockOffset.@Nullable Estimate, Presence> presence)
            throws IOException, InterruptedException {
        if (user.role() != Role.AGENT) {
            throw new IOException("The credentials of " + user.name() + " belong to a controller; an agent needs its"
                    + " own (./plateau broker add-agent NAME).");
        }
        this.agent = user.name();
        this.notices = notices;
        this.clock = clock;
        ownClock = new AgentClock(agent, clock);
        broker = BrokerConnection.open(user, watcher());
        // The other connection reports the loss of the broker.
        measurements = BrokerConnection.open(user, new RefusalWatcher());
        broker.subscribe(Subjects.to(agent, "*"), this::handle);
        ticker = Thread.ofPlatform().daemon().name("plateau-rig").start(this::tick);
        publisher = Thread.ofPlatform().daemon().name("plateau-presence").start(() -> publishPresence(presence));
    }

    private class RefusalWatcher implements BrokerConnection.Watcher {
        @Override
        public void onRefused(String sentence) {
            notices.accept(sentence);
            end(sentence);
        }
    }

    private BrokerConnection.Watcher watcher() {
        return new RefusalWatcher() {
            @Override
            public void onReconnected() {
                notices.accept("The broker can be reached again.");
            }

            @Override
            public void onDisconnected() {
                notices.accept("The broker cannot be reached; trying again.");
            }

            @Override
            public void onAccessLost(String sentence) {
                accessLoss = sentence;
                end(sentence);
            }
        };
    }

    private synchronized void end(String sentence) {
        if (current != null) {
            current.end(sentence);
        }
    }

    /** Passes messages to their run. An offer with another lease begins a run. */
    private synchronized void handle(String subject, byte[] bytes, @Nullable String replyTo) {
        String run = Subjects.lastPart(subject);
        Consumer<Frame> answer = frame -> {
            if (replyTo != null) {
                broker.publish(replyTo, frame.bytes());
            }
        };
        try {
            Frame frame = Frame.of(bytes);
            if (run.equals(Subjects.BROKER_CLOCK)) {
                ownClock.handle(frame);
            } else if (current != null && run.equals(current.run()) && frame.lease() == lease) {
                current.handle(frame, answer);
            } else if (current != null && current.isDriving()) {
                answer.accept(frame.refused("Agent " + agent + " still drives run " + current.run()
                        + ", and completes it even without a controller."));
            } else if (frame.kind() == Frame.Kind.OFFER) {
                begin(run, frame, answer);
            } else {
                answer.accept(frame.refused("Agent " + agent
                        + " does not serve this run: it was started again, or another controller has it."));
            }
        } catch (RefusedMessageException e) {
            end("The controller of agent " + agent + " was disconnected, because it sent an invalid message: "
                    + e.getMessage());
        }
    }

    private void begin(String run, Frame offer, Consumer<Frame> answer) {
        end("Another controller has taken agent " + agent + ".");
        lease = offer.lease();
        ownClock.start(Long.MAX_VALUE, 0);
        ServedRun servedRun = new ServedRun(agent, run, lease, broker, measurements, ownClock, notices, clock);
        current = servedRun;
        servedRun.handle(offer, answer);
        // The lease of an engagement that has not begun is lost.
        engagements.clear();
        engagements.add(new Engagement(agent, servedRun));
    }

    public @Nullable Engagement next(Duration limit) throws IOException, InterruptedException {
        if (!accessLoss.isEmpty()) {
            throw new IOException(accessLoss);
        }
        return engagements.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tick() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                synchronized (this) {
                    if (current != null) {
                        current.tick();
                    }
                    requestBrokerClock(current == null || current.isOver() ? IDLE_INTERVAL : current.clockInterval());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests the broker's clock when that is due; in a small rig at each tick, since ticks are not exact. */
    private void requestBrokerClock(Duration interval) {
        long now = clock.getAsLong();
        if (now - lastRequestNanos >= interval.toNanos() - EARLY_NANOS) {
            lastRequestNanos = now;
            Frame request = Frame.clock(Frame.NO_LEASE, now);
            broker.publish(Subjects.from(agent, Subjects.BROKER_CLOCK), request.bytes());
        }
    }

    private void publishPresence(Function<ClockOffset.@Nullable Estimate, Presence> presence) {
        try {
            while (true) {
                broker.publish(Subjects.presence(agent), RigDocument.bytes(presence.apply(ownClock.estimate())));
                TimeUnit.MILLISECONDS.sleep(PRESENCE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ticker.interrupt();
        publisher.interrupt();
        measurements.close();
        broker.close();
    }
}
