// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.proving.Connection.Due;

/**
 * Sends each answer when it is due: one thread sleeps until shortly before and spins for the rest, since a sleep ends
 * tens of microseconds late.
 */
final class AnswerSender implements Runnable {
    private static final long EARLY_NANOS = 60_000;

    private final ServerCounts counts;
    private final Queue<Due> inbox = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Due> waiting = new PriorityQueue<>();
    private final Map<Connection, List<Due>> byConnection = new LinkedHashMap<>();
    private final Thread thread = new Thread(this, "answers");
    private volatile long wakeNanos = Long.MIN_VALUE;

    AnswerSender(ServerCounts counts) {
        this.counts = counts;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Adds a pending answer. May be called by any thread. */
    void add(Due due) {
        inbox.add(due);
        if (due.dueNanos() - wakeNanos < 0) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        FineTimer.enable();
        while (true) {
            drainInbox();
            Due first = waiting.peek();
            long now = System.nanoTime();
            if (first == null || first.dueNanos() - now > EARLY_NANOS) {
                sleep(first, now);
            } else if (first.dueNanos() - now > 0) {
                Thread.onSpinWait();
            } else {
                sendDue(now);
            }
        }
    }

    private void drainInbox() {
        for (Due due = inbox.poll(); due != null; due = inbox.poll()) {
            waiting.add(due);
        }
    }

    private void sleep(@Nullable Due first, long now) {
        wakeNanos = first == null ? now + Long.MAX_VALUE / 2 : first.dueNanos();
        // An answer added before the wake-up time was set has woken no thread.
        if (inbox.isEmpty()) {
            if (first == null) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, first.dueNanos() - EARLY_NANOS - now);
            }
        }
        wakeNanos = now;
    }

    /** Sends the due answers; several of one connection go out in one write, as after a stall. */
    private void sendDue(long now) {
        for (Due first = waiting.peek(); first != null && first.dueNanos() - now <= 0; first = waiting.peek()) {
            waiting.remove();
            byConnection
                    .computeIfAbsent(first.connection(), any -> new ArrayList<>())
                    .add(first);
        }
        byConnection.forEach(this::send);
        byConnection.clear();
    }

    private void send(Connection connection, List<Due> answers) {
        long now = System.nanoTime();
        try {
            connection.answer(answers, now);
            answers.forEach(due -> counts.answered(due.workloadCounts(), now - due.dueNanos()));
        } catch (IOException e) {
            answers.forEach(due -> counts.lost());
            connection.close();
        }
    }

    /** Makes the Linux kernel end the sleeps of a thread as precisely as possible: by default it may be 50 us late. */
    static final class FineTimer {
        /** Constant of {@code linux/prctl.h}. */
        private static final int PR_SET_TIMERSLACK = 29;

        private FineTimer() {}

        /** Sets it for the calling thread; without effect on systems that lack it. */
        // Restricted: a wrong signature could crash the JVM. This one is from the manual page of prctl.
        @SuppressWarnings("restricted")
        static void enable() {
            Linker linker = Linker.nativeLinker();
            Optional<MemorySegment> address = linker.defaultLookup().find("prctl");
            if (!System.getProperty("os.name", "").equals("Linux") || address.isEmpty()) {
                return;
            }
            MethodHandle prctl = linker.downcallHandle(
                    address.get(),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));
            try {
                int result = (int) prctl.invokeExact(PR_SET_TIMERSLACK, 1L);
                if (result != 0) {
                    throw new IllegalStateException("prctl gave " + result);
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
