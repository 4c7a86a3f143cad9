// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.drive.run.PluginFaults;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.drive.user.InterruptibleWait;
import org.plateaubench.drive.user.ProbeSchedule;
import org.plateaubench.drive.user.TimerHeap;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;

/**
 * An event loop on a selector. A turn handles ready channels, runs tasks and due timers, and last flushes the
 * operations started in it.
 *
 * <p>A selector waits in whole milliseconds, which is too coarse for pacing. So the loop sleeps in the selector only
 * while the next timer is far; when it is near, it sleeps for tens of microseconds and checks the channels in between.
 * A loop without channels waits on the clock alone and runs on a simulated one as well.
 */
final class SelectorLoop implements EventLoop, Runnable {
    private static final long NEAR_NANOS = 2_000_000;
    private static final long NAP_NANOS = 50_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NO_STAMP = Long.MIN_VALUE;

    private final NanoClock clock;
    private final RunListener listener;
    private final WorkloadRecorder recorder;
    private final Selector selector;
    private final LoopGate gate = new LoopGate();
    private final CompletionQueue completions;
    private final RunContext run;
    private final TimerHeap timers = new TimerHeap();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Runnable> tasksOfTurn = new ArrayList<>();
    private final List<Runnable> flushes = new ArrayList<>();
    private final List<TimerHeap.Entry> dueNow = new ArrayList<>();
    private final InterruptibleWait wait = new InterruptibleWait();
    private final ProbeSchedule probes;
    private volatile @Nullable Thread thread;
    private volatile boolean selecting;
    private volatile boolean stopping;
    private long polledNanos;
    private long turnNanos;
    private long replySinceNanos;
    private boolean inEvent;
    private long noticedNanos = NO_STAMP;

