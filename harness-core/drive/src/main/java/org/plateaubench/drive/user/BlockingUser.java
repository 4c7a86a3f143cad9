// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.drive.run.Failures;
import org.plateaubench.drive.run.PluginFaults;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.run.UnitRecord;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.user.UserCell.TakenOver;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.WorkloadSession;

/**
 * One emulated user of a blocking driver. It connects, and then repeatedly takes a unit, prepares, waits, executes and
 * records. Its work is divided into steps, each of which ends by setting a wait and the next step. A user with an entry
 * in a wait scheduler releases its thread for any wait that is not short, and continues on another one, from the state
 * in its fields. Nothing in the loop locks, logs or allocates in closed load.
 */
final class BlockingUser implements Runnable {
    private final RunContext run;
    private final WorkloadSession session;
    private final DriverContext context;
    private final UnitSource source;
    private final NanoClock clock;
    private final UserCell cell = new UserCell();
    private final PacedUnit unit;
    private final UnitRecord record;
    private final ReusedCall call;
    private final Backoff backoff;
    private final WaitScheduler.@Nullable UserEntry entry;
    private volatile @Nullable Driver driver;
    private volatile boolean connected;
    /** Start of the user's present state: an operation, or the time between two. */
    private volatile long sinceNanos;

    private enum Step {
        BEGIN,
        TAKE,
        PREPARE,
        SERVE_EMPTY,
        PERFORM,
        STAY
    }

    private Step step = Step.BEGIN;
    private long untilNanos;
    private boolean unitOpen;
    private int position;
    private @Nullable Outcome preparation;
    private long dueNanos;
    private long freeAtNanos;
    private long endNanos;
    private long firstActualNanos;

    /** Creates a user, which needs its own thread if it has no wait scheduler. */
    BlockingUser(
            RunContext run,
            WorkloadSession session,
            DriverContext context,
            UnitSource source,
            PacedUnit unit,
            @Nullable WaitScheduler scheduler) {
        this.run = run;
        this.session = session;
        this.context = context;
        this.source = source;
        this.untilNanos = run.userStartNanos(context.user());
        this.clock = run.clock();
        this.unit = unit;
        this.call = new ReusedCall(unit);
        this.backoff = new Backoff(unit.keys());
        this.record = new UnitRecord(run, unit);
        this.entry = scheduler == null ? null : scheduler.new UserEntry(context.user(), cell, this);
    }

    UserCell cell() {
        return cell;
    }

    int number() {
        return context.user();
    }

    /** Whether the user has not ended and has not noticed the loss of its connection. May be called on any thread. */
    boolean isLive() {
        return connected;
    }

    /** Whether the driver is executing an operation. May be called on any thread. */
    boolean isOperating() {
        UserCell.State state = UserCell.state(cell.seen());
        boolean busy = state == UserCell.State.DRIVER || state == UserCell.State.ABORTED;
        return busy && cell.activity() == UserCell.Activity.EXECUTE;
    }

    /** How long a connected user has been in its state while the load required it. May be called on any thread. */
    long pendingNanos(boolean operating, long nowNanos) {
        if (!connected) {
            return 0;
        }
        return operating ? Math.max(0, nowNanos - sinceNanos) : run.activeNanos(number(), sinceNanos, nowNanos);
    }

    /** Makes a method of the driver return soon. May be called on any thread. */
    void abort() {
        Driver running = driver;
        if (running != null) {
            running.abort();
        }
    }

    void awaitStart() {
        requireEntry().await(untilNanos);
    }

    /** Limits a wait in the wait scheduler to the end of issuing. May be called on any thread. */
    void shorten(long issueEndNanos) {
        requireEntry().shorten(issueEndNanos);
    }

    /** Runs to the end, or until the user waits without a thread. */
    @Override
    public void run() {
        boolean isAway = false;
        boolean isTakenOver = false;
        try {
            isAway = emulate();
            if (!isAway) {
                abandonUnit(clock.nanoTime());
                source.abandonRest();
            }
        } catch (TakenOver e) {
            isTakenOver = true;
        } catch (RuntimeException | Error e) {
            run.listener().fault("user " + number() + " ended by " + PluginFaults.message(e));
        } finally {
            if (!isAway) {
                connected = false;
                run.attendance().gone(number(), clock.nanoTime());
                close(isTakenOver);
                cell.end();
            }
        }
    }

    /** Executes step after step; true when the user waits without a thread, false when issuing has ended. */
    private boolean emulate() throws TakenOver {
        while (true) {
            long now = clock.nanoTime();
            long issueEnd = run.timeline().issueEndNanos();
            if (now >= issueEnd) {
                return false;
            }
            if (now >= untilNanos) {
                proceed();
                continue;
            }
            long until = Math.min(untilNanos, issueEnd);
            if (entry != null && until - now > WaitScheduler.SHORT_NANOS) {
                entry.await(until);
                return true;
            }
            cell.park(clock, until);
        }
    }

    private void proceed() throws TakenOver {
        switch (step) {
            case BEGIN -> begin();
            case TAKE -> take();
            case PREPARE -> prepare();
            case SERVE_EMPTY -> serveEmpty();
            case PERFORM -> perform();
            case STAY -> stay();
        }
    }

