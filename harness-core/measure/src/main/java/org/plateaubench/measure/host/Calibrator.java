// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Measures a host in the way in which the harness will use it: several threads wait for instants of the clock, first
 * platform threads, then virtual ones. A part of the time is warm-up and does not count. One measurement per instance
 * at a time; it blocks the calling thread.
 */
public final class Calibrator {
    /**
     * The length of a calibration before a run: long enough for ten waits beyond the p99 of each kind, and short enough
     * to precede every run.
     */
    public static final Duration BEFORE_A_RUN = Duration.ofMillis(400);

    private static final int THREADS = 8;
    /** The shortest wait. Waits last from 0.5 to 1.5 ms, because users do not all wait for the same instant. */
    private static final long MIN_WAIT_NANOS = 500_000;

    private static final long SPREAD_NANOS = 1_000_000;
    /** The golden ratio spreads the waits of a thread evenly without repeating itself. */
    private static final double GOLDEN_RATIO = 0.618_033_988_749_895;

    private static final int PARTS = 8;

    private static final int WARM_UP_PARTS = 1;
    private static final int MEASURED_PARTS = 3;

    private static final int READS = 2_000;
    private static final int BLOCKS = 40;
    private static final int WARM_UP_BLOCKS = 20;
    private static final long READING_NANOS = 20_000_000;

    private static final int WARM_UP_EXCHANGES = 1_000;
    private static final int EXCHANGES = 2_000;
    private static final int MESSAGE_BYTES = 64;
    private static final ThreadMXBean THREAD_MX_BEAN = ManagementFactory.getThreadMXBean();

    private static final long POLL_NANOS = 1_000_000;

    private final NanoClock clock;

    public Calibrator(NanoClock clock) {
        this.clock = clock;
    }

    public Calibration calibrate(Duration length) throws InterruptedException {
        long partNanos = length.toNanos() / PARTS;
        ThreadFactory platform =
                Thread.ofPlatform().daemon().name("plateau-calibration-", 0).factory();
        ThreadFactory virtual = Thread.ofVirtual().factory();
        waits(platform, WARM_UP_PARTS * partNanos);
        waits(virtual, WARM_UP_PARTS * partNanos);
        long exchangeNanos = exchangeNanos(partNanos);
        long startNanos = clock.nanoTime();
        // This comes before the stall meter, which reads the clock at the same time.
        Calibration.ClockCost cost = clockCost();
        try (StallMeter stalls = new StallMeter(clock)) {
            Calibration.ParkError platformError = waits(platform, MEASURED_PARTS * partNanos);
            Calibration.ParkError virtualError = waits(virtual, MEASURED_PARTS * partNanos);
            return new Calibration(
                    cost,
                    platformError,
                    virtualError,
                    stalls.takeLongestNanos(),
                    clock.nanoTime() - startNanos,
                    exchangeNanos,
                    Runtime.getRuntime().availableProcessors());
        }
    }

