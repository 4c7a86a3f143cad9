// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

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
import org.plateaubench.measure.WorkloadRecorder;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;

/**
 * An event loop on a selector. A turn looks at the channels, runs tasks, runs the timers that are due, and last flushes
 * whatever has been started in it.
 *
 * <p>A selector waits in whole milliseconds, which is too coarse to pace by. So the loop sleeps in the selector only
 * while the next timer is far; when it is near, it naps for tens of microseconds and looks at the channels in between.
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
    private final LoopNotes notes;
    private final RunContext run;
    private final TimerHeap timers = new TimerHeap();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Runnable> tasksOfTurn = new ArrayList<>();
    private final List<Runnable> flushes = new ArrayList<>();
    private final List<TimerHeap.Entry> dueNow = new ArrayList<>();
    private final Doze doze = new Doze();
    private final ProbeSchedule probes;
    private volatile @Nullable Thread thread;
    private volatile boolean selecting;
    private volatile boolean stopping;
    private long lookedNanos;
    private long turnNanos;
    private long replySinceNanos;
    private boolean inEvent;
    private long heardNanos = NO_STAMP;

    SelectorLoop(RunContext run) {
        this.run = run;
        this.clock = run.clock();
        this.listener = run.listener();
        this.recorder = run.recorder();
        this.notes = new LoopNotes(run);
        this.probes = new ProbeSchedule(run);
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector", e);
        }
    }

    // ---- what drivers may use

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
            failed("a task on an event loop failed: ", failure);
        }
    }

    /** What it was to do for operations is not done, which is no fault of the SUT. */
    private void failed(String what, Throwable failure) {
        if (PluginFaults.isFaultBesideOperations(failure)) {
            recorder.pluginFault("event-loop", what + PluginFaults.text(failure), clock.nanoTime());
        }
        listener.fault(what + Failures.text(failure));
    }

    /** Runs a task of the harness on the loop soon and wakes it up. Any thread. */
    void submit(Runnable task) {
        tasks.add(task);
        if (!inLoop()) {
            if (selecting) {
                selector.wakeup();
            }
            doze.wake();
        }
    }

    /** Lets the loop look at its channels now, as a reply does it. Any thread. */
    void wake() {
        submit(() -> {});
    }

    @Override
    public boolean inLoop() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    // ---- what the harness adds

    /** Whose code the loop is running. */
    LoopGate gate() {
        return gate;
    }

    /** A plugin's code comes next. */
    void enterPlugin() {
        heardNanos = NO_STAMP;
        gate.enterPlugin();
    }

    /** Back from a plugin's code for good; acts on what it has completed. */
    void leavePlugin() {
        gate.leavePlugin();
        hear();
    }

    /** A driver has completed the operation of a slot; acted upon when its code is left. */
    void note(LoopSlot slot, @Nullable Outcome outcome, long endNanos, long itsHeardNanos) {
        notes.add(slot, outcome, endNanos, itsHeardNanos);
    }

    /** Acts on what drivers have completed. The loop's thread in the harness's code, or whoever has taken the loop. */
    void hear() {
        notes.hear(Math.max(lookedNanos, turnNanos));
    }

    /** A timer of the harness that can be armed again and again. */
    TimerHeap.Entry timer(Runnable task) {
        return timers.new Entry(task);
    }

    /**
     * Arms a timer for an instant that may be past, unless the loop was taken from its thread. It does not overtake what is due already, so that all that one turn
     * brings is started, and flushed, together. When nothing else is due, what a ready channel makes due is run right
     * after its handler: a pipelined connection is read, refilled and written while what belongs to it is at hand.
     */
    void arm(TimerHeap.Entry timer, long instantNanos) {
        if (gate.isTaken()) {
            return;
        }
        if (inEvent && instantNanos <= heardNanos && timers.nextNanos() > heardNanos) {
            dueNow.add(timer);
        } else {
            timer.arm(Math.max(instantNanos, turnNanos));
        }
    }

    /** Runs at the end of this turn. */
    void flushSoon(Runnable flush) {
        flushes.add(flush);
    }

    /**
     * When the harness hears of a completion: the instant of one that names none, and the bound of one that does, since
     * no end lies ahead. One reading of the clock serves a ready event (measurement rule M7), and all completions of one
     * visit to a plugin's code that name an instant before it.
     *
     * @param endNanos the instant that the completion names, or {@link Completion#NOW}
     */
    long heardNanos(long endNanos) {
        boolean isNew = !inEvent && endNanos == Completion.NOW;
        if (heardNanos == NO_STAMP || isNew || endNanos > heardNanos) {
            heardNanos = clock.nanoTime();
        }
        return heardNanos;
    }

    /**
     * The earliest instant at which what is being handled may have been there already: a reply that came while the loop
     * was busy came after it last looked; one that woke it up came just then; a timer since it was due.
     */
    long replySinceNanos() {
        return replySinceNanos;
    }

    /** Ends the loop after its present turn. Any thread. */
    void stop() {
        stopping = true;
        wake();
    }

    // ---- the loop

    @Override
    public void run() {
        thread = Thread.currentThread();
        lookedNanos = clock.nanoTime();
        try {
            while (!stopping) {
                turn();
            }
            selector.close();
        } catch (LoopGate.Taken e) {
            // Reported by whoever took it.
        } catch (IOException | RuntimeException | Error e) {
            listener.fault("an event loop ended by " + e);
        }
    }

    private void turn() throws IOException {
        if (!selector.keys().isEmpty()) {
            // What is ready at the first look may have come at any time since the last one.
            replySinceNanos = lookedNanos;
            boolean ready = selector.selectNow() > 0;
            lookedNanos = clock.nanoTime();
            // What came after the last turn's timers is surely in this look; what came within the look may not be.
            recordProbes(turnNanos);
            if (!ready) {
                ready = sleep();
            }
            if (ready) {
                handleReady();
            }
        } else {
            doze.until(clock, timers.nextNanos(), this::isIdle);
            lookedNanos = clock.nanoTime();
            recordProbes(lookedNanos);
        }
        runTasks();
        runTimers();
        runFlushes();
    }

    /** A reply that came at an instant up to the given one is seen by the look just taken, and was not by an earlier one. */
    private void recordProbes(long seenUntilNanos) {
        for (; probes.dueNanos() <= seenUntilNanos; probes.next()) {
            long due = probes.dueNanos();
            recorder.wakeUpLag(run.windows().windowAt(due), lookedNanos - due);
        }
    }

    private boolean isIdle() {
        return tasks.isEmpty() && !stopping;
    }

    /** Waits for channels, tasks or timers; returns whether a channel is ready. */
    private boolean sleep() throws IOException {
        long left = timers.nextNanos() - lookedNanos;
        if (left <= 0 || !isIdle()) {
            return false;
        }
        if (left <= NEAR_NANOS) {
            doze.until(clock, lookedNanos + Math.min(left, NAP_NANOS), this::isIdle);
            return false;
        }
        selecting = true;
        // A task that came before the flag was up has woken nobody.
        int ready = isIdle() ? selector.select(left / NANOS_PER_MILLI - 1) : 0;
        selecting = false;
        lookedNanos = clock.nanoTime();
        replySinceNanos = lookedNanos;
        return ready > 0;
    }

    private void handleReady() {
        turnNanos = lookedNanos;
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
                failed("a channel handler failed: ", failure);
            }
            inEvent = false;
            runDueNow();
        }
        selector.selectedKeys().clear();
    }

    private void runDueNow() {
        for (int i = 0; i < dueNow.size(); i++) {
            guarded(dueNow.get(i)::run);
        }
        dueNow.clear();
    }

    /** Only tasks that were submitted before, since a task may submit itself again and nothing else must starve. */
    private void runTasks() {
        replySinceNanos = lookedNanos;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            tasksOfTurn.add(task);
        }
        for (int i = 0; i < tasksOfTurn.size(); i++) {
            guarded(tasksOfTurn.get(i));
        }
        tasksOfTurn.clear();
    }

    /** Only timers that were armed before, since a timer may arm itself for now and channels must not starve. */
    private void runTimers() {
        long now = clock.nanoTime();
        turnNanos = now;
        long armedBefore = timers.armings();
        for (TimerHeap.Entry due = timers.pollDue(now, armedBefore);
                due != null;
                due = timers.pollDue(now, armedBefore)) {
            replySinceNanos = due.atNanos();
            guarded(due::run);
        }
    }

    private void runFlushes() {
        // A flush may add to the list.
        for (int i = 0; i < flushes.size(); i++) {
            guarded(flushes.get(i));
        }
        flushes.clear();
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (LoopGate.Taken e) {
            throw e;
        } catch (RuntimeException | Error e) {
            listener.fault("a task on an event loop failed: " + e);
        }
    }
}
