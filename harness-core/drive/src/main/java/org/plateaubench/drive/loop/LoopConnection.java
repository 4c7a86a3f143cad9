// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plateaubench.drive.run.FieldHandles;
import org.plateaubench.drive.run.PluginFaults;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.user.TimerHeap;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * The driver of one user on an event loop, with the state that the operations of the user share: whether it is
 * connected, how many operations are outstanding, when the first of them exceeds its timeout, and whether it must
 * flush. Confined to the loop except for the levels.
 */
final class LoopConnection {
    private static final VarHandle RUNNING = FieldHandles.of(MethodHandles.lookup(), "running", int.class);

    private final RunContext run;
    private final SelectorLoop loop;
    private final int user;
    private final TimerHeap.Entry timeout;
    private final Runnable lost;
    private final Runnable flush = this::flush;
    private @Nullable AsyncDriver driver;
    private @Nullable Runnable idle;
    private boolean flushing;
    private boolean lossReported;
    private volatile boolean connected;
    private int running;
    private long startedUnits;

    LoopConnection(RunContext run, SelectorLoop loop, int user, Runnable checkTimeouts, Runnable lost) {
        this.run = run;
        this.loop = loop;
        this.user = user;
        this.timeout = loop.timer(checkTimeouts);
        this.lost = lost;
    }

    int user() {
        return user;
    }

    SelectorLoop loop() {
        return loop;
    }

    /** Whether the user is connected and has not noticed the loss of its connection. May be called on any thread. */
    boolean isConnected() {
        return connected;
    }

    /** Operations outstanding. May be called on any thread. */
    int running() {
        return (int) RUNNING.getAcquire(this);
    }

    /** The units that its user has begun. May be called on any thread. */
    long startedUnits() {
        // This read makes visible what the loop wrote before.
        running();
        return startedUnits;
    }

    /** Creates the driver; returns what the session throws. */
    @Nullable
    Throwable makeDriver(WorkloadSession session, UserContext context) {
        return inPlugin(() -> driver = session.asyncDriver(context, loop));
    }

    boolean hasDriver() {
        return driver != null;
    }

    AsyncDriver driver() {
        if (driver == null) {
            throw new IllegalStateException("user " + user + " has no driver");
        }
        return driver;
    }

    @FunctionalInterface
    interface PluginCode {
        void run() throws Exception;
    }

    @Nullable
    Throwable inPlugin(PluginCode code) {
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

    boolean applies(OperationCall call) {
        AtomicBoolean applies = new AtomicBoolean();
        Throwable failure = inPlugin(() -> applies.set(driver().applies(call)));
        if (failure != null) {
            run.recorder().pluginFault("applies", PluginFaults.text(failure, run.listener()), loop.nanoTime());
        }
        return applies.get();
    }

    void connected() {
        connected = true;
    }

    void abort() {
        if (driver != null) {
            report("abort", inPlugin(driver::abort));
        }
    }

    /** The user has ended: no more operations are started. */
    void disconnect() {
        connected = false;
        timeout.cancel();
    }

    void close() {
        if (driver != null) {
            report("close", inPlugin(driver::close));
        }
    }

    /** Closes the driver, outside of the loop that was taken over from its thread. */
    void closeLate() {
        try {
            if (driver != null) {
                driver.close();
            }
        } catch (Exception | Error e) {
            report("close", e);
        }
    }

    private void report(String what, @Nullable Throwable failure) {
        if (failure != null) {
            run.listener().pluginThrew(failure);
            run.listener().fault("user " + user + " failed to " + what + ": " + PluginFaults.message(failure));
        }
    }

    void operationsStart(int count, long deadlineNanos) {
        lossReported = false;
        run.schedule().entered(count);
        changeRunning(count);
        if (!timeout.isArmed() || deadlineNanos < timeout.atNanos()) {
            timeout.arm(deadlineNanos);
        }
    }

    void expectReplyBy(long deadlineNanos) {
        timeout.arm(deadlineNanos);
    }

    /** The given number of operations that counted as running do not start. */
    void withdrawOperations(int count) {
        run.schedule().left(count);
        changeRunning(-count);
    }

    void countUnit() {
        startedUnits++;
    }

    /** A driver reports the loss of its connection; processed when its code is left. */
    void reportLoss() {
        lossReported = true;
    }

    /** Whether the connection was lost since the last operation started. */
    boolean isLossReported() {
        return lossReported;
    }

    /** Sets a task that runs at the end of each turn in which the last outstanding operation has ended. */
    void setIdleTask(Runnable task) {
        idle = task;
    }

    void operationEnded(boolean connectionLost) {
        changeRunning(-1);
        if (connectionLost && connected) {
            connected = false;
            run.attendance().away(user, loop.nanoTime());
            loop.flushSoon(lost);
        }
        if (idle != null && running == 0) {
            loop.flushSoon(idle);
        }
    }

    private void changeRunning(int by) {
        RUNNING.setRelease(this, running + by);
    }

    /** Ensures that the operations handed to the driver are sent. */
    void ensureFlush(boolean attempted, @Nullable Throwable failure) {
        if (failure != null) {
            flushFailed(failure);
        } else if (!attempted && !flushing) {
            flushing = true;
            loop.flushSoon(flush);
        }
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
        run.recorder().pluginFault("flush", PluginFaults.text(failure, run.listener()), loop.nanoTime());
        report("flush", failure);
    }

    // ---- the supervisor, once it has taken the loop from its thread

    void takenOver() {
        connected = false;
        run.schedule().left(running());
        RUNNING.setRelease(this, 0);
    }
}