    private void await(long instantNanos, Step then) {
        untilNanos = instantNanos;
        step = then;
    }

    /** Stays until issuing ends, because due units are counted only then, and that instant may still move. */
    private void stay() {
        await(Long.MAX_VALUE, Step.STAY);
    }

    private void begin() throws TakenOver {
        if (makeDriver()) {
            take();
        } else {
            stay();
        }
    }

    /** Takes the next unit; without one the user stays connected while there is load. */
    private void take() throws TakenOver {
        if (!reconnect(Step.TAKE)) {
            return;
        }
        if (requireDriver().isDone()) {
            cell.declineFurtherUnits();
            source.end();
        }
        if (!source.next(unit)) {
            stay();
            return;
        }
        unitOpen = true;
        record.begin();
        position = 0;
        dueNanos = unit.intendedNanos();
        if (unit.length() == 0) {
            await(dueNanos, Step.SERVE_EMPTY);
        } else {
            prepare();
        }
    }

    private void prepare() throws TakenOver {
        if (reconnect(Step.PREPARE)) {
            call.pointTo(position, dueNanos, run.catalog().timeoutNanos(unit.operation(position)));
            preparation = prepareOperation();
            await(dueNanos, Step.PERFORM);
        }
    }

    private void perform() throws TakenOver {
        if (execute(preparation)) {
            position = record.position();
            dueNanos = endNanos + unit.pauseNanos(position);
            prepare();
        } else {
            unitOpen = false;
            source.ended(firstActualNanos, endNanos);
            take();
        }
    }

    private boolean makeDriver() throws TakenOver {
        long now = clock.nanoTime();
        run.attendance().joining(number(), run.userStartNanos(number()), now);
        cell.enter(UserCell.Activity.CONNECT, now + run.catalog().longestTimeoutNanos());
        Failures.Connect failure = null;
        try {
            driver = session.driver(context);
            failure = driver == null ? Failures.noDriver(session) : null;
        } catch (Exception | Error e) {
            failure = Failures.noDriver(e, run.listener());
        }
        if (leave()) {
            failure = Failures.DRIVER_TIMED_OUT;
        }
        if (failure != null) {
            Failures.Connect failed = failure.withPrefix("no driver: ");
            failed.record(run, number(), clock.nanoTime());
            run.listener().userFailed(number(), failed.message());
        }
        return failure == null;
    }

    private void serveEmpty() throws TakenOver {
        long now = clock.nanoTime();
        cell.countUnit();
        source.started(now, freeAtNanos <= dueNanos);
        record.emptyUnit(now);
        unitOpen = false;
        freeAtNanos = now;
        source.ended(now, now);
        take();
    }

    /** Prepares the operation; returns the outcome of a failure, so that the operation fails when it is due. */
    private @Nullable Outcome prepareOperation() throws TakenOver {
        cell.enter(UserCell.Activity.PREPARE, clock.nanoTime() + call.timeoutNanos());
        Outcome failure = null;
        try {
            requireDriver().prepareOperation(call);
        } catch (Exception | Error e) {
            failure = Failures.outcome(e, run.listener());
        }
        return leave() ? Failures.TIMED_OUT : failure;
    }

    /** Executes the operation; returns whether the unit continues. */
    private boolean execute(@Nullable Outcome failure) throws TakenOver {
        Driver acting = requireDriver();
        record.issued(dueNanos, run.windows().windowAt(dueNanos));
        long actualNanos = clock.nanoTime();
        record.started(actualNanos, freeAtNanos);
        // The time does not count from when it became free, because a user is idle before and after a unit without
        // operations.
        run.schedule().started(run.activeNanos(number(), sinceNanos, actualNanos));
        sinceNanos = actualNanos;
        Outcome outcome = failure;
        boolean aborted = false;
        long ended = actualNanos;
        if (outcome == null) {
            cell.enter(UserCell.Activity.EXECUTE, actualNanos + call.timeoutNanos());
            run.schedule().entered(1);
            Throwable thrown = null;
            try {
                outcome = acting.execute(call);
            } catch (Exception | Error e) {
                thrown = e;
            }
            ended = clock.nanoTime();
            aborted = leave();
            outcome = thrown == null ? Failures.checked(outcome, acting) : Failures.outcome(thrown, run.listener());
        }
        if (call.position() == 0) {
            cell.countUnit();
            firstActualNanos = actualNanos;
            source.started(actualNanos, freeAtNanos <= dueNanos);
        }
        boolean isPreparationLate = failure != null && failure.reason().equals(UnitRecord.TIMEOUT);
        boolean timedOut = isPreparationLate || aborted || ended - actualNanos > call.timeoutNanos();
        endNanos = ended;
        freeAtNanos = ended;
        sinceNanos = ended;
        run.schedule().ended(ended - actualNanos);
        if (aborted || outcome.connectionLost()) {
            disconnected(ended);
        }
        record.ended(timedOut ? Failures.TIMED_OUT : outcome, ended, timedOut);
        while (record.isNextConditional() && !nextApplies()) {
            record.skipOperation();
        }
        return record.continueOrEnd(ended);
    }

