// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.RefusedMessageException;

/**
 * The messages of the broker's own process: it answers requests of agents for the clock of its host, which continues
 * when a controller ends, and notifies controllers of agents whose credentials were withdrawn. Thread-safe.
 */
public final class BrokerClock implements AutoCloseable {
    /** Length of an answer: the clock, and the number that identifies the host and its start. */
    static final int ANSWER_BYTES = 2 * Long.BYTES;

    private static final byte[] NOTHING = {};

    private final BrokerConnection connection;
    private final LongSupplier clock;
    private final long host = EngagedAgent.startOfThisHost();

    private BrokerClock(Credentials user, LongSupplier clock) throws IOException, InterruptedException {
        this.clock = clock;
        connection = BrokerConnection.open(user, new BrokerConnection.Watcher() {});
        connection.subscribe(Subjects.from("*", Subjects.BROKER_CLOCK), this::asked);
    }

    public static BrokerClock open(Credentials user, LongSupplier clock) throws IOException, InterruptedException {
        return new BrokerClock(user, clock);
    }

    public void withdrawn(String agent) {
        connection.publish(Subjects.withdrawn(agent), NOTHING);
    }

    private void asked(String subject, byte[] bytes, @Nullable String replyTo) {
        try {
            Frame frame = Frame.of(bytes);
            if (frame.isQuestion()) {
                byte[] answer = ByteBuffer.allocate(ANSWER_BYTES)
                        .putLong(clock.getAsLong())
                        .putLong(host)
                        .array();
                connection.publish(
                        Subjects.to(Subjects.agentOf(subject), Subjects.BROKER_CLOCK),
                        new Frame(Frame.Kind.CLOCK, frame.lease(), frame.number(), answer).bytes());
            }
        } catch (RefusedMessageException e) {
            // Other messages are ignored.
            return;
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
