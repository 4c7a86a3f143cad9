// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.Connection;
import io.nats.client.ConsumeOptions;
import io.nats.client.ConsumerContext;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.MessageConsumer;
import io.nats.client.PurgeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToController;

/**
 * The messages that the agents of runs have published, as the broker stores them: one stream of JetStream with a
 * subject for each agent of a run. It is the journal of a run until its result is complete. Thread-safe.
 */
public final class RunStream {
    static final String NAME = "plateau-runs";

    /** The time for which the broker keeps a run whose result was never completed. */
    private static final Duration MAX_AGE = Duration.ofDays(7);

    private static final int NOT_FOUND = 404;
    /** Time after which the broker delivers a message again that the controller has not handled. */
    static final Duration ACK_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration READ_TIMEOUT = Duration.ofMinutes(1);

    private static final int MAX_UNHANDLED = 50_000;
    private static final long PULL_MILLIS = 5_000;
    private static final long FETCH_MILLIS = 2_000;
    private static final long POLL_MILLIS = 100;
    private static final long RETRY_MILLIS = 500;

    private final Supplier<Connection> connection;

    RunStream(Supplier<Connection> connection) {
        this.connection = connection;
    }

    /** Creates the stream if it does not exist, and the consumer of a run at the broker. */
    ConsumerContext open(String run) throws IOException {
        try {
            JetStreamManagement streams = connection.get().jetStreamManagement();
            if (!streams.getStreamNames().contains(NAME)) {
                streams.addStream(StreamConfiguration.builder()
                        .name(NAME)
                        .subjects(Subjects.runStream("*", "*"))
                        .storageType(StorageType.File)
                        // A full stream refuses new messages instead of deleting those of other runs.
                        .discardPolicy(DiscardPolicy.New)
                        .maxAge(MAX_AGE)
                        .build());
            }
            return consumer(ConsumerConfiguration.builder()
                    .durable(consumerOf(run))
                    // A run that was never started is never removed.
                    .inactiveThreshold(MAX_AGE)
                    .filterSubject(Subjects.runStream("*", run))
                    .ackPolicy(AckPolicy.Explicit)
                    .ackWait(ACK_TIMEOUT)
                    .maxAckPending(MAX_UNHANDLED)
                    .build());
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            throw new IOException("The broker stores no measurements of agents: " + e.getMessage() + ".", e);
        }
    }

    private ConsumerContext consumer(ConsumerConfiguration configuration) throws IOException, JetStreamApiException {
        return connection.get().getStreamContext(NAME).createOrUpdateConsumer(configuration);
    }

    /** Forwards messages until interrupted. Unacknowledged messages are delivered again, also after a reconnection. */
    void follow(String run, BiConsumer<String, Message> sink, IntSupplier connections) {
        ConsumeOptions options = ConsumeOptions.builder().expiresIn(PULL_MILLIS).build();
        try {
            while (true) {
                int connectionsBefore = connections.getAsInt();
                try {
                    // With a separate pull for each batch, messages that arrive between two pulls would be lost.
                    MessageConsumer reading =
                            open(run).consume(options, next -> sink.accept(Subjects.agentOf(next.getSubject()), next));
                    while (!reading.isFinished() && connections.getAsInt() == connectionsBefore) {
                        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                    }
                    reading.stop();
                } catch (IOException | JetStreamApiException | IllegalStateException e) {
                    // The broker cannot be reached, or has lost its stored messages.
                    TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String consumerOf(String run) {
        return "run-" + run;
    }

    public boolean hasEnded(String agent, String run) throws IOException {
        try {
            MessageInfo last =
                    connection.get().jetStreamManagement().getLastMessage(NAME, Subjects.runStream(agent, run));
            return Frame.of(last.getData()).kind() == Frame.Kind.FINAL;
        } catch (RefusedMessageException e) {
            throw unreadable(agent, e);
        } catch (JetStreamApiException e) {
            if (e.getErrorCode() == NOT_FOUND) {
                return false;
            }
            throw unreadable(e);
        }
    }

    /** Forwards all stored messages of some agents in a run; the messages of each agent are in order. */
    public void read(String run, Set<String> agents, BiConsumer<String, ToController> sink)
            throws IOException, InterruptedException {
        Map<String, MessageSequence<Frame>> messages = new HashMap<>();
        try {
            ConsumerContext reading = consumer(ConsumerConfiguration.builder()
                    .filterSubject(Subjects.runStream("*", run))
                    .ackPolicy(AckPolicy.None)
                    .inactiveThreshold(READ_TIMEOUT)
                    .build());
            long remaining = reading.getConsumerInfo().getNumPending();
            IterableConsumer all = reading.iterate();
            while (remaining > 0) {
                Message message = all.nextMessage(FETCH_MILLIS);
                remaining = message == null ? reading.getConsumerInfo().getNumPending() : remaining - 1;
                String agent = message == null ? "" : Subjects.agentOf(message.getSubject());
                if (message != null && agents.contains(agent)) {
                    MessageSequence<Frame> sequence = messages.computeIfAbsent(agent, name -> new MessageSequence<>());
                    add(sequence, agent, message.getData(), sink);
                }
            }
            all.stop();
        } catch (JetStreamApiException | JetStreamStatusCheckedException | IllegalStateException e) {
            throw unreadable(e);
        }
    }

    private static void add(
            MessageSequence<Frame> sequence, String agent, byte[] bytes, BiConsumer<String, ToController> sink)
            throws IOException {
        try {
            Frame added = Frame.of(bytes);
            sequence.add(added.number(), added);
            for (Frame next = sequence.next(); next != null; next = sequence.next()) {
                sink.accept(agent, MessageCodec.read(ToController.class, next.content()));
            }
        } catch (RefusedMessageException e) {
            throw unreadable(agent, e);
        }
    }

    private static IOException unreadable(String agent, RefusedMessageException e) {
        return new IOException(
                "What agent " + agent + " has published cannot be read: " + e.getMessage()
                        + " Resume the run with the version of Plateau that began it, or leave the agent out with"
                        + " --without " + agent + ".",
                e);
    }

    private static IOException unreadable(Exception e) {
        return new IOException(
                "What the agents have published cannot be read at the broker: " + e.getMessage() + ".", e);
    }

    public void remove(String run) throws IOException {
        try {
            JetStreamManagement streams = connection.get().jetStreamManagement();
            streams.purgeStream(NAME, PurgeOptions.subject(Subjects.runStream("*", run)));
            streams.deleteConsumer(NAME, consumerOf(run));
        } catch (JetStreamApiException | IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
