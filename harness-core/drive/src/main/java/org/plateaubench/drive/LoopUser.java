// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.measure.DistinctErrors;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.WorkloadSession;

/** One emulated user of an asynchronous driver. Confined to its loop except for the levels. */
final class LoopUser {
    private static final VarHandle RUNNING;

    static {
        try {
            RUNNING = MethodHandles.lookup().findVarHandle(LoopUser.class, "running", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RunContext run;
    private final SelectorLoop loop;
    private final WorkloadSession session;
    private final DriverContext context;
    private final List<LoopBatch> batches = new ArrayList<>();
    private final List<LoopSlot> slots = new ArrayList<>();
    private final TimerHeap.Entry timeout;
    private final TimerHeap.Entry connectTimeout;
    private final TimerHeap.Entry nextConnect;
    private final TimerHeap.Entry beginning;
    private final Runnable flush = this::flush;
    private final SequenceKeys keys;
    private final Backoff backoff;
    private final HandOver handOver;
    private @Nullable AsyncDriver driver;
    private boolean connecting;
    private int attempts;
    private boolean flushing;
    private boolean lossNoted;
    private boolean issueEnded;
    private boolean ending;
    private volatile boolean connected;
    private int running;
    private volatile boolean ended;

    /**
     * A user.
     *
     * @param run run context with counters that only the loop adds to
     * @param context context of the driver
     * @param sources creates the source of a batch
     * @param batchCount number of batches and slots
     */
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
        this.keys = SequenceKeys.ofUser(run.spec(), context.user());
        this.backoff = new Backoff(keys);
        this.beginning = loop.timer(this::makeDriver);
        this.timeout = loop.timer(this::lookForOverrun);
        this.connectTimeout = loop.timer(this::connectOverran);
        this.nextConnect = loop.timer(this::connect);
        this.handOver = new HandOver(run, this, batchSize);
        for (int i = 0; i < batchCount; i++) {
            LoopBatch batch = new LoopBatch(run, this, sources.get(), batchSize, batchCount == 1);
            batches.add(batch);
            slots.addAll(List.of(batch.slots()));
        }
    }

    int number() {
        return context.user();
    }

    /** The keys of the user's own draws. */
    SequenceKeys keys() {
        return keys;
    }

    SelectorLoop loop() {
        return loop;
    }

    /** The hand-over that starts its operations. */
    HandOver handOver() {
        return handOver;
    }

    AsyncDriver driver() {
        if (driver == null) {
            throw new IllegalStateException("user " + number() + " has no driver");
        }
        return driver;
    }

    /** Whether the user is connected, as far as it knows. Any thread. */
    boolean isConnected() {
        return connected;
    }

    /**
     * How long its slots have been in their present state, summed, as far as the load wanted the user; 0 without a
     * connection. Any thread.
     */
    long pendingNanos(long nowNanos) {
        boolean busy = running() > 0;
        long sum = 0;
        for (int i = 0; connected && i < slots.size(); i++) {
            long since = slots.get(i).sinceNanos();
            sum += busy ? Math.max(0, nowNanos - since) : run.activeNanos(number(), since, nowNanos);
        }
        return sum;
    }

    /** How long its operations have been in flight, summed. Any thread. */
    long operationNanos(long nowNanos) {
        long sum = 0;
        for (int i = 0; connected && running() > 0 && i < slots.size(); i++) {
            LoopSlot slot = slots.get(i);
            sum += slot.isSeenRunning() ? Math.max(0, nowNanos - slot.sinceNanos()) : 0;
        }
        return sum;
    }

    /** Operations outstanding. Any thread. */
    int running() {
        return (int) RUNNING.getAcquire(this);
    }

    /** Whether the user has ended. Any thread. */
    boolean hasEnded() {
        return ended;
    }

    // ---- connection

    /** Creates the driver at the user's start, and connects it. */
    void begin() {
        beginning.arm(run.userStartNanos(number()));
    }

    private void makeDriver() {
        if (ending) {
            return;
        }
        run.attendance().joins(number(), run.userStartNanos(number()), loop.nanoTime());
        Throwable thrown = inPlugin(() -> driver = session.asyncDriver(context, loop));
        if (thrown == null && driver != null) {
            connect();
            return;
        }
        Failures.Connect failure =
                (thrown == null ? Failures.noDriver(session) : Failures.noDriver(thrown)).after("no driver: ");
        failure.record(run, number(), loop.nanoTime());
        run.listener().userFailed(number(), failure.message());
    }

    /** Calls a method of the plugin; returns what it throws. */
    private @Nullable Throwable inPlugin(PluginCode code) {
        Throwable failure = null;
        loop.enterPlugin();
        try {
            code.run();
        } catch (Exception | Error e) {
            failure = e;
        }
        loop.leavePlugin();
        return failure;
    }

    @FunctionalInterface
    private interface PluginCode {
        void run() throws Exception;
    }

    private void connect() {
        if (issueEnded || loop.nanoTime() >= run.timeline().issueEndNanos()) {
            return;
        }
        connecting = true;
        int attempt = ++attempts;
        connectTimeout.arm(loop.nanoTime() + run.catalog().longestTimeoutNanos());
        Throwable thrown = inPlugin(() -> driver().connect((outcome, endNanos) -> connectReplied(attempt, outcome)));
        if (thrown != null) {
            connectEnded(attempt, Failures.connect(thrown));
        }
    }

    private void connectReplied(int attempt, Outcome answer) {
        Outcome outcome = Failures.checked(answer, driver());
        Failures.Connect failure = outcome.kind() == OutcomeKind.OK
                ? null
                : new Failures.Connect(
                        (outcome.reason() + " " + outcome.message()).strip(),
                        outcome.reason().equals(DistinctErrors.PLUGIN_FAULT));
        if (!loop.inLoop()) {
            loop.submit(() -> connectEnded(attempt, failure));
        } else if (loop.gate().reenter()) {
            // Completions of this code are processed when it is left: a batch may be only half handed over.
            try {
                connectEnded(attempt, failure);
            } finally {
                loop.gate().enterPlugin();
            }
        }
    }

    private void connectOverran() {
        connectEnded(attempts, Failures.CONNECT_OVERRAN);
        dropConnection();
    }

    /** A completion of an attempt that was given up, or a second one, is ignored. */
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
        // Before the user counts as connected.
        slots.forEach(slot -> slot.connectedAt(now));
        connected = true;
        run.attendance().connected(number(), now);
        backoff.reset();
        batches.forEach(LoopBatch::connected);
    }

    private void dropConnection() {
        AsyncDriver made = driver;
        Throwable failure = made == null ? null : inPlugin(made::abort);
        if (failure != null) {
            run.listener().fault("user " + number() + " failed to abort: " + Failures.text(failure));
        }
    }

    /** At the end of the turn, so that the driver may first complete the outstanding operations itself. */
    private void reconnect() {
        for (LoopSlot slot : slots) {
            if (slot.isRunning()) {
                Outcome lost = Outcome.error(Failures.CONNECTION_LOST, "");
                slot.endByHarness(lost, loop.nanoTime(), false);
            }
        }
        connect();
    }

    // ---- operations

    /**
     * Operations are about to start.
     *
     * @param count number of operations
     * @param deadlineNanos when the first of them will have exceeded its timeout
     */
    void operationsStart(int count, long deadlineNanos) {
        lossNoted = false;
        run.schedule().enters(count);
        changeRunning(count);
        if (!timeout.isArmed() || deadlineNanos < timeout.atNanos()) {
            timeout.arm(deadlineNanos);
        }
    }

    /** So many of them do not start. */
    void operationsTakenBack(int count) {
        run.schedule().leaves(count);
        changeRunning(-count);
    }

    /** A driver reports the loss of its connection; processed when its code is left. */
    void noteLoss() {
        lossNoted = true;
    }

    /** Whether the connection was lost since the last operation started. */
    boolean isLossNoted() {
        return lossNoted;
    }

    /**
     * The operations handed to the driver must be sent.
     *
     * @param tried whether the driver was already told to flush
     * @param failure the exception of that flush
     */
    void flushed(boolean tried, @Nullable Throwable failure) {
        if (failure != null) {
            flushFailed(failure);
        } else if (!tried && !flushing) {
            flushing = true;
            loop.flushSoon(flush);
        }
    }

    /** An operation has ended. */
    void operationEnded(boolean connectionLost) {
        changeRunning(-1);
        if (connectionLost && connected) {
            connected = false;
            run.attendance().away(number(), loop.nanoTime());
            loop.flushSoon(this::reconnect);
        }
        if (issueEnded && running == 0) {
            loop.flushSoon(this::endIfDone);
        }
    }

    private void changeRunning(int by) {
        RUNNING.setRelease(this, running + by);
    }

    private void flush() {
        flushing = false;
        Throwable failure = connected ? inPlugin(driver()::flush) : null;
        if (failure != null) {
            flushFailed(failure);
        }
    }

    /** The buffered operations may never be sent: their timeouts will show it. */
    private void flushFailed(Throwable failure) {
        run.recorder().pluginFault("flush", PluginFaults.text(failure), loop.nanoTime());
        run.listener().fault("user " + number() + " failed to flush: " + Failures.text(failure));
    }

    /** One timer per user: it is armed for the earliest deadline so far, so it may find no timeout. */
    private void lookForOverrun() {
        long now = loop.nanoTime();
        long next = Long.MAX_VALUE;
        boolean overrun = false;
        for (LoopSlot slot : slots) {
            if (slot.isRunning() && slot.deadlineNanos() <= now) {
                overrun = true;
                slot.endByHarness(Failures.TIMED_OUT, now, true);
            } else if (slot.isRunning()) {
                next = Math.min(next, slot.deadlineNanos());
            }
        }
        if (overrun) {
            dropConnection();
        } else if (next != Long.MAX_VALUE) {
            timeout.arm(next);
        }
    }

    // ---- the end

    /** Issuing has ended: no waiting operation is started, running ones may end. */
    void issueEnds() {
        if (issueEnded) {
            return;
        }
        issueEnded = true;
        nextConnect.cancel();
        batches.forEach(LoopBatch::giveUp);
        endIfDone();
    }

    private void endIfDone() {
        if (running == 0) {
            end();
        }
    }

    /** Past the drain deadline: running operations are abandoned and the connection is dropped. */
    void drainEnds() {
        issueEnds();
        if (!ended && driver != null) {
            long now = loop.nanoTime();
            batches.forEach(batch -> batch.abandon(now));
            dropConnection();
            end();
        }
    }

    private void end() {
        if (ending) {
            return;
        }
        ending = true;
        connected = false;
        run.attendance().gone(number(), loop.nanoTime());
        connecting = false;
        timeout.cancel();
        connectTimeout.cancel();
        batches.forEach(LoopBatch::giveUp);
        batches.forEach(LoopBatch::abandonRest);
        AsyncDriver made = driver;
        Throwable failure = made == null ? null : inPlugin(made::close);
        if (failure != null) {
            run.listener().fault("user " + number() + " failed to close: " + Failures.text(failure));
        }
        // The end of background tasks is awaited, which a loop must not do.
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
        connected = false;
        run.schedule().leaves(running());
        run.attendance().gone(number(), nowNanos);
        RUNNING.setRelease(this, 0);
        if (!ending) {
            ending = true;
            batches.forEach(batch -> batch.takenOver(nowNanos));
            batches.forEach(LoopBatch::abandonRest);
        }
    }

    /** The loop's thread has returned late: nothing is recorded, but everything is released. */
    void closeLate() {
        try {
            if (driver != null) {
                driver.close();
            }
        } catch (Exception | Error e) {
            run.listener().fault("user " + number() + " failed to close: " + Failures.text(e));
        }
        context.close();
    }
}