    private boolean nextApplies() throws TakenOver {
        int next = record.position();
        dueNanos = endNanos + unit.pauseNanos(next);
        call.pointTo(next, dueNanos, run.catalog().timeoutNanos(unit.operation(next)));
        cell.enter(UserCell.Activity.PREPARE, clock.nanoTime() + call.timeoutNanos());
        boolean applies = false;
        try {
            applies = requireDriver().applies(call);
        } catch (Exception | Error e) {
            run.recorder().pluginFault("applies", PluginFaults.text(e, run.listener()), clock.nanoTime());
        }
        return !leave() && applies;
    }

    /**
     * Connects, if necessary, with back-off until it succeeds. This delays the user but never the schedule: the user is
     * free once it is connected, and units that became due in the meantime have waited for the SUT.
     */
    private boolean reconnect(Step retryStep) throws TakenOver {
        if (!connected) {
            long now = clock.nanoTime();
            if (now >= run.timeline().issueEndNanos()) {
                await(now, retryStep);
                return false;
            }
            cell.enter(UserCell.Activity.CONNECT, now + run.catalog().longestTimeoutNanos());
            Failures.Connect failure = null;
            try {
                requireDriver().connect();
            } catch (Exception | Error e) {
                failure = Failures.connect(e, run.listener());
            }
            if (leave()) {
                failure = Failures.CONNECT_TIMED_OUT;
            }
            if (failure == null) {
                freeAtNanos = clock.nanoTime();
                sinceNanos = freeAtNanos;
                connected = true;
                run.attendance().connected(number(), freeAtNanos);
                backoff.reset();
            } else {
                backOff(failure, retryStep);
            }
        }
        return connected;
    }

    private void backOff(Failures.Connect failure, Step retryStep) {
        failure.record(run, number(), clock.nanoTime());
        if (backoff.isFirst()) {
            run.listener().userFailed(number(), "could not connect: " + failure.message());
        }
        await(clock.nanoTime() + backoff.nextNanos(), retryStep);
    }

    /** Returns from the driver; true when it was aborted. */
    private boolean leave() throws TakenOver {
        UserCell.Return result = cell.leave();
        if (result != UserCell.Return.TOO_LATE && cell.activity() == UserCell.Activity.EXECUTE) {
            run.schedule().left(1);
        }
        return switch (result) {
            case NOT_ABORTED -> false;
            case AFTER_ABORT -> {
                disconnected(clock.nanoTime());
                cell.awaitAbort(clock, clock.nanoTime() + Users.GRACE_NANOS);
                yield true;
            }
            case TOO_LATE -> throw new TakenOver();
        };
    }

    private void disconnected(long nowNanos) {
        connected = false;
        run.attendance().away(number(), nowNanos);
    }

    private void close(boolean isTakenOver) {
        Driver closing = driver;
        try {
            context.close();
            if (closing == null) {
                return;
            }
            cell.awaitAbort(clock, clock.nanoTime() + Users.GRACE_NANOS);
            if (!isTakenOver) {
                cell.enter(UserCell.Activity.CLOSE, clock.nanoTime() + Users.GRACE_NANOS);
            }
            closing.close();
        } catch (Exception | Error e) {
            run.listener().pluginThrew(e);
            run.listener().fault("user " + number() + " failed to close: " + PluginFaults.message(e));
        }
    }

    private Driver requireDriver() {
        Driver made = driver;
        if (made == null) {
            throw new IllegalStateException("user " + number() + " has no driver");
        }
        return made;
    }

    private WaitScheduler.UserEntry requireEntry() {
        if (entry == null) {
            throw new IllegalStateException("user " + number() + " has a thread of its own");
        }
        return entry;
    }

    // ---- the supervisor, once it has taken the user over

    void takenOver(UserCell.Activity activity, long nowNanos, boolean timedOut) {
        connected = false;
        if (activity == UserCell.Activity.EXECUTE) {
            run.schedule().left(1);
        }
        if (activity == UserCell.Activity.CONNECT && timedOut) {
            Failures.CONNECT_TIMED_OUT.record(run, number(), nowNanos);
        }
        run.attendance().gone(number(), nowNanos);
        if (activity != UserCell.Activity.EXECUTE) {
            abandonUnit(nowNanos);
        } else if (!timedOut) {
            record.abandonedInFlight(nowNanos);
        } else {
            run.schedule().ended(nowNanos - sinceNanos);
            record.ended(Failures.TIMED_OUT, nowNanos, true);
            if (record.continueOrEnd(nowNanos)) {
                record.notStarted(Long.MAX_VALUE, nowNanos);
            }
        }
        unitOpen = false;
    }

    /** Records the intended starts that this user will not reach. */
    void abandonRest() {
        source.abandonRest();
    }

    private void abandonUnit(long nowNanos) {
        if (unitOpen) {
            record.notStarted(dueNanos, nowNanos);
            unitOpen = false;
        }
    }
}
