// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.SignsOfLife;

/**
 * The connections of an agent to its broker: one for runs, and one with its own thread that publishes the presence of
 * the agent. Thread-safe.
 */
public final class AgentLine implements AutoCloseable {
    private static final int MESSAGES_ON_THE_WAY = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long TICK_MILLIS = 200;
    private static final long PRESENCE_MILLIS = 5_000;
    private static final long EARLY_NANOS = Duration.ofMillis(100).toNanos();

    private final String agent;
    private final LongSupplier clock;
    private final Journals journals;
    private final BrokerOffset brokerOffset = new BrokerOffset();
    private final Consumer<String> notices;
    private final BrokerConnection runs;
    private final BrokerConnection presence;
    private final BlockingQueue<Engagement> engagements = new ArrayBlockingQueue<>(1);
    private final Thread ticker;
    private final Thread presencePublisher;
    private long askedNanos;
    private long lease;
    /**
     * Whether the broker was unreachable since the last run began. It may then have lost its leases and number them
     * from the start.
     */
    private boolean mayBeNumberedAgain;

    private String run = "";
    private @Nullable Conversation current;
    private volatile String over = "";

    private AgentLine(
            Credentials user, LongSupplier clock, Journals journals, Consumer<String> notices, Supplier<Presence> who)
            throws IOException, InterruptedException {
        this.agent = user.name();
        this.journals = journals;
        this.notices = notices;
        this.clock = clock;
        runs = BrokerConnection.open(user, watcher(notices));
        presence = BrokerConnection.open(user, new BrokerConnection.Watcher() {
            @Override
            public void isBack() {
                // The other connection reports it.
            }

            @Override
            public void isAway() {
                // The other connection reports it.
            }

            @Override
            public void isRefused(String sentence) {
                notices.accept(sentence);
            }

            @Override
            public void isOver(String sentence) {
                // The other connection reports it.
            }
        });
        runs.subscribe(Subjects.to(agent, "*"), this::arrived);
        ticker = Thread.ofPlatform().daemon().name("plateau-rig").start(this::tick);
        presencePublisher =
                Thread.ofPlatform().daemon().name("plateau-presence").start(() -> publishPresence(who));
    }

    /** Connects an agent; its presence is asked for on a separate thread, and notices come on any. */
    public static AgentLine connect(
            Credentials user, LongSupplier clock, Journals journals, Consumer<String> notices, Supplier<Presence> who)
            throws IOException, InterruptedException {
        if (user.role() != Role.AGENT) {
            throw new IOException("The credentials of " + user.name() + " are those of a controller; an agent needs its"
                    + " own (./plateau broker add-agent NAME).");
        }
        return new AgentLine(user, clock, journals, notices, who);
    }

    private BrokerConnection.Watcher watcher(Consumer<String> notices) {
        return new BrokerConnection.Watcher() {
            @Override
            public void isBack() {
                notices.accept("The broker can be reached again.");
                again();
            }

            @Override
            public void isAway() {
                notices.accept("The broker cannot be reached; trying again.");
            }

            @Override
            public void isRefused(String sentence) {
                notices.accept(sentence);
                end(sentence);
            }

            @Override
            public void isOver(String sentence) {
                over = sentence;
                end(sentence);
            }
        };
    }

    private synchronized void again() {
        mayBeNumberedAgain = true;
        if (current != null) {
            current.again(clock.getAsLong());
        }
    }

    private synchronized void end(String sentence) {
        if (current != null) {
            current.end(sentence);
        }
    }

