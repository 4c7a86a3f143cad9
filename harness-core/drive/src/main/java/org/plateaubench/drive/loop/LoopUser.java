// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.drive.run.Failures;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.user.Backoff;
import org.plateaubench.drive.user.DriverContext;
import org.plateaubench.drive.user.TimerHeap;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.spi.WorkloadSession;

/** One emulated user of an asynchronous driver. Confined to its loop except for the levels. */
final class LoopUser {
    private final RunContext run;
    private final SelectorLoop loop;
    private final WorkloadSession session;
    private final DriverContext context;
    private final LoopConnection connection;
    private final List<LoopBatch> batches = new ArrayList<>();
    private final List<LoopSlot> slots = new ArrayList<>();
    private final TimerHeap.Entry connectTimeout;
    private final TimerHeap.Entry nextConnect;
    private final TimerHeap.Entry startTimer;
    private final Backoff backoff;
    private final OperationStarter starter;
    private boolean connecting;
    private int attempts;
    private boolean issueEnded;
    private boolean ending;
    private volatile boolean ended;

    LoopUser(
            RunContext run,
            SelectorLoop loop,
            WorkloadSession session,
            DriverContext context,
            Supplier<UnitSource> sources,
            int batchCount,
            int batchSize) {
        this.run = run;
        this.loop = loop;
        this.session = session;
        this.context = context;
        SequenceKeys keys = SequenceKeys.ofUser(run.spec(), context.user());
        this.backoff = new Backoff(keys);
        this.startTimer = loop.timer(this::makeDriver);
        this.connection = new LoopConnection(run, loop, context.user(), this::checkTimeouts, this::reconnect);
        this.connectTimeout = loop.timer(this::connectTimedOut);
        this.nextConnect = loop.timer(this::connect);
        this.starter = new OperationStarter(run, connection, batchSize);
        for (int i = 0; i < batchCount; i++) {
            LoopBatch batch = new LoopBatch(run, connection, starter, keys, sources.get(), batchSize, batchCount == 1);
            batches.add(batch);
            slots.addAll(List.of(batch.slots()));
        }
    }

    int number() {
        return context.user();
    }

    SelectorLoop loop() {
        return loop;
    }

    OperationStarter starter() {
        return starter;
    }

    /** Whether the user is connected and has not noticed the loss of its connection. May be called on any thread. */
    boolean isConnected() {
        return connection.isConnected();
    }

    /**
     * The sum of the times for which its slots have been in their states while the load required the user; 0 if it is
     * not connected. May be called on any thread.
     */
    long pendingNanos(long nowNanos) {
        boolean busy = running() > 0;
        long sum = 0;
        for (int i = 0; isConnected() && i < slots.size(); i++) {
            long since = slots.get(i).sinceNanos();
            sum += busy ? Math.max(0, nowNanos - since) : run.activeNanos(number(), since, nowNanos);
        }
        return sum;
    }

    /** The sum of the times for which its operations have been in flight. May be called on any thread. */
    long operationNanos(long nowNanos) {
        long sum = 0;
        for (int i = 0; isConnected() && running() > 0 && i < slots.size(); i++) {
            LoopSlot slot = slots.get(i);
            sum += slot.appearsRunning() ? Math.max(0, nowNanos - slot.sinceNanos()) : 0;
        }
        return sum;
    }

    /** Operations outstanding. May be called on any thread. */
    int running() {
        return connection.running();
    }

    /** The units that the user has begun. May be called on any thread. */
    long startedUnits() {
        return connection.startedUnits();
    }

    /** Whether the user has ended. May be called on any thread. */
    boolean hasEnded() {
        return ended;
    }

    void begin() {
        startTimer.arm(run.userStartNanos(number()));
    }

    private void makeDriver() {
        if (ending) {
            return;
        }
        run.attendance().joining(number(), run.userStartNanos(number()), loop.nanoTime());
        Throwable thrown = connection.makeDriver(session, context);
        if (thrown == null && connection.hasDriver()) {
            connect();
            return;
        }
        Failures.Connect failure = (thrown == null
                        ? Failures.noDriver(session)
                        : Failures.noDriver(thrown, run.listener()))
                .withPrefix("no driver: ");
        failure.record(run, number(), loop.nanoTime());
        run.listener().userFailed(number(), failure.message());
    }

    private void connect() {
        if (issueEnded || loop.nanoTime() >= run.timeline().issueEndNanos()) {
            return;
        }
        connecting = true;
        int attempt = ++attempts;
        connectTimeout.arm(loop.nanoTime() + run.catalog().longestTimeoutNanos());
        Throwable thrown = connection.inPlugin(
                () -> connection.driver().connect((outcome, endNanos) -> connectCompleted(attempt, outcome)));
        if (thrown != null) {
            connectEnded(attempt, Failures.connect(thrown, run.listener()));
        }
    }

