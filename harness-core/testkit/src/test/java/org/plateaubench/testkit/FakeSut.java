// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.plateaubench.measure.clock.NanoClock;

/**
 * A simulated SUT that is only a queue, first come first served, with one or more servers, a service time per request,
 * and stalls, during which no server makes progress. The end of a request is computed at its arrival and awaited on the
 * given clock, so that on a {@link ManualClock} every instant is exact. Thread-safe.
 */
public final class FakeSut {
    private final NanoClock clock;
    private final ServiceTime serviceTime;
    private final List<Stall> stalls;
    private final long[] freeAtNanos;
    private final List<Request> requests = new ArrayList<>();

    /** The time for which a request occupies a server. */
    @FunctionalInterface
    public interface ServiceTime {
        /**
         * The service time.
         *
         * @param number number of the request in the order of arrival, from 0
         * @return nanoseconds, not negative
         */
        long nanos(long number);
    }

    /**
     * A time in which the SUT serves no request.
     *
     * @param startNanos from the clock of the SUT
     * @param endNanos from the clock of the SUT
     */
    public record Stall(long startNanos, long endNanos) {
        public Stall {
            if (endNanos < startNanos) {
                throw new IllegalArgumentException("a stall must not end before it starts");
            }
        }
    }

    /**
     * The times of one request.
     *
     * @param arrivedNanos instant of its arrival
     * @param doneNanos instant at which its reply is ready
     */
    public record Request(long arrivedNanos, long doneNanos) {}

    /**
     * Creates a SUT with stalls.
     *
     * @param servers number of requests served at the same time, at least 1
     */
    public FakeSut(NanoClock clock, int servers, ServiceTime serviceTime, Stall... stalls) {
        this.clock = clock;
        this.serviceTime = serviceTime;
        this.stalls = Arrays.stream(stalls)
                .sorted(Comparator.comparingLong(Stall::startNanos))
                .toList();
        this.freeAtNanos = new long[servers];
        Arrays.fill(freeAtNanos, Long.MIN_VALUE);
    }

    /** Lets a request arrive now; returns the instant at which its reply is ready. */
    public synchronized long arrive() {
        long now = clock.nanoTime();
        int server = 0;
        for (int i = 1; i < freeAtNanos.length; i++) {
            if (freeAtNanos[i] < freeAtNanos[server]) {
                server = i;
            }
        }
        long begin = Math.max(now, freeAtNanos[server]);
        long done = completionTime(begin, serviceTime.nanos(requests.size()), stalls);
        freeAtNanos[server] = done;
        requests.add(new Request(now, done));
        return done;
    }

    /** Lets a request arrive now and waits for its reply. */
    public void serve() throws InterruptedException {
        clock.parkUntil(arrive());
    }

    /** Every request so far, in the order of arrival. */
    public synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Returns when work is complete that begins at the given instant and makes no progress during stalls. */
    public static long completionTime(long beginNanos, long workNanos, List<Stall> stallsByTime) {
        long at = beginNanos;
        long left = workNanos;
        for (Stall stall : stallsByTime) {
            if (stall.endNanos() <= at) {
                continue;
            }
            long before = Math.max(0, stall.startNanos() - at);
            if (before > 0 && left <= before) {
                return at + left;
            }
            left -= before;
            at = stall.endNanos();
        }
        return at + left;
    }
}
