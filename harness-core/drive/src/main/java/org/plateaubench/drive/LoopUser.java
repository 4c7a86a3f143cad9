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

/** One emulated user of an asynchronous driver. Confined to its loop but for the levels. */
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
     * @param run with counters that only the loop adds to
     * @param context what the driver is given
     * @param sources makes the source of a batch
     * @param batchCount how many batches of how many slots
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

    /** What starts its operations. */
    HandOver handOver() {
        return handOver;
    }

    AsyncDriver driver() {
        if (driver == null) {
            throw new IllegalStateException("user " + number() + " has no driver");
        }
        return driver;
    }

    /** As far as it knows. Any thread. */
    boolean isConnected() {
        return connected;
    }

    /**
     * For how long its slots have been in what they are in, summed, as far as the load wanted the user; 0 without a
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

    /** Operations outstanding. Any thread. */
    int running() {
        return (int) RUNNING.getAcquire(this);
    }

    /** Any thread. */
    boolean hasEnded() {
        return ended;
    }

    // ---- connection

    /** Makes the driver at the user's start, and connects it. */
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

    /** A method of the plugin; what it throws is returned. */
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
            // What the same code has completed is heard when it is left: a batch may be only half handed over.
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

    /** A word on an attempt that was given up, or a second word, means nothing. */
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
        // Before anybody counts them among the connected.
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

    /** At the end of the turn, so that the driver may first say itself what became of what was outstanding. */
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
     * @param count how many
     * @param deadlineNanos when the first of them has overrun its timeout
     */
    void operationsStart(int count, long deadlineNanos) {
        lossNoted = false;
        changeRunning(count);
        if (!timeout.isArmed() || deadlineNanos < timeout.atNanos()) {
            timeout.arm(deadlineNanos);
        }
    }

    /** So many of them do not start after all. */
    void operationsTakenBack(int count) {
        changeRunning(-count);
    }

    /** A driver says that it has lost the connection; acted upon when its code is left. */
    void noteLoss() {
        lossNoted = true;
    }

    /** Whether the connection was lost since the last operation started. */
    boolean isLossNoted() {
        return lossNoted;
    }

    /**
     * What was handed to the driver is to be sent.
     *
     * @param tried whether the driver was told to already
     * @param failure what it then failed with
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

    /** What it was to send may never leave: the timeouts of these operations tell. */
    private void flushFailed(Throwable failure) {
        run.recorder().pluginFault("flush", PluginFaults.text(failure), loop.nanoTime());
        run.listener().fault("user " + number() + " failed to flush: " + Failures.text(failure));
    }

    /** One timer per user: it is armed for the earliest deadline there was, so it may find that all is well. */
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

    /** Issuing has ended: nothing that waits is started, what runs may end. */
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

    /** Past the drain deadline: what still runs is abandoned, and its connection dropped. */
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
        // Background tasks are awaited, which a loop must not do.
        Thread.ofVirtual()
                .name(run.threadName("end-" + number()))
                .start(run.clock().participating(() -> {
                    context.close();
                    ended = true;
                }));
    }

    // ---- the supervisor, once it has taken the loop from its thread

    /** Records what this user was at and what it will not come to. */
    void takenOver(long nowNanos) {
        connected = false;
        run.attendance().gone(number(), nowNanos);
        RUNNING.setRelease(this, 0);
        if (!ending) {
            ending = true;
            batches.forEach(batch -> batch.takenOver(nowNanos));
            batches.forEach(LoopBatch::abandonRest);
        }
    }

    /** The loop's thread has come back after all: nothing is recorded, but everything released. */
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
