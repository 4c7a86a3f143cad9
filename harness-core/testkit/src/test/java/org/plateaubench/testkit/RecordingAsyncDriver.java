// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/**
 * An asynchronous driver of a {@link FakeSut} that records its calls. A request reaches the SUT when it is flushed; its
 * reply is a timer of the loop.
 */
public class RecordingAsyncDriver implements AsyncDriver {
    private final FakeSut sut;
    private final UserContext user;
    private final EventLoop loop;
    private final RecordingDriver.Log log;
    private final List<Pending> buffered = new ArrayList<>();
    private final List<EventLoop.Timer> replies = new ArrayList<>();
    private final List<Integer> flushSizes = new ArrayList<>();

    private record Pending(
            ReceivedCall received, long intendedNanos, long beginNanos, Outcome outcome, Completion completion) {}

    /** Creates a driver for one user. */
    public RecordingAsyncDriver(FakeSut sut, UserContext user, EventLoop loop, RecordingDriver.Log log) {
        this.sut = sut;
        this.user = user;
        this.loop = loop;
        this.log = log;
    }

    /** Conditional operations apply at even positions of even units. */
    @Override
    public boolean applies(OperationCall call) {
        return call.unitNumber() % 2 == 0 && call.position() % 2 == 0;
    }

    @Override
    public void start(OperationCall call, Completion completion) {
        buffered.add(
                new Pending(ReceivedCall.of(call), call.intendedNanos(), loop.nanoTime(), outcome(call), completion));
    }

    /** The outcome of a served call; success unless a test overrides it. */
    protected Outcome outcome(OperationCall call) {
        return Outcome.ok();
    }

    @Override
    public void flush() {
        flushSizes.add(buffered.size());
        for (Pending pending : buffered) {
            replies.add(loop.schedule(sut.arrive(), () -> reply(pending)));
        }
        buffered.clear();
    }

    private void reply(Pending pending) {
        log.add(new RecordingDriver.Call(
                user.user(), pending.received, pending.intendedNanos, pending.beginNanos, loop.nanoTime()));
        pending.completion.complete(pending.outcome);
    }

    /** Discards outstanding requests. */
    @Override
    public void abort() {
        replies.forEach(EventLoop.Timer::cancel);
        replies.clear();
        buffered.clear();
    }

    /** The number of requests that each flush sent. To be called on the loop's thread or after the run. */
    public List<Integer> flushSizes() {
        return List.copyOf(flushSizes);
    }
}
