// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;

/**
 * A clock whose time passes only when all participating threads wait for it; it then jumps to the earliest awaited
 * instant. A run of minutes takes milliseconds and gives the same nanoseconds every time.
 *
 * <p>A thread participates if its task was wrapped by {@link #participating}. Only one of these threads runs at a time.
 * The next one is the thread with the earliest awaited instant; of two with the same instant, the one whose task was
 * wrapped first. An interrupted thread runs first, without time passing. A participating thread must wait only on this
 * clock: a wait for another participating thread by other means never ends. {@link Long#MAX_VALUE} is never reached, so
 * a thread that waits for it waits for an interrupt.
 *
 * <p>A new clock is stopped, so that all threads can be registered before the first one runs; {@link #proceed} starts
 * it. Other threads may read the clock and wait on it, which does not prevent time from passing.
 */
public final class ManualClock implements NanoClock {
    /** The participant that is the current thread; a thread participates in at most one clock. */
    private static final ThreadLocal<@Nullable Participant> CURRENT = new ThreadLocal<>();

    private final Object lock = new Object();
    private final List<Participant> waiting = new ArrayList<>();
    private @Nullable Participant running;
    private long participants;
    private boolean held = true;
    private volatile long nowNanos;

    /** A participating thread. */
    private static final class Participant {
        private final long number;
        private long deadlineNanos;
        private volatile boolean granted;
        /** Whether it was interrupted while it waits; the thread itself is then not, since such a thread cannot park. */
        private volatile boolean interrupted;

        private volatile @Nullable Thread thread;

        Participant(long number, long deadlineNanos) {
            this.number = number;
            this.deadlineNanos = deadlineNanos;
        }

        boolean isInterrupted() {
            Thread waiting = thread;
            return interrupted || (waiting != null && waiting.isInterrupted());
        }

        boolean isBefore(Participant other) {
            if (isInterrupted() != other.isInterrupted()) {
                return isInterrupted();
            }
            return deadlineNanos != other.deadlineNanos ? deadlineNanos < other.deadlineNanos : number < other.number;
        }
    }

    /** Creates a stopped clock at the given instant. */
    public ManualClock(long startNanos) {
        nowNanos = startNanos;
    }

    /** Starts the participating threads. */
    public void proceed() {
        synchronized (lock) {
            held = false;
            passTurn();
        }
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /** The instants of this clock counted from the year 2000, so that they cannot be mistaken for current times. */
    @Override
    public Instant wallTime() {
        return Instant.parse("2000-01-01T00:00:00Z").plusNanos(nowNanos);
    }

    @Override
    public Runnable participating(Runnable task) {
        Participant participant;
        synchronized (lock) {
            participant = new Participant(participants++, nowNanos);
            waiting.add(participant);
        }
        return () -> {
            participant.thread = Thread.currentThread();
            CURRENT.set(participant);
            awaitTurn(participant);
            try {
                task.run();
            } finally {
                CURRENT.remove();
                leave();
            }
        };
    }

    @Override
    public boolean isSimulated() {
        return true;
    }

    private void leave() {
        synchronized (lock) {
            running = null;
            passTurn();
        }
    }

    @Override
    public void parkUntil(long deadlineNanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Participant participant = CURRENT.get();
        if (participant == null) {
            watch(deadlineNanos);
            return;
        }
        synchronized (lock) {
            if (deadlineNanos <= nowNanos) {
                return;
            }
            participant.deadlineNanos = deadlineNanos;
            participant.granted = false;
            waiting.add(participant);
            running = null;
            passTurn();
        }
        awaitTurn(participant);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Waits for the thread's turn. An interrupt determines the turn, and remains set when the thread runs. */
    private void awaitTurn(Participant participant) {
        while (!participant.granted) {
            if (Thread.currentThread().isInterrupted()) {
                participant.interrupted = true;
                Thread.interrupted();
                synchronized (lock) {
                    passTurn();
                }
            } else {
                LockSupport.park(participant);
            }
        }
        if (participant.interrupted) {
            participant.interrupted = false;
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Lets a thread that does not participate wait until participating threads advance the time; if there are none, it
     * advances the time itself.
     */
    private void watch(long deadlineNanos) throws InterruptedException {
        synchronized (lock) {
            while (nowNanos < deadlineNanos) {
                if (!held && running == null && waiting.isEmpty()) {
                    nowNanos = deadlineNanos;
                    lock.notifyAll();
                } else {
                    lock.wait();
                }
            }
        }
    }

    private void passTurn() {
        if (held || running != null) {
            return;
        }
        Participant next = null;
        for (Participant candidate : waiting) {
            if (next == null || candidate.isBefore(next)) {
                next = candidate;
            }
        }
        if (next != null && (next.deadlineNanos != Long.MAX_VALUE || next.isInterrupted())) {
            waiting.remove(next);
            running = next;
            if (!next.isInterrupted()) {
                nowNanos = Math.max(nowNanos, next.deadlineNanos);
            }
            next.granted = true;
            LockSupport.unpark(next.thread);
        }
        lock.notifyAll();
    }
}