    /** The CPU time of an exchange; their number is limited because not every clock advances meanwhile. */
    private long exchangeNanos(long lengthNanos) {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket server = listener.accept()) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            byte[] message = new byte[MESSAGE_BYTES];
            long startCpuNanos = 0;
            long endNanos = clock.nanoTime() + lengthNanos;
            int count = 0;
            while (count < WARM_UP_EXCHANGES + EXCHANGES
                    && (count <= WARM_UP_EXCHANGES || clock.nanoTime() < endNanos)) {
                startCpuNanos = count == WARM_UP_EXCHANGES ? THREAD_MX_BEAN.getCurrentThreadCpuTime() : startCpuNanos;
                client.getOutputStream().write(message);
                server.getInputStream().readNBytes(message, 0, MESSAGE_BYTES);
                server.getOutputStream().write(message);
                client.getInputStream().readNBytes(message, 0, MESSAGE_BYTES);
                count++;
            }
            long cpuNanos = THREAD_MX_BEAN.getCurrentThreadCpuTime() - startCpuNanos;
            return cpuNanos <= 0 ? -1 : cpuNanos / (count - WARM_UP_EXCHANGES);
        } catch (IOException e) {
            return -1;
        }
    }

    private Calibration.ClockCost clockCost() {
        List<Long> blocks = new ArrayList<>();
        long untilNanos = clock.nanoTime() + READING_NANOS;
        for (int block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
            long startNanos = clock.nanoTime();
            for (int read = 1; read < READS; read++) {
                clock.nanoTime();
            }
            long endNanos = clock.nanoTime();
            if (block >= WARM_UP_BLOCKS || endNanos >= untilNanos) {
                blocks.add(endNanos - startNanos);
            }
            if (endNanos >= untilNanos) {
                break;
            }
        }
        // The median, because a block in which the thread was interrupted does not describe the clock.
        blocks.sort(null);
        return new Calibration.ClockCost((double) blocks.get(blocks.size() / 2) / READS, step());
    }

    private long step() {
        long smallestNanos = Long.MAX_VALUE;
        long beforeNanos = clock.nanoTime();
        for (int read = 0; read < READS; read++) {
            long nowNanos = clock.nanoTime();
            if (nowNanos > beforeNanos) {
                smallestNanos = Math.min(smallestNanos, nowNanos - beforeNanos);
            }
            beforeNanos = nowNanos;
        }
        return smallestNanos == Long.MAX_VALUE ? 0 : smallestNanos;
    }

    /** A thread that waits repeatedly, and the lateness of each wait. */
    private final class Waiter implements Runnable {
        private final int number;
        private final long endNanos;
        private final long[] errorsNanos;
        private volatile int count;
        private volatile boolean ended;

        Waiter(int number, long endNanos, long lengthNanos) {
            this.number = number;
            this.endNanos = endNanos;
            errorsNanos = new long[Math.toIntExact(lengthNanos / MIN_WAIT_NANOS) + 1];
        }

        @Override
        public void run() {
            try {
                int waits = 0;
                long nowNanos = clock.nanoTime();
                // At least one wait: on a busy host a thread may begin after the end.
                do {
                    double share = ((number * errorsNanos.length + waits) * GOLDEN_RATIO) % 1;
                    long deadlineNanos = nowNanos + MIN_WAIT_NANOS + (long) (share * SPREAD_NANOS);
                    clock.parkUntil(deadlineNanos);
                    nowNanos = clock.nanoTime();
                    errorsNanos[waits++] = nowNanos - deadlineNanos;
                } while (nowNanos < endNanos && waits < errorsNanos.length);
                count = waits;
            } catch (InterruptedException e) {
                // The measurement was abandoned.
                Thread.currentThread().interrupt();
            } finally {
                ended = true;
            }
        }
    }

    private Calibration.ParkError waits(ThreadFactory threads, long lengthNanos) throws InterruptedException {
        long endNanos = clock.nanoTime() + lengthNanos;
        long cpuNanos = HostTelemetry.processCpuNanos();
        List<Waiter> waiters = new ArrayList<>();
        List<Thread> running = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            Waiter waiter = new Waiter(number, endNanos, lengthNanos);
            waiters.add(waiter);
            running.add(threads.newThread(clock.participating(waiter)));
        }
        running.forEach(Thread::start);
        try {
            // It waits on the clock, because a clock that simulates time must know about every wait.
            clock.parkUntil(endNanos);
            while (!waiters.stream().allMatch(waiter -> waiter.ended)) {
                clock.parkUntil(clock.nanoTime() + POLL_NANOS);
            }
        } catch (InterruptedException e) {
            running.forEach(Thread::interrupt);
            throw e;
        }
        long endCpuNanos = HostTelemetry.processCpuNanos();
        long[] errorsNanos = waiters.stream()
                .flatMapToLong(waiter -> Arrays.stream(waiter.errorsNanos, 0, waiter.count))
                .sorted()
                .toArray();
        return Calibration.ParkError.of(
                errorsNanos, cpuNanos < 0 || endCpuNanos < cpuNanos ? -1 : endCpuNanos - cpuNanos);
    }
}
