// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/** A SUT whose operations take 5 to 15 ms; tests override times, outcomes and the reported end. */
class TimedSut implements WorkloadSession {
    private static final long MILLI = 1_000_000L;

    final NanoClock clock;
    private final AtomicLong calls = new AtomicLong();

    TimedSut(NanoClock clock) {
        this.clock = clock;
    }

    /** The duration of an operation that begins now. */
    long serviceNanos() {
        double share = KeyedRandom.toUnit(KeyedRandom.bits(7, 7, (int) calls.getAndIncrement()));
        return 5 * MILLI + (long) (share * 10 * MILLI);
    }

    /** The duration of an operation of a user that begins now. */
    long serviceNanos(int user, int operation) {
        return serviceNanos();
    }

    /** The outcome of an operation. */
    Outcome outcome(OperationCall call) {
        return Outcome.ok();
    }

    /** The end that an event-loop driver reports. */
    long reportedEndNanos(long beginNanos, long endNanos) {
        return endNanos;
    }

    @Override
    public Driver driver(UserContext user) {
        return call -> {
            clock.parkUntil(clock.nanoTime() + serviceNanos(user.user(), call.operation()));
            return outcome(call);
        };
    }

    @Override
    public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
        return (call, completion) -> begin(user.user(), loop, call, completion);
    }

    private void begin(int user, EventLoop loop, OperationCall call, Completion completion) {
        long begin = loop.nanoTime();
        long end = begin + serviceNanos(user, call.operation());
        loop.schedule(end, () -> completion.complete(outcome(call), reportedEndNanos(begin, end)));
    }
}
