// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.plateaubench.api.Load;
import org.plateaubench.spi.WorkloadSession;

/** Users of asynchronous drivers, dealt to event loops: as many loops as there are processors to run them. */
final class LoopUsers implements Users {
    private final RunContext run;
    private final List<SelectorLoop> loops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<LoopUser> users = new ArrayList<>();
    private final AtomicInteger lost = new AtomicInteger();
    private boolean issueEndTold;
    private boolean drainEndTold;

    LoopUsers(RunContext run, WorkloadSession session, IntFunction<UnitSource> sources) {
        this.run = run;
        DriveSpec.Share share = run.spec().share();
        int loopCount = Math.min(Runtime.getRuntime().availableProcessors(), share.users());
        for (int i = 0; i < loopCount; i++) {
            loops.add(new SelectorLoop(run.clock(), run.listener()));
        }
        boolean open = run.spec().load() instanceof Load.Open;
        int depth = run.spec().load().depth();
        for (int i = 0; i < share.users(); i++) {
            int number = share.firstUser() + i;
            users.add(new LoopUser(
                    run,
                    loops.get(i % loopCount),
                    session,
                    number,
                    () -> sources.apply(number),
                    open ? depth : 1,
                    open ? 1 : depth));
        }
    }

    @Override
    public void start() {
        users.forEach(user -> user.loop().execute(user::begin));
        for (int i = 0; i < loops.size(); i++) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name(run.threadName("loop-" + i))
                    .start(run.clock().participating(loops.get(i))));
        }
    }

    @Override
    public void sweep(long nowNanos) {
        if (!issueEndTold && nowNanos >= run.timeline().issueEndNanos()) {
            issueEndTold = true;
            users.forEach(user -> user.loop().execute(user::issueEnds));
        }
        if (!drainEndTold && nowNanos >= run.timeline().drainEndNanos()) {
            drainEndTold = true;
            users.forEach(user -> user.loop().execute(user::drainEnds));
        }
    }

    @Override
    public boolean haveEnded() {
        return users.stream().allMatch(LoopUser::hasEnded);
    }

    /** A loop that a driver blocks cannot be entered: what its users were at stays without an outcome, visibly so. */
    @Override
    public void giveUpRest() {
        for (LoopUser user : users) {
            if (!user.hasEnded()) {
                lost.incrementAndGet();
                run.listener().userFailed(user.number(), "its event loop is stuck");
            }
        }
    }

    @Override
    public int live() {
        return users.stream().mapToInt(user -> user.isLive() ? 1 : 0).sum();
    }

    @Override
    public int inFlight() {
        return users.stream().mapToInt(LoopUser::running).sum();
    }

    @Override
    public int lost() {
        return lost.get();
    }

    @Override
    public void close(long graceNanos) {
        loops.forEach(SelectorLoop::stop);
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofNanos(graceNanos));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
