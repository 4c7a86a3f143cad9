// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.plateaubench.api.Load;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.user.DriverContext;
import org.plateaubench.drive.user.Users;
import org.plateaubench.spi.WorkloadSession;

/** Users of asynchronous drivers, distributed over event loops: as many loops as there are processors to run them. */
public final class LoopUsers implements Users {
    private static final int TAKE_ATTEMPTS = 200;
    private static final long TAKE_POLL_NANOS = 1_000_000;

    private final RunContext run;
    private final List<SelectorLoop> loops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<LoopUser> users = new ArrayList<>();
    private final AtomicInteger lost = new AtomicInteger();
    private boolean issueEndReported;
    private boolean drainEndReported;

    public LoopUsers(RunContext run, WorkloadSession session, BiFunction<RunContext, Integer, UnitSource> sources) {
        this.run = run;
        Load.Share share = run.spec().share();
        int loopCount = Math.min(Runtime.getRuntime().availableProcessors(), share.users());
        List<RunContext> runs = new ArrayList<>();
        for (int i = 0; i < loopCount; i++) {
            RunContext loopRun = run.forOneThread();
            loops.add(new SelectorLoop(loopRun));
            runs.add(loopRun);
        }
        boolean isOpen = run.spec().load() instanceof Load.Open;
        int depth = run.spec().load().depth();
        for (int i = 0; i < share.users(); i++) {
            int number = share.firstUser() + i;
            RunContext loopRun = runs.get(i % loopCount);
            users.add(new LoopUser(
                    loopRun,
                    loops.get(i % loopCount),
                    session,
                    // Values that a driver records itself, on any thread, go to the shared counters.
                    new DriverContext(run, number),
                    () -> sources.apply(loopRun, number),
                    isOpen ? depth : 1,
                    isOpen ? 1 : depth));
        }
    }

    @Override
    public void start() {
        users.forEach(user -> user.loop().submit(user::begin));
        for (int i = 0; i < loops.size(); i++) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name(run.threadName("loop-" + i))
                    .start(run.clock().participating(task(loops.get(i)))));
        }
    }

    @Override
    public void sweep(long nowNanos) {
        if (!issueEndReported && nowNanos >= run.timeline().issueEndNanos()) {
            issueEndReported = true;
            users.forEach(user -> user.loop().submit(user::issueEnds));
        }
        if (!drainEndReported && nowNanos >= run.timeline().drainEndNanos()) {
            drainEndReported = true;
            users.forEach(user -> user.loop().submit(user::drainEnds));
        }
    }

    @Override
    public boolean haveEnded() {
        return users.stream().allMatch(LoopUser::hasEnded);
    }

    /** Takes over loops that a driver blocks; their operations are recorded in their state at the drain deadline. */
    @Override
    public void abandonRemaining() {
        for (SelectorLoop loop : loops) {
            List<LoopUser> left = users.stream()
                    .filter(user -> user.loop().equals(loop) && !user.hasEnded())
                    .toList();
            if (left.isEmpty()) {
                continue;
            }
            if (take(loop)) {
                left.forEach(user -> user.starter().recordHandOvers());
                loop.processCompletions();
                left.forEach(user -> user.takenOver(run.timeline().drainEndNanos()));
            } else {
                run.listener().fault("an event loop did not end; the operations of its users are not counted");
            }
            for (LoopUser user : left) {
                lost.incrementAndGet();
                run.listener()
                        .userFailed(user.number(), "its event loop is stuck: a driver on it blocks, and must not");
            }
        }
    }

    /** Takes a loop over; waits while it runs code of the harness itself, which takes little time. */
    private boolean take(SelectorLoop loop) {
        boolean isTaken = loop.gate().take();
        for (int attempt = 0; attempt < TAKE_ATTEMPTS && !isTaken; attempt++) {
            try {
                run.clock().parkUntil(run.clock().nanoTime() + TAKE_POLL_NANOS);
            } catch (InterruptedException e) {
                // The time for taking a loop over is bounded.
            }
            isTaken = loop.gate().take();
        }
        return isTaken;
    }

    /** A loop that was taken over releases the resources of its users if its thread returns. */
    private Runnable task(SelectorLoop loop) {
        return () -> {
            loop.run();
            if (loop.gate().isTaken()) {
                users.stream().filter(user -> user.loop().equals(loop)).forEach(LoopUser::closeLate);
            }
        };
    }

    @Override
    public int live() {
        long now = run.clock().nanoTime();
        return users.stream()
                .mapToInt(
                        user -> user.isConnected() && (user.running() > 0 || run.isActive(user.number(), now)) ? 1 : 0)
                .sum();
    }

    @Override
    public int inFlight() {
        return users.stream().mapToInt(LoopUser::running).sum();
    }

    @Override
    public Pending pending(long nowNanos) {
        long all = 0;
        long operations = 0;
        for (LoopUser user : users) {
            all += user.pendingNanos(nowNanos);
            operations += user.operationNanos(nowNanos);
        }
        return new Pending(operations, all - operations);
    }

    @Override
    public long startedUnits(int index) {
        return users.get(index).startedUnits();
    }

    @Override
    public boolean isWaiting(int index) {
        return !users.get(index).isConnected() || users.get(index).running() > 0;
    }

    @Override
    public void wakeLoops() {
        loops.forEach(SelectorLoop::wake);
    }

    @Override
    public int lost() {
        return lost.get();
    }

    @Override
    public void close(long graceNanos) {
        loops.forEach(SelectorLoop::stop);
        try {
            for (int i = 0; i < threads.size(); i++) {
                // A thread that is stuck in a driver cannot be ended; it is a daemon and its users were reported lost.
                if (!loops.get(i).gate().isTaken()) {
                    threads.get(i).join(Duration.ofNanos(graceNanos));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
