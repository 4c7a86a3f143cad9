// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.plateaubench.measure.clock.NanoClock;

/**
 * A SUT that is nothing but a queue: one or more servers, first come first served, a service time per request, and
 * stalls, during which no server makes progress. The instant when a request is done is computed when it arrives, and is
 * awaited on the given clock, so that on a {@link ManualClock} every instant is exact. Any thread.
 */
public final class FakeSut {
    private final NanoClock clock;
    private final ServiceTime serviceTime;
    private final List<Stall> stalls;
    private final long[] freeAtNanos;
    private final List<Request> requests = new ArrayList<>();

    /** How long a request keeps a server busy. */
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
     * A time in which the SUT serves nothing.
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
     * @param arrivedNanos when it arrived
     * @param doneNanos when its reply is ready
     */
    public record Request(long arrivedNanos, long doneNanos) {}

    /**
     * A SUT with stalls.
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

    /** A request arrives now; returns when its reply will be ready. */
    public synchronized long arrive() {
        long now = clock.nanoTime();
        int server = 0;
        for (int i = 1; i < freeAtNanos.length; i++) {
            if (freeAtNanos[i] < freeAtNanos[server]) {
                server = i;
            }
        }
        long begin = Math.max(now, freeAtNanos[server]);
        long done = workedUntil(begin, serviceTime.nanos(requests.size()), stalls);
        freeAtNanos[server] = done;
        requests.add(new Request(now, done));
        return done;
    }

    /** Serves one request while the caller waits. */
    public void serve() throws InterruptedException {
        clock.parkUntil(arrive());
    }

    /** Every request so far, in the order of arrival. */
    public synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    /** When work of a length that begins at an instant is done, if nothing moves during a stall. */
    public static long workedUntil(long beginNanos, long workNanos, List<Stall> stallsByTime) {
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