    SelectorLoop(RunContext run) {
        this.run = run;
        this.clock = run.clock();
        this.listener = run.listener();
        this.recorder = run.recorder();
        this.completions = new CompletionQueue(run);
        this.probes = new ProbeSchedule(run.spec().tile());
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector", e);
        }
    }

    @Override
    public Registration register(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException {
        SelectionKey key = channel.register(selector, interestOps, handler);
        return new Registration() {
            @Override
            public void interestOps(int newOps) {
                if (key.isValid()) {
                    key.interestOps(newOps);
                }
            }

            @Override
            public void close() {
                key.cancel();
            }
        };
    }

    @Override
    public Timer schedule(long atNanos, Runnable task) {
        TimerHeap.Entry entry = timer(() -> runPlugin(task));
        entry.arm(atNanos);
        return entry;
    }

    @Override
    public void execute(Runnable task) {
        submit(() -> runPlugin(task));
    }

    private void runPlugin(Runnable task) {
        Throwable failure = null;
        enterPlugin();
        try {
            task.run();
        } catch (Exception | Error e) {
            failure = e;
        }
        leavePlugin();
        if (failure != null) {
            report("a task on an event loop failed: ", failure);
        }
    }

    /** Reports code that failed, so that operations may lack its work, which is not a fault of the SUT. */
    private void report(String what, Throwable failure) {
        if (PluginFaults.isFaultOutsideOperation(failure)) {
            recorder.pluginFault("event-loop", what + PluginFaults.text(failure, listener), clock.nanoTime());
        }
        listener.fault(what + PluginFaults.message(failure));
    }

    /** Runs a task of the harness on the loop soon and wakes it up. May be called on any thread. */
    void submit(Runnable task) {
        tasks.add(task);
        if (!inLoop()) {
            if (selecting) {
                selector.wakeup();
            }
            wait.wake();
        }
    }

    /** Makes the loop check its channels now, as a reply does. May be called on any thread. */
    void wake() {
        submit(() -> {});
    }

    /** Whether the calling thread is the loop's thread. May be called by any thread. */
    public boolean inLoop() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    LoopGate gate() {
        return gate;
    }

    void enterPlugin() {
        noticedNanos = NO_STAMP;
        gate.enterPlugin();
    }

    void leavePlugin() {
        gate.leavePlugin();
        processCompletions();
    }

    /** A driver has completed an operation; processed when its code is left. */
    void addCompletion(LoopOperation operation, @Nullable Outcome outcome, long endNanos, long noticedNanos) {
        completions.add(operation, outcome, endNanos, noticedNanos);
    }

    /** Called by the loop's thread in the harness's code, or by the thread that has taken the loop over. */
    void processCompletions() {
        completions.process(Math.max(polledNanos, turnNanos));
    }

    TimerHeap.Entry timer(Runnable task) {
        return timers.new Entry(task);
    }

    /**
     * Arms a timer for an instant that may be past, unless the loop was taken from its thread. It does not overtake
     * timers that are due already, so that all operations of one turn are started, and flushed, together. When nothing
     * else is due, a timer armed by the handler of a ready channel runs right after that handler: a pipelined
     * connection is read, refilled and written while its data is in the cache.
     */
    void arm(TimerHeap.Entry timer, long instantNanos) {
        if (gate.isTaken()) {
            return;
        }
        if (inEvent && instantNanos <= noticedNanos && timers.nextNanos() > noticedNanos) {
            dueNow.add(timer);
        } else {
            timer.arm(Math.max(instantNanos, turnNanos));
        }
    }

    void flushSoon(Runnable flush) {
        flushes.add(flush);
    }

    /**
     * The instant at which the harness notices a completion: the end of a completion without an instant, and the latest
     * possible end of one with an instant, since no end is in the future. One reading of the clock serves a ready event
     * (measurement rule M7), and all completions of one call into a plugin's code that name an instant before it.
     */
    long noticedNanos(long endNanos) {
        boolean isNew = !inEvent && endNanos == Completion.NOW;
        if (noticedNanos == NO_STAMP || isNew || endNanos > noticedNanos) {
            noticedNanos = clock.nanoTime();
        }
        return noticedNanos;
    }

    /**
     * The earliest instant at which the event being handled may have occurred. A reply that came while the loop was
     * busy came after its last check; a reply that woke the loop up came at that instant; a timer occurred when it was
     * due.
     */
    long replySinceNanos() {
        return replySinceNanos;
    }

    /** Ends the loop after its current turn. May be called on any thread. */
    void stop() {
        stopping = true;
        wake();
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        polledNanos = clock.nanoTime();
        try {
            while (!stopping) {
                turn();
            }
            selector.close();
        } catch (LoopGate.LoopTakenOver e) {
            // The thread that took the loop over reports it.
        } catch (IOException | RuntimeException | Error e) {
            listener.fault("an event loop ended by " + e);
        }
    }

    private void turn() throws IOException {
        if (!selector.keys().isEmpty()) {
            // A channel that is ready at the first check may have become ready at any time since the last one.
            replySinceNanos = polledNanos;
            boolean ready = selector.selectNow() > 0;
            polledNanos = clock.nanoTime();
            // This check contains every event up to the last turn's timers, but not every event during the check.
            recordProbes(turnNanos);
            if (!ready) {
                ready = sleep();
            }
            if (ready) {
                handleReady();
            }
        } else {
            wait.until(clock, timers.nextNanos(), this::mayWait);
            polledNanos = clock.nanoTime();
            recordProbes(polledNanos);
        }
        runTasks();
        runTimers();
        runFlushes();
    }

    /** Records the probes up to the given instant, whose replies the latest check was the first to find. */
    private void recordProbes(long seenUntilNanos) {
        for (; probes.dueNanos() <= seenUntilNanos; probes.next()) {
            long due = probes.dueNanos();
            recorder.wakeUpLag(run.windows().windowAt(due), polledNanos - due);
        }
    }

    private boolean mayWait() {
        return tasks.isEmpty() && !stopping;
    }

    /** Waits for channels, tasks or timers; returns whether a channel is ready. */
    private boolean sleep() throws IOException {
        long left = timers.nextNanos() - polledNanos;
        if (left <= 0 || !mayWait()) {
            return false;
        }
        if (left <= NEAR_NANOS) {
            wait.until(clock, polledNanos + Math.min(left, NAP_NANOS), this::mayWait);
            return false;
        }
        selecting = true;
        // A task submitted before the flag was set has not woken the loop.
        int ready = mayWait() ? selector.select(left / NANOS_PER_MILLI - 1) : 0;
        selecting = false;
        polledNanos = clock.nanoTime();
        replySinceNanos = polledNanos;
        return ready > 0;
    }

    private void handleReady() {
        turnNanos = polledNanos;
        for (SelectionKey key : selector.selectedKeys()) {
            if (!key.isValid()) {
                continue;
            }
            Throwable failure = null;
            inEvent = true;
            enterPlugin();
            try {
                ((ReadyHandler) key.attachment()).ready(key.readyOps());
            } catch (Exception | Error e) {
                failure = e;
            }
            leavePlugin();
            if (failure != null) {
                key.cancel();
                report("a channel handler failed: ", failure);
            }
            inEvent = false;
            runDueNow();
        }
        selector.selectedKeys().clear();
    }

    private void runDueNow() {
        for (int i = 0; i < dueNow.size(); i++) {
            runGuarded(dueNow.get(i)::run);
        }
        dueNow.clear();
    }

    /** Runs only tasks submitted before: a task may submit itself again and must not starve the rest. */
    private void runTasks() {
        replySinceNanos = polledNanos;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            tasksOfTurn.add(task);
        }
        for (int i = 0; i < tasksOfTurn.size(); i++) {
            runGuarded(tasksOfTurn.get(i));
        }
        tasksOfTurn.clear();
    }

    /** Runs only timers armed before: a timer may arm itself for now and must not starve the channels. */
    private void runTimers() {
        long now = clock.nanoTime();
        turnNanos = now;
        long armedBefore = timers.armings();
        for (TimerHeap.Entry due = timers.pollDue(now, armedBefore);
                due != null;
                due = timers.pollDue(now, armedBefore)) {
            replySinceNanos = due.atNanos();
            runGuarded(due::run);
        }
    }

    private void runFlushes() {
        // A flush may add to the list.
        for (int i = 0; i < flushes.size(); i++) {
            runGuarded(flushes.get(i));
        }
        flushes.clear();
    }

    private void runGuarded(Runnable task) {
        try {
            task.run();
        } catch (LoopGate.LoopTakenOver e) {
            throw e;
        } catch (RuntimeException | Error e) {
            listener.fault("a task on an event loop failed: " + e);
        }
    }
}
