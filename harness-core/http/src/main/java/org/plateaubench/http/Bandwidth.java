// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The bandwidth of one user, which all its connections share. Each direction transmits a number of bytes per second;
 * unused bandwidth is not saved for later. A thread that has sent or received bytes is parked until the line would have
 * transmitted them. Any thread.
 */
public final class Bandwidth {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long LONGEST_PARK_NANOS = 50_000_000L;
    private static final int STEPS_PER_SECOND = 50;
    private static final int LEAST_STEP_BYTES = 256;
    private static final int LARGEST_STEP_BYTES = 64 << 10;

    private final LongSupplier nanoTime;
    private final Direction up;
    private final Direction down;
    private final int stepBytes;
    private volatile boolean stopped;

    /** One direction; {@code freeNanos} is the instant at which all its bytes will have been transmitted. */
    private static final class Direction {
        private final long bytesPerSecond;
        private boolean used;
        private long freeNanos;

        Direction(long bytesPerSecond) {
            this.bytesPerSecond = bytesPerSecond;
        }

        synchronized long reserve(int bytes, long nowNanos) {
            long start = used && freeNanos - nowNanos > 0 ? freeNanos : nowNanos;
            used = true;
            freeNanos = start + Math.multiplyExact(bytes, SECOND_NANOS) / bytesPerSecond;
            return freeNanos;
        }
    }

    /**
     * Creates a line; 0 means an unlimited direction.
     *
     * @param nanoTime a monotonic clock
     */
    public Bandwidth(long upBytesPerSecond, long downBytesPerSecond, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.up = new Direction(upBytesPerSecond);
        this.down = new Direction(downBytesPerSecond);
        long slower = upBytesPerSecond == 0 || downBytesPerSecond == 0
                ? Math.max(upBytesPerSecond, downBytesPerSecond)
                : Math.min(upBytesPerSecond, downBytesPerSecond);
        this.stepBytes = Math.clamp(slower / STEPS_PER_SECOND, LEAST_STEP_BYTES, LARGEST_STEP_BYTES);
    }

    /** Greatest number of bytes to read or write before the next call, at least 1. */
    public int stepBytes() {
        return stepBytes;
    }

    /** Called after bytes have been written; returns when the next may be written. */
    public void sent(int bytes) {
        carry(up, bytes);
    }

    /** Called after bytes have been read; returns when the next may be read. */
    public void received(int bytes) {
        carry(down, bytes);
    }

    private void carry(Direction direction, int bytes) {
        if (direction.bytesPerSecond == 0 || bytes <= 0) {
            return;
        }
        long dueNanos = direction.reserve(bytes, nanoTime.getAsLong());
        long leftNanos = dueNanos - nanoTime.getAsLong();
        // An interrupted thread cannot park: it is about to be stopped, and the line no longer matters.
        while (leftNanos > 0 && !stopped && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, Math.min(leftNanos, LONGEST_PARK_NANOS));
            leftNanos = dueNanos - nanoTime.getAsLong();
        }
    }

    /** Sets whether threads stop waiting for the line, as after an abort. */
    public void stop(boolean nowStopped) {
        stopped = nowStopped;
    }
}
