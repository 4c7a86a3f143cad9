// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** A blocking driver of a {@link FakeSut} that records its calls. */
public class RecordingDriver implements Driver {
    private final FakeSut sut;
    private final UserContext user;
    private final Log log;
    private volatile @Nullable Thread serving;

    /** The calls to the drivers of one run. Thread-safe. */
    public static final class Log {
        private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

        /** Calls in the order in which they ended. */
        public List<Call> calls() {
            synchronized (calls) {
                return List.copyOf(calls);
            }
        }

        /** The received calls by sequence, unit and position. */
        public List<ReceivedCall> received() {
            return calls().stream().map(Call::received).sorted().toList();
        }

        void add(Call call) {
            calls.add(call);
        }
    }

    /**
     * One call.
     *
     * @param user number of the user
     * @param received the call as received
     * @param intendedNanos intended start
     * @param beginNanos instant at which the driver was called
     * @param endNanos instant at which the driver returned
     */
    public record Call(int user, ReceivedCall received, long intendedNanos, long beginNanos, long endNanos) {}

    /** Creates a driver for one user. */
    public RecordingDriver(FakeSut sut, UserContext user, Log log) {
        this.sut = sut;
        this.user = user;
        this.log = log;
    }

    /** Conditional operations apply at even positions of even units. */
    @Override
    public boolean applies(OperationCall call) {
        return call.unitNumber() % 2 == 0 && call.position() % 2 == 0;
    }

    @Override
    public Outcome execute(OperationCall call) throws Exception {
        long begin = user.nanoTime();
        ReceivedCall received = ReceivedCall.of(call);
        serving = Thread.currentThread();
        try {
            sut.serve();
        } finally {
            serving = null;
            log.add(new Call(user.user(), received, call.intendedNanos(), begin, user.nanoTime()));
        }
        return outcome(call);
    }

    /** The outcome of a served call; success unless a test overrides it. */
    protected Outcome outcome(OperationCall call) {
        return Outcome.ok();
    }

    /** Interrupts the wait for the SUT. */
    @Override
    public void abort() {
        Thread waiting = serving;
        if (waiting != null) {
            waiting.interrupt();
        }
    }
}
