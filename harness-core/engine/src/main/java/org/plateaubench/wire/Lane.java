// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One direction of a connection inside a process: a bounded queue that can end. Thread-safe. */
final class Lane<M extends Message> {
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<M> messages = new ArrayDeque<>();
    private @Nullable String end;

    /** A lane for at most the given number of messages, at least 1. */
    Lane(int capacity) {
        this.capacity = capacity;
    }

    /** Adds a message without waiting; false when there are too many. */
    boolean offer(M message) throws PeerLostException {
        lock.lock();
        try {
            if (end != null) {
                throw new PeerLostException("The connection was closed.");
            }
            return messages.size() < capacity && add(message);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a message as soon as there is room; discards it if the lane ends meanwhile. */
    void put(M message) throws InterruptedException {
        lock.lock();
        try {
            while (end == null && messages.size() >= capacity) {
                changed.await();
            }
            if (end == null) {
                add(message);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean add(M message) {
        messages.addLast(message);
        changed.signalAll();
        return true;
    }

    @Nullable
    M poll(long timeoutNanos) throws PeerLostException, InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = timeoutNanos;
            while (messages.isEmpty() && end == null && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
            M message = messages.pollFirst();
            if (message != null) {
                changed.signalAll();
            } else if (end != null) {
                throw new PeerLostException(end);
            }
            return message;
        } finally {
            lock.unlock();
        }
    }

    /** Takes no further messages; those that it holds can still be polled. The first reason is kept. */
    void end(String reason) {
        lock.lock();
        try {
            if (end == null) {
                end = reason;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