    /** Passes messages to their run. The first message with a newer lease begins a run. */
    private synchronized void arrived(String subject, byte[] bytes) {
        String of = Subjects.last(subject);
        try {
            Frame frame = Frame.of(bytes);
            if (of.equals(Subjects.BROKER_CLOCK)) {
                brokerOffset.arrived(frame, clock.getAsLong());
            } else if (frame.isOfJournal()) {
                sendJournal(of, frame);
            } else if (frame.isQuestion() && frame.lease() == Roster.NO_LEASE) {
                runs.to(Subjects.from(agent, of)).accept(frame.answer(clock.getAsLong()));
            } else if (current != null && of.equals(run) && frame.lease() == lease) {
                current.arrived(frame, clock.getAsLong());
            } else if (frame.isPart() && current != null && current.hasNoSilenceLimit()) {
                refuse(of, frame, "Agent " + agent + " drives run " + run + " to its end.");
            } else if (isNewer(frame) && frame.isPart() && frame.number() == 0) {
                begin(of, frame);
            } else if (frame.isPart()) {
                refuse(
                        of,
                        frame,
                        "Agent " + agent + " does not serve this run: it was started again, or another controller has"
                                + " it.");
            }
        } catch (RefusedMessageException e) {
            if (current != null && of.equals(run)) {
                current.refuse(e);
            }
        }
    }

    private boolean isNewer(Frame frame) {
        return frame.lease() > lease || (mayBeNumberedAgain && (current == null || current.isOver()));
    }

    private void refuse(String of, Frame frame, String sentence) {
        runs.to(Subjects.from(agent, of)).accept(Frame.end(frame.lease(), sentence));
    }

    /**
     * Answers the request of a controller for the journal of a run, which may have ended long ago. Repeated requests
     * are answered again.
     */
    private void sendJournal(String of, Frame frame) {
        try {
            if (frame.kind() == Frame.Kind.SEALED) {
                journals.remove(of);
                runs.to(Subjects.from(agent, of)).accept(Frame.sealed(frame.lease()));
            } else if (frame.kind() == Frame.Kind.COLLECT) {
                runs.to(Subjects.from(agent, of)).accept(frame.journal(journals.part(of, frame.number())));
            }
        } catch (IOException e) {
            refuse(of, frame, "Agent " + agent + " cannot read the journal of the run: " + e.getMessage() + ".");
        }
    }

    private void begin(String of, Frame first) {
        end("Another controller has taken agent " + agent + ".");
        lease = first.lease();
        mayBeNumberedAgain = false;
        run = of;
        Conversation begun = new Conversation(
                "the controller of agent " + agent,
                lease,
                MESSAGES_ON_THE_WAY,
                PATIENCE,
                clock.getAsLong(),
                runs.to(Subjects.from(agent, of)));
        current = begun;
        begun.arrived(first, clock.getAsLong());
        // An engagement that has not begun has lost its lease.
        engagements.clear();
        engagements.add(
                new Engagement(agent, of, begun, journals, notices, new OwnClock(agent, clock, brokerOffset), clock));
    }

    /** Waits for the next run; returns null if there is none in time. */
    public @Nullable Engagement next(Duration limit) throws IOException, InterruptedException {
        if (!over.isEmpty()) {
            throw new IOException(over);
        }
        return engagements.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tick() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                synchronized (this) {
                    if (current != null) {
                        current.tick(clock.getAsLong());
                        askBroker(current);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests the broker's clock when that is due; in a small rig at each tick, since ticks are not exact. */
    private void askBroker(Conversation of) {
        long now = clock.getAsLong();
        long everyNanos = SignsOfLife.questionEvery(of.agents()).toNanos();
        if (now - askedNanos >= everyNanos - EARLY_NANOS && !of.isOver()) {
            askedNanos = now;
            runs.to(Subjects.from(agent, Subjects.BROKER_CLOCK)).accept(Frame.clock(Roster.NO_LEASE, now));
        }
    }

    private void publishPresence(Supplier<Presence> who) {
        try {
            while (true) {
                presence.publish(Subjects.presence(agent), RigDocument.bytes(who.get()));
                TimeUnit.MILLISECONDS.sleep(PRESENCE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ticker.interrupt();
        presencePublisher.interrupt();
        runs.close();
        presence.close();
    }
}