    private void connectCompleted(int attempt, Outcome completed) {
        Outcome outcome = Failures.checked(completed, connection.driver());
        Failures.Connect failure = outcome.kind() == OutcomeKind.OK
                ? null
                : new Failures.Connect(
                        (outcome.reason() + " " + outcome.message()).strip(),
                        outcome.reason().equals(DistinctErrors.PLUGIN_FAULT));
        if (!loop.inLoop()) {
            loop.submit(() -> connectEnded(attempt, failure));
        } else if (loop.gate().reenter()) {
            // The completions are processed when the plugin's code returns, because a batch may be only half handed
            // over.
            try {
                connectEnded(attempt, failure);
            } finally {
                loop.gate().enterPlugin();
            }
        }
    }

    private void connectTimedOut() {
        connectEnded(attempts, Failures.CONNECT_TIMED_OUT);
        connection.abort();
    }

    /** Ignores a completion of an attempt that was cancelled, and a second one of the same attempt. */
    private void connectEnded(int attempt, Failures.@Nullable Connect failure) {
        if (!connecting || attempt != attempts) {
            return;
        }
        connecting = false;
        connectTimeout.cancel();
        if (failure != null) {
            failure.record(run, number(), loop.nanoTime());
            if (backoff.isFirst()) {
                run.listener().userFailed(number(), "could not connect: " + failure.message());
            }
            nextConnect.arm(loop.nanoTime() + backoff.nextNanos());
            return;
        }
        long now = loop.nanoTime();
        // This comes before the user counts as connected.
        slots.forEach(slot -> slot.connectedAt(now));
        connection.connected();
        run.attendance().connected(number(), now);
        backoff.reset();
        batches.forEach(LoopBatch::connected);
    }

    /** Reconnects at the end of the turn, so that the driver may first complete the outstanding operations itself. */
    private void reconnect() {
        for (LoopSlot slot : slots) {
            if (slot.isRunning()) {
                Outcome lost = Outcome.error(Failures.CONNECTION_LOST, "");
                slot.endByHarness(lost, loop.nanoTime(), false);
            }
        }
        connect();
    }

    /** Runs on one timer per user, which may be armed for an operation that has ended, so there may be no timeout. */
    private void checkTimeouts() {
        long now = loop.nanoTime();
        long next = Long.MAX_VALUE;
        boolean hasTimedOut = false;
        for (LoopSlot slot : slots) {
            if (slot.isRunning() && slot.deadlineNanos() <= now) {
                hasTimedOut = true;
                slot.endByHarness(Failures.TIMED_OUT, now, true);
            } else if (slot.isRunning()) {
                next = Math.min(next, slot.deadlineNanos());
            }
        }
        if (hasTimedOut) {
            connection.abort();
        } else if (next != Long.MAX_VALUE) {
            connection.expectReplyBy(next);
        }
    }

    /** Issuing has ended: no waiting operation is started, running ones may end. */
    void issueEnds() {
        if (issueEnded) {
            return;
        }
        issueEnded = true;
        connection.setIdleTask(this::endIfDone);
        nextConnect.cancel();
        batches.forEach(LoopBatch::cancelWaiting);
        endIfDone();
    }

    private void endIfDone() {
        if (running() == 0) {
            end();
        }
    }

    /** Past the drain deadline: running operations are abandoned and the connection is dropped. */
    void drainEnds() {
        issueEnds();
        if (!ended && connection.hasDriver()) {
            long now = loop.nanoTime();
            batches.forEach(batch -> batch.abandon(now));
            connection.abort();
            end();
        }
    }

    private void end() {
        if (ending) {
            return;
        }
        ending = true;
        connection.disconnect();
        run.attendance().gone(number(), loop.nanoTime());
        connecting = false;
        connectTimeout.cancel();
        batches.forEach(LoopBatch::cancelWaiting);
        batches.forEach(LoopBatch::abandonRest);
        connection.close();
        // This waits for the end of background tasks, which a loop must not do.
        Thread.ofVirtual()
                .name(run.threadName("end-" + number()))
                .start(run.clock().participating(() -> {
                    context.close();
                    ended = true;
                }));
    }

    // ---- the supervisor, once it has taken the loop from its thread

    /** Records the operations of this user at the takeover and those it will not reach. */
    void takenOver(long nowNanos) {
        connection.takenOver();
        run.attendance().gone(number(), nowNanos);
        if (!ending) {
            ending = true;
            batches.forEach(batch -> batch.takenOver(nowNanos));
            batches.forEach(LoopBatch::abandonRest);
        }
    }

    /** The loop's thread has returned late: nothing is recorded, but everything is released. */
    void closeLate() {
        connection.closeLate();
        context.close();
    }
}
