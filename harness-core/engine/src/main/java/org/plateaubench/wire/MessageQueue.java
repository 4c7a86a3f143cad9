// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One direction of a connection inside a process: a bounded queue that can end. Thread-safe. */
final class MessageQueue<M extends Message> {
    private final int capacity;
    private final Deque<M> messages = new ArrayDeque<>();
    private @Nullable String end;

    /** A queue for at most the given number of messages, at least 1. */
    MessageQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Adds a message without waiting; false when there are too many. */
    synchronized boolean offer(M message) throws PeerLostException {
        if (end != null) {
            throw new PeerLostException("The connection was closed.");
        }
        return messages.size() < capacity && add(message);
    }

    /** Adds a message as soon as there is room; discards it if the queue ends in the meantime. */
    synchronized void put(M message) throws InterruptedException {
        while (end == null && messages.size() >= capacity) {
            wait();
        }
        if (end == null) {
            add(message);
        }
    }

    private boolean add(M message) {
        messages.addLast(message);
        notifyAll();
        return true;
    }

    /** The next message; null when none came in time. */
    @Nullable
    synchronized M poll(long timeoutNanos) throws PeerLostException, InterruptedException {
        if (messages.isEmpty() && end == null && timeoutNanos > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, timeoutNanos);
        }
        M message = messages.pollFirst();
        if (message == null && end != null) {
            throw new PeerLostException(end);
        }
        notifyAll();
        return message;
    }

    /** Accepts no further messages; the messages in it can still be polled. The first reason is kept. */
    synchronized void end(String reason) {
        end = end == null ? reason : end;
        notifyAll();
    }
}
