// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** A connection within one process: two bounded queues. */
@API(status = EXPERIMENTAL, since = "0.1")
public final class InJvmTransport {
    /** How often a waiting receiver checks whether the peer has gone. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Transport<ToAgent, ToController> controllerEnd;
    private final Transport<ToController, ToAgent> agentEnd;

    /**
     * A connection.
     *
     * @param capacity messages that may be on their way in each direction, at least 1
     */
    public InJvmTransport(int capacity) {
        Lane<ToAgent> toAgent = new Lane<>("the controller", capacity);
        Lane<ToController> toController = new Lane<>("the agent", capacity);
        controllerEnd = new End<>(toAgent, toController);
        agentEnd = new End<>(toController, toAgent);
    }

    /** The controller's end. */
    public Transport<ToAgent, ToController> controllerEnd() {
        return controllerEnd;
    }

    /** The agent's end. */
    public Transport<ToController, ToAgent> agentEnd() {
        return agentEnd;
    }

    /** One direction. */
    private static final class Lane<M extends Message> {
        private final String sender;
        private final BlockingQueue<M> queue;
        private final AtomicBoolean closed = new AtomicBoolean();

        Lane(String sender, int capacity) {
            this.sender = sender;
            queue = new ArrayBlockingQueue<>(capacity);
        }

        boolean offer(M message) throws PeerLostException {
            if (closed.get()) {
                throw new PeerLostException("The connection was closed.");
            }
            return queue.offer(message);
        }

        @Nullable
        M poll(long timeoutNanos) throws PeerLostException, InterruptedException {
            long leftNanos = timeoutNanos;
            while (true) {
                // Read before the queue is, so that no message sent before the end is missed.
                boolean ended = closed.get();
                M message = queue.poll(ended ? 0 : Math.clamp(leftNanos, 0, LOOK_NANOS), TimeUnit.NANOSECONDS);
                if (message != null) {
                    return message;
                }
                if (ended) {
                    throw new PeerLostException("The connection to " + sender + " is closed.");
                }
                leftNanos -= LOOK_NANOS;
                if (leftNanos <= 0) {
                    return null;
                }
            }
        }
    }

    private record End<S extends Message, R extends Message>(Lane<S> out, Lane<R> in) implements Transport<S, R> {
        @Override
        public boolean send(S message) throws PeerLostException {
            return out.offer(message);
        }

        @Override
        public @Nullable R receive(long timeoutNanos) throws PeerLostException, InterruptedException {
            return in.poll(timeoutNanos);
        }

        @Override
        public void close() {
            out.closed.set(true);
            in.closed.set(true);
        }
    }
}
