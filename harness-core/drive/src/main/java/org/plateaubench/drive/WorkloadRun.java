// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.ArrivalQueue.OpenUnits;
import org.plateaubench.drive.loop.LoopUsers;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.schedule.UnitCatalog;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.drive.user.BlockingUsers;
import org.plateaubench.drive.user.ProbeSchedule;
import org.plateaubench.drive.user.Users;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.RecordedLine;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.WorkloadSession;

/**
 * One workload driven in this process. Instant 0 of the run's clock is the start of ramp-up. Methods may be called by
 * any thread, {@link #start} once.
 *
 * <p>The caller that opened the session closes it after it has closed this run.
 */
public final class WorkloadRun implements AutoCloseable {
    private static final long POLL_MILLIS = 50;
    /** How long before a window its memory is allocated; not earlier, because readings also read empty memory. */
    private static final long ALLOCATE_AHEAD_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final RunContext run;
    private final @Nullable ArrivalQueue arrivals;
    private final @Nullable Backlog backlog;
    private final Users users;
    private final EvennessMeter evenness;
    private final Supervisor supervisor;
    private final LagProbe probe;

    /** Prepares the users; nothing is connected yet. */
    public WorkloadRun(
            DriveSpec spec,
            WorkloadSession session,
            WorkloadRecorder recorder,
            NanoClock runClock,
            PhaseTimeline timeline,
            RunListener listener) {
        run = RunContext.of(spec, recorder, runClock, timeline, listener);
        arrivals = switch (spec.load()) {
            case Load.Open open -> new ArrivalQueue(run, open);
            case Load.Closed closed -> {
                ClosedUnits.check(run.catalog(), spec);
                yield null;
            }
        };
        backlog = spec.countsBacklog() ? new Backlog(run) : null;
        users = spec.execution() == Execution.EVENT_LOOP
                ? new LoopUsers(run, session, this::source)
                : new BlockingUsers(run, session, user -> source(run, user));
        evenness = new EvennessMeter(run, users);
        supervisor = new Supervisor(run, users, arrivals);
        probe = new LagProbe(run, users);
    }

    private UnitSource source(RunContext context, int user) {
        if (arrivals != null) {
            return new OpenUnits(arrivals);
        }
        ClosedUnits units = new ClosedUnits(context, user);
        if (backlog != null) {
            backlog.add(user, units);
        }
        return units;
    }

    /** The series that are recorded for a workload, in the order that its recorder requires. */
    public static List<RecordedLine> recordedSeries(WorkloadDefinition definition) {
        return UnitCatalog.lines(definition);
    }

    /** Starts users and supervision and returns immediately; the first user begins at instant 0. */
    public void start() {
        users.start();
        Thread.ofPlatform()
                .daemon()
                .name(run.threadName("supervisor"))
                .start(run.clock().participating(supervisor));
        Thread.ofPlatform()
                .daemon()
                .name(run.threadName("probe"))
                .start(run.clock().participating(probe));
    }

    public WorkloadInterval.Levels levels() {
        int queued = arrivals == null ? 0 : arrivals.waiting();
        int due = backlog == null ? WorkloadInterval.Levels.NOT_COUNTED : backlog.units();
        return new WorkloadInterval.Levels(users.live(), users.inFlight(), queued, users.lost(), due);
    }

    /** The records, draws and users' times since the last call. Must be called by one thread only. */
    public WorkloadInterval drain() {
        run.schedule().beginReading();
        WorkloadInterval recorded = run.recorder().drain(levels());
        long now = run.clock().nanoTime();
        long edge = run.windows().edgeAfter(now);
        if (edge - now <= ALLOCATE_AHEAD_NANOS) {
            run.recorder()
                    .allocateLike(run.windows().windowAt(edge), run.windows().windowAt(now));
        }
        Users.Pending pending = users.pending(now);
        return recorded.with(run.schedule()
                .drain(pending.operationNanos() + pending.idleNanos(), pending.operationNanos())
                .with(run.attendance().drain(now), evenness.sample(now)));
    }

