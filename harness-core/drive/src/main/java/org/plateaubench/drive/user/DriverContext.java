// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Phase;
import org.plateaubench.drive.run.Failures;
import org.plateaubench.drive.run.PluginFaults;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;

/** The context that the driver of one user receives. Thread-safe. */
public final class DriverContext implements UserContext, AutoCloseable {
    private static final long BACKGROUND_GRACE_NANOS = 1_000_000_000L;
    private static final long POLL_NANOS = 5_000_000;

    private final RunContext run;
    private final int user;
    private final List<Runnable> gauges = new ArrayList<>();
    private final List<Background> background = new ArrayList<>();
    private boolean closed;

    private static final class Background {
        private final Thread thread;
        private volatile boolean done;

        Background(RunContext run, String name, Runnable task) {
            this.thread = Thread.ofVirtual()
                    .name(run.threadName(name))
                    .unstarted(run.clock().participating(() -> {
                        try {
                            task.run();
                        } finally {
                            done = true;
                        }
                    }));
        }
    }

    public DriverContext(RunContext run, int user) {
        this.run = run;
        this.user = user;
    }

    @Override
    public int user() {
        return user;
    }

    @Override
    public Counter counter(String name) {
        Counter counter = run.recorder().counter(name);
        return amount -> {
            if (amount < 0) {
                throw new IllegalArgumentException("counter " + name + " only grows, and was given " + amount);
            }
            counter.add(amount);
        };
    }

    @Override
    public Acknowledged acknowledged(String kind) {
        return run.recorder().acknowledged().of(kind);
    }

    @Override
    public synchronized void gauge(String name, LongSupplier level) {
        requireOpen();
        gauges.add(run.recorder().gauge(name, level));
    }

    /** An observation has no lag of the harness: it begins and is due at the same instant. */
    @Override
    public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
        int line = run.catalog().seriesLine(series);
        Failures.requireRecordable(outcome);
        if (endNanos < startNanos || endNanos > nanoTime()) {
            throw new IllegalArgumentException("observed " + series
                    + " must end after its start and not ahead of now; take both from nanoTime() of the user");
        }
        PhaseWindow window = run.windows().windowAt(startNanos);
        WorkloadRecorder recorder = run.recorder();
        recorder.issued(line, window);
        switch (outcome.kind()) {
            case OK ->
                recorder.ok(
                        line,
                        window,
                        startNanos,
                        startNanos,
                        endNanos,
                        run.windows().windowAt(endNanos));
            case DECLINED -> recorder.declined(line, window, outcome.reason(), startNanos, startNanos, endNanos);
            case ERROR, ABANDONED, DROPPED ->
                recorder.error(
                        line,
                        window,
                        outcome.reason(),
                        outcome.message(),
                        startNanos,
                        endNanos,
                        outcome.reason().equals(Outcome.TIMEOUT));
        }
    }

    @Override
    public synchronized void background(String name, BackgroundTask task) {
        requireOpen();
        background.removeIf(earlier -> earlier.done);
        Background started = new Background(run, "user-" + user + "-" + name, () -> runBackground(name, task));
        background.add(started);
        started.thread.start();
    }

    private void runBackground(String name, BackgroundTask task) {
        try {
            task.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception | Error e) {
            if (!isClosed()) {
                if (PluginFaults.isFaultOutsideOperation(e)) {
                    run.recorder().pluginFault("background", PluginFaults.text(e, run.listener()), nanoTime());
                }
                run.listener()
                        .fault("background task " + name + " of user " + user + " failed: " + PluginFaults.message(e));
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("user " + user + " has ended");
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public long nanoTime() {
        return run.clock().nanoTime();
    }

    @Override
    public Phase phaseAt(long nanos) {
        return run.timeline().phaseAt(nanos);
    }

    /** The user ends: its gauges are removed, its background tasks are interrupted and awaited for a bounded time. */
    @Override
    public void close() {
        List<Background> running;
        synchronized (this) {
            closed = true;
            gauges.forEach(Runnable::run);
            gauges.clear();
            running = List.copyOf(background);
            background.clear();
        }
        running.forEach(task -> task.thread.interrupt());
        long until = nanoTime() + BACKGROUND_GRACE_NANOS;
        for (Background task : running) {
            if (!awaitDone(task, until)) {
                run.listener().fault("background task " + task.thread.getName() + " does not end");
            }
        }
    }

    private boolean awaitDone(Background task, long untilNanos) {
        while (!task.done && nanoTime() < untilNanos) {
            try {
                run.clock().parkUntil(Math.min(nanoTime() + POLL_NANOS, untilNanos));
            } catch (InterruptedException e) {
                // The wait is bounded, so an interrupt does not shorten it.
            }
        }
        return task.done;
    }
}
