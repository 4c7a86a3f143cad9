// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Runs a thread that only sleeps and reads the clock. When it is late, every other thread of the process may be late
 * too, regardless of whether a collector, the kernel or the hypervisor is the cause (measurement rule M2). Any thread
 * may read the result.
 */
public final class StallMeter implements AutoCloseable {
    /**
     * The sleep between two readings. A shorter stall may go unnoticed, and a longer one may be measured too short by
     * this much, unless another waiting thread reports it. Waking up is expensive on a virtual machine, and the bound
     * on stalls is five times as long.
     */
    public static final long PERIOD_NANOS = 10_000_000;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final NanoClock clock;
    private final AtomicLong longestNanos = new AtomicLong();
    private final Thread thread;
    private volatile long deadlineNanos;

    public StallMeter(NanoClock clock) {
        this.clock = clock;
        deadlineNanos = clock.nanoTime() + PERIOD_NANOS;
        thread = Thread.ofPlatform().name("stall-meter").daemon().start(this::watch);
    }

    /** The longest lateness since the last call; a stall in progress counts up to now. */
    public long takeLongestNanos() {
        long ongoingNanos = thread.isAlive() ? clock.nanoTime() - deadlineNanos : 0;
        return Math.max(longestNanos.getAndSet(0), ongoingNanos);
    }

    /** Reports how late another thread woke up that only waits for scheduled instants. */
    void recordLateness(long lateNanos) {
        longestNanos.accumulateAndGet(lateNanos, Math::max);
    }

    /** Ends the thread, within a second. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(CLOSE_WITHIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only this thread writes it.
    private void watch() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long dueNanos = deadlineNanos;
                clock.parkUntil(dueNanos);
                long lateNanos = clock.nanoTime() - dueNanos;
                recordLateness(lateNanos);
                // A fixed schedule, which lateness does not shift.
                deadlineNanos = dueNanos + (lateNanos / PERIOD_NANOS + 1) * PERIOD_NANOS;
            }
        } catch (InterruptedException e) {
            // The meter was closed.
        }
    }
}
