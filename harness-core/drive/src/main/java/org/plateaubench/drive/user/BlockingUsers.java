// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.drive.run.PluginFaults;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.spi.WorkloadSession;

/** Users of blocking drivers: each on its own platform thread, or on a virtual thread while it has work to do. */
public final class BlockingUsers implements Users {
    private final RunContext run;
    private final BlockingUser[] users;
    private final @Nullable WaitScheduler scheduler;
    private @Nullable Thread schedulerThread;
    private final List<BlockingUser> abandoned = new ArrayList<>();
    private final Set<BlockingUser> lostUsers = ConcurrentHashMap.newKeySet();

    public BlockingUsers(RunContext run, WorkloadSession session, IntFunction<UnitSource> sources) {
        this.run = run;
        this.scheduler = run.spec().execution() == Execution.VIRTUAL ? new WaitScheduler(run) : null;
        Load.Share share = run.spec().share();
        this.users = new BlockingUser[share.users()];
        for (int i = 0; i < users.length; i++) {
            int number = share.firstUser() + i;
            PacedUnit unit = new PacedUnit(run.catalog(), SequenceKeys.ofUser(run.spec(), number));
            users[i] = new BlockingUser(
                    run, session, new DriverContext(run, number), sources.apply(number), unit, scheduler);
        }
    }

    @Override
    public void start() {
        if (scheduler != null) {
            for (BlockingUser user : users) {
                user.awaitStart();
            }
            schedulerThread = Thread.ofPlatform()
                    .daemon()
                    .name(run.threadName("wait-scheduler"))
                    .start(run.clock().participating(scheduler));
        } else {
            for (BlockingUser user : users) {
                Thread.ofPlatform()
                        .daemon()
                        .name(run.threadName("user-" + user.number()))
                        .start(run.clock().participating(user));
            }
        }
    }

    @Override
    public void sweep(long nowNanos) {
        long issueEnd = run.timeline().issueEndNanos();
        boolean isDrainOver = nowNanos >= run.timeline().drainEndNanos();
        for (BlockingUser user : users) {
            UserCell cell = user.cell();
            long seen = cell.seen();
            switch (UserCell.state(seen)) {
                case WAITING -> {
                    if (cell.limitNanos() > issueEnd) {
                        cell.wake();
                    }
                }
                case AWAY -> {
                    if (cell.limitNanos() > issueEnd) {
                        user.shorten(issueEnd);
                    }
                }
                case DRIVER -> enforceDeadline(user, seen, nowNanos, isDrainOver);
                case ABORTED -> {
                    if (isDrainOver || nowNanos >= cell.limitNanos() + GRACE_NANOS) {
                        abandon(user, seen, nowNanos);
                    }
                }
                case HARNESS, TAKEN, ENDED -> {}
            }
        }
        if (nowNanos >= issueEnd) {
            abandonRest();
        }
    }

    private void enforceDeadline(BlockingUser user, long seen, long nowNanos, boolean isDrainOver) {
        UserCell cell = user.cell();
        UserCell.Activity activity = cell.activity();
        boolean isLate = nowNanos >= cell.limitNanos();
        if (isDrainOver && activity != UserCell.Activity.CLOSE) {
            if (cell.take(seen)) {
                user.takenOver(activity, nowNanos, false);
                user.abandonRest();
                cell.abortBegins();
                startAbort(user);
            }
        } else if (isLate && cell.claimAbort(seen)) {
            startAbort(user);
        }
    }

    /** Records a user as lost because its driver did not return from an abort. */
    private void abandon(BlockingUser user, long seen, long nowNanos) {
        UserCell.Activity activity = user.cell().activity();
        if (user.cell().take(seen)) {
            user.takenOver(activity, nowNanos, true);
            abandoned.add(user);
            markLost(
                    user,
                    "did not return from an aborted " + activity.name().toLowerCase(Locale.ROOT)
                            + user.cell().place() + "; abort() of its driver must make the call return");
        }
    }

    private void markLost(BlockingUser user, String what) {
        lostUsers.add(user);
        run.listener().userFailed(user.number(), what);
    }

    /** Starts an abort on a separate thread, because it may block. */
    private void startAbort(BlockingUser user) {
        Runnable abort = () -> {
            try {
                user.abort();
            } catch (RuntimeException | Error e) {
                run.listener().pluginThrew(e);
                run.listener().fault("user " + user.number() + " failed to abort: " + PluginFaults.message(e));
            } finally {
                user.cell().abortEnds();
            }
        };
        Thread.ofVirtual()
                .name(run.threadName("abort-" + user.number()))
                .start(run.clock().participating(abort));
    }

    /** Counts the units that lost users will not reach; only when issuing ends, since that instant may still move. */
    private void abandonRest() {
        abandoned.forEach(BlockingUser::abandonRest);
        abandoned.clear();
    }

    @Override
    public boolean haveEnded() {
        for (BlockingUser user : users) {
            if (!hasEnded(user)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasEnded(BlockingUser user) {
        return UserCell.state(user.cell().seen()) == UserCell.State.ENDED || lostUsers.contains(user);
    }

    @Override
    public void abandonRemaining() {
        abandonRest();
        for (BlockingUser user : users) {
            if (!hasEnded(user)) {
                markLost(user, "did not end with the run" + user.cell().place());
            }
        }
    }

    @Override
    public int live() {
        int count = 0;
        long now = run.clock().nanoTime();
        for (BlockingUser user : users) {
            count += user.isLive() && (user.isOperating() || run.isActive(user.number(), now)) ? 1 : 0;
        }
        return count;
    }

    @Override
    public int inFlight() {
        int count = 0;
        for (BlockingUser user : users) {
            count += user.isOperating() ? 1 : 0;
        }
        return count;
    }

    @Override
    public Pending pending(long nowNanos) {
        long operations = 0;
        long idle = 0;
        for (BlockingUser user : users) {
            boolean operating = user.isOperating();
            long nanos = user.pendingNanos(operating, nowNanos);
            operations += operating ? nanos : 0;
            idle += operating ? 0 : nanos;
        }
        return new Pending(operations, idle);
    }

    @Override
    public long startedUnits(int index) {
        return users[index].cell().startedUnits();
    }

    @Override
    public boolean isWaiting(int index) {
        return !users[index].isLive() || users[index].isOperating();
    }

    @Override
    public int lost() {
        return lostUsers.size();
    }

    /** A thread that is stuck in a driver cannot be ended; it is a daemon and was reported lost. */
    @Override
    public void close(long graceNanos) {
        Thread ending = schedulerThread;
        if (scheduler == null || ending == null) {
            return;
        }
        scheduler.stop();
        try {
            ending.join(Duration.ofNanos(graceNanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
