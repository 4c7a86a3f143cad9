// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;

/**
 * A clock on which time passes only when all participating threads wait for it: then it jumps to the earliest instant
 * that one of them waits for. Unmodified loops run on it as on the clock of a machine, and a run of minutes takes
 * milliseconds and gives the same nanoseconds every time.
 *
 * <p>A thread takes part when its task went through {@link #participating}. Only one of these threads runs at a time.
 * The next one is that with the earliest awaited instant; of two with the same instant, it is the one whose task was
 * registered first. An interrupted thread runs first, without time passing. A thread that takes part must wait on this
 * clock only: waiting for another such thread by any other means never ends. {@link Long#MAX_VALUE} is never reached: a
 * thread that waits for it waits for its interruption.
 *
 * <p>A new clock is held, so that all threads can be registered before the first one runs; {@link #proceed} releases
 * it. Other threads may read the clock and wait on it, without preventing time from passing.
 */
public final class ManualClock implements NanoClock {
    /** A thread takes part in at most one clock. */
    private static final ThreadLocal<@Nullable Participant> CURRENT = new ThreadLocal<>();

    private final Object lock = new Object();
    private final List<Participant> waiting = new ArrayList<>();
    private @Nullable Participant running;
    private long participants;
    private boolean held = true;
    private volatile long nowNanos;

    /** A thread that takes part. */
    private static final class Participant {
        private final long number;
        private long deadlineNanos;
        private volatile boolean granted;
        private volatile @Nullable Thread thread;

        Participant(long number, long deadlineNanos) {
            this.number = number;
            this.deadlineNanos = deadlineNanos;
        }

        boolean isInterrupted() {
            Thread itsThread = thread;
            return itsThread != null && itsThread.isInterrupted();
        }

        boolean isBefore(Participant other) {
            if (isInterrupted() != other.isInterrupted()) {
                return isInterrupted();
            }
            return deadlineNanos != other.deadlineNanos ? deadlineNanos < other.deadlineNanos : number < other.number;
        }
    }

    /** A clock at the given instant, which is held. */
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

    /** The interrupted state must not change before the thread's turn, since it determines the turn. */
    private void awaitTurn(Participant participant) {
        while (!participant.granted) {
            if (Thread.currentThread().isInterrupted()) {
                synchronized (lock) {
                    passTurn();
                }
                Thread.onSpinWait();
            } else {
                LockSupport.park(participant);
            }
        }
    }

    /**
     * A thread that takes no part waits for participating threads to advance time, or advances it itself when there are
     * none.
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