    void sample() {
        run.schedule().sample();
    }

    /**
     * Waits until every user has ended. At the drain deadline running operations are recorded as abandoned and aborted,
     * and a bounded time later the run has ended regardless of the drivers.
     */
    public boolean awaitEnd(long runClockDeadlineNanos) throws InterruptedException {
        while (!supervisor.awaitEnd(POLL_MILLIS)) {
            if (run.clock().nanoTime() >= runClockDeadlineNanos) {
                return supervisor.hasEnded();
            }
        }
        return true;
    }

    /** Stops issuing; after a short drain every driver is closed or its user reported lost, in bounded time. */
    @Override
    public void close() {
        long now = run.clock().nanoTime();
        if (!supervisor.hasEnded()) {
            run.timeline().stopIssuingAt(now);
        }
        try {
            awaitEnd(now + PhaseTimeline.STOPPED_DRAIN.toNanos() + 2 * Users.GRACE_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        supervisor.cancel();
        users.close(Users.GRACE_NANOS);
    }

    /** Supervises the users of a workload on a single thread: timeouts, the edges of the phases, and the end. */
    private static final class Supervisor implements Runnable {
        private static final long MIN_TICK_NANOS = 1_000_000;
        private static final long MAX_TICK_NANOS = 100_000_000;
        private static final int TICKS_PER_TIMEOUT = 20;

        private final RunContext run;
        private final Users users;
        private final @Nullable ArrivalQueue arrivals;
        private final long tickNanos;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean cancelled;

        Supervisor(RunContext run, Users users, @Nullable ArrivalQueue arrivals) {
            this.run = run;
            this.users = users;
            this.arrivals = arrivals;
            long fraction = run.catalog().shortestTimeoutNanos() / TICKS_PER_TIMEOUT;
            this.tickNanos = Math.clamp(fraction, MIN_TICK_NANOS, MAX_TICK_NANOS);
        }

        @Override
        public void run() {
            try {
                while (!tick()) {
                    run.clock().parkUntil(nextPoll(run.clock().nanoTime()));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error e) {
                run.listener().fault("the supervisor ended by " + e);
            } finally {
                ended.countDown();
            }
        }

        /** Makes one pass; returns whether everything has ended. */
        private boolean tick() {
            long now = run.clock().nanoTime();
            if (arrivals != null) {
                arrivals.closeWhenIssuingEnds();
            }
            users.sweep(now);
            boolean isDeadlineOver = now >= run.timeline().drainEndNanos() + Users.GRACE_NANOS;
            boolean haveAllEnded = users.haveEnded() && now >= run.timeline().issueEndNanos();
            if (isDeadlineOver && !haveAllEnded) {
                users.abandonRemaining();
            }
            return isDeadlineOver || haveAllEnded || cancelled;
        }

        /** The time of the next pass: a regular tick, or the exact edge of a phase. */
        private long nextPoll(long now) {
            long next = now + tickNanos;
            long issueEnd = run.timeline().issueEndNanos();
            long drainEnd = run.timeline().drainEndNanos();
            if (now < issueEnd) {
                return Math.min(next, issueEnd);
            }
            return now < drainEnd ? Math.min(next, drainEnd) : next;
        }

        /** Ends the supervision at its next pass. May be called on any thread. */
        void cancel() {
            cancelled = true;
        }

        /** Whether the supervision has ended. May be called on any thread. */
        boolean hasEnded() {
            return ended.getCount() == 0;
        }

        boolean awaitEnd(long millis) throws InterruptedException {
            return ended.await(millis, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Counts the units of a closed load that are due and have not ended: of a user in a unit, that unit and all units
     * that fell due after it. The number is exact, since on a fixed schedule the due units follow from the user's own
     * keyed draws (measurement rules M4 and M14): the caller walks each schedule a second time, up to now, and
     * subtracts the units that users report as ended. A user keeps only that count, and no thread waits for another.
     * All units of a batch end with the last reply. A unit that was abandoned, such as one taken from its user at the
     * drain deadline, stays due.
     *
     * <p>It costs a second set of draws and some 150 bytes per user, so it is kept only if a load has a bound.
     */
    private static final class Backlog {
        private final RunContext run;
        private final List<ClosedUnits> users = new ArrayList<>();
        private final List<ClosedUnits> schedules = new ArrayList<>();
        private long dueUnits;

        Backlog(RunContext run) {
            this.run = run;
        }

        /** Adds a user; called before the first reading. */
        void add(int user, ClosedUnits units) {
            users.add(units);
            schedules.add(new ClosedUnits(run, user));
        }

        /** Units due and not ended; after the end of issuing no more fall due. May be called on any thread. */
        synchronized int units() {
            long ended = 0;
            for (ClosedUnits user : users) {
                ended += user.endedUnits();
            }
            // Due units are read after ended ones, which were all due by then, so that the difference is never
            // negative.
            long now = Math.min(run.clock().nanoTime(), run.timeline().issueEndNanos() - 1);
            for (ClosedUnits schedule : schedules) {
                dueUnits += schedule.skipDue(now);
            }
            return Math.toIntExact(dueUnits - ended);
        }
    }

    /**
     * Measures how late this process handles a reply, at the instants of a {@link ProbeSchedule}. At each instant a
     * dedicated platform thread sends a reply. For users on threads it is a byte in a pipe, for which a thread of the
     * same kind waits. That thread is woken as a user is, on virtual threads by the JDK's pollers, and not by a timer,
     * which the scheduler of virtual threads may serve seconds after the replies. Event loops keep the schedule
     * themselves and are only woken up, because a loop may check its channels before the sender runs, and is then not
     * as late as it.
     *
     * <p>The lag counts from the instant, not from the sending, because whatever stops the process also stops the
     * sender. So it includes the sender's own wait for a processor, which is not longer than that of another thread.
     */
    private static final class LagProbe implements Runnable {
        private final RunContext run;
        private final Users users;

        @FunctionalInterface
        private interface Sender {
            void send(long dueNanos) throws IOException;
        }

        LagProbe(RunContext run, Users users) {
            this.run = run;
            this.users = users;
        }

        @Override
        public void run() {
            try {
                if (run.spec().execution() == Execution.EVENT_LOOP) {
                    send(dueNanos -> users.wakeLoops());
                } else if (run.clock().isSimulated()) {
                    send(this::record);
                } else {
                    sendBytes();
                }
            } catch (IOException e) {
                failed(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void sendBytes() throws IOException, InterruptedException {
            Pipe pipe = Pipe.open();
            Thread.Builder builder = run.spec().execution() == Execution.VIRTUAL
                    ? Thread.ofVirtual()
                    : Thread.ofPlatform().daemon();
            builder.name(run.threadName("probed")).start(() -> receive(pipe.source()));
            try (Pipe.SinkChannel sink = pipe.sink()) {
                send(dueNanos -> sink.write(ByteBuffer.allocate(1)));
            }
        }

        private void send(Sender sender) throws IOException, InterruptedException {
            ProbeSchedule schedule = schedule();
            for (; schedule.dueNanos() < run.timeline().issueEndNanos(); schedule.next()) {
                run.clock().parkUntil(schedule.dueNanos());
                sender.send(schedule.dueNanos());
            }
        }

        private void receive(Pipe.SourceChannel replies) {
            ByteBuffer reply = ByteBuffer.allocate(1);
            try (replies) {
                for (ProbeSchedule schedule = schedule(); replies.read(reply.clear()) > 0; schedule.next()) {
                    record(schedule.dueNanos());
                }
            } catch (IOException e) {
                failed(e);
            }
        }

        private ProbeSchedule schedule() {
            return new ProbeSchedule(run.spec().tile());
        }

        private void record(long dueNanos) {
            run.recorder()
                    .completionLag(run.windows().windowAt(dueNanos), run.clock().nanoTime() - dueNanos);
        }

        private void failed(IOException e) {
            run.listener().fault("the probe of completion lag ended by " + e);
        }
    }
}
