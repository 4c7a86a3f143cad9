// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;

/**
 * A clock on which time passes only when everybody waits for it: then it jumps to the earliest instant that anybody
 * waits for. Loops that know nothing of it run on it as they run on the clock of a machine, and a run of minutes takes
 * milliseconds and gives the same nanoseconds every time.
 *
 * <p>A thread takes part when its task went through {@link #participating}. Of those threads one runs at a time. Who is
 * next goes by the instant waited for and, where two are the same, by the order in which the tasks were made known; a
 * thread that was interrupted goes before all others, without time passing. A thread that takes part must wait on this
 * clock only: waiting for another such thread in any other way never ends. {@link Long#MAX_VALUE} is never reached: who
 * waits for that waits to be interrupted.
 *
 * <p>A new clock is held, so that all threads can be made known before the first one runs; {@link #proceed} lets go.
 * Other threads may read the clock and wait on it, without keeping time from passing.
 */
public final class ManualClock implements NanoClock {
    /** A thread belongs to one clock at most. */
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

    /** A clock that stands at an instant, held. */
    public ManualClock(long startNanos) {
        nowNanos = startNanos;
    }

    /** Lets the threads that take part begin. */
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

    /** The instants of this clock counted from the year 2000, so that they look like none of today. */
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

    /** The interrupted state must stay as it is until the turn has come, since the turn is given by it. */
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

    /** A thread that takes no part waits for others to move time, or moves it itself when there is nobody else. */
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
