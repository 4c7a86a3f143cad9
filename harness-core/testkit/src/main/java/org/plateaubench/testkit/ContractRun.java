// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.WorkloadRun;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.RecordedTotals;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.measure.timeline.PhaseTimeline;
import org.plateaubench.spi.WorkloadSession;

/** A run on the machine's clock, for {@link WorkloadCheck}. Not thread-safe. */
@SuppressWarnings("try") // Closing a session may throw anything.
final class ContractRun implements AutoCloseable, RunListener {
    private static final Duration DRAIN = Duration.ofSeconds(3);
    /** Time for a user to return after the drain: an aborted call returns late on a busy host. */
    private static final long SLACK_NANOS = Duration.ofSeconds(15).toNanos();
    /** Deadline for waiting, long enough for a busy host, on which users connect late. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();
    /** Reading the totals allocates memory, and collecting that garbage slows the operations down. */
    private static final long RARE_POLL_NANOS = Duration.ofMillis(100).toNanos();

    /** Longer than a busy host keeps a thread from reading a reply that has arrived. */
    private static final long QUIET_NANOS = Duration.ofMillis(500).toNanos();

    private static final long HOLD_NANOS = Duration.ofMillis(300).toNanos();
    /** Greatest number of replies per user that were in transit when the SUT fell silent. */
    private static final long MOST_ENDS = 20;

    private static final String GO_ON =
            " operations keep ending although the SUT answers no client: the driver ends them before"
                    + " their replies";
    /** Times of failures are recorded with two digits. */
    private static final double HISTOGRAM_PRECISION = 0.98;

    private final PhaseTimeline timeline;
    private final int users;
    private final WorkloadRecorder recorder;
    private final NanoClock clock =
            SystemClock.instance().startingAt(SystemClock.instance().nanoTime());
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final WorkloadSession session;
    private final WorkloadRun run;
    private final List<Times> times = new ArrayList<>();
    private boolean stopped;
    private long ended;
    private long successes;
    private int lostUsers;
    private final RecordedTotals totals = new RecordedTotals();
    private boolean keepsTimes = true;

    ContractRun(
            WorkloadSession session,
            String workload,
            WorkloadDefinition definition,
            Execution execution,
            Load load,
            Map<String, Pacing> pacing,
            Duration steady) {
        this.session = session;
        PhaseTimes phases = new PhaseTimes(Duration.ZERO, steady, Duration.ZERO, DRAIN);
        this.timeline = new PhaseTimeline(phases);
        this.users = load.users();
        this.recorder = new WorkloadRecorder(1, workload, WorkloadRun.lines(definition), definition.measures());
        DriveSpec spec = new DriveSpec(
                1,
                workload,
                definition,
                load,
                pacing,
                execution,
                phases,
                List.of(),
                // Different for each execution, since the SUT keeps what users with the same draws have created.
                execution.name().hashCode(),
                Load.Share.everything(load),
                Load.Ramp.all(phases));
        this.run = new WorkloadRun(spec, session, recorder, clock, timeline, this);
    }

    void start() {
        Thread starting = Thread.currentThread();
        ClassLoader before = starting.getContextClassLoader();
        // Every thread that runs the plugin's code is started by this one and inherits its context.
        starting.setContextClassLoader(session.getClass().getClassLoader());
        try {
            run.start();
        } finally {
            starting.setContextClassLoader(before);
        }
    }

    /** Stops recording times, since a long run has many. */
    ContractRun withoutTimes() {
        keepsTimes = false;
        return this;
    }

    /** Waits until the given number of operations has ended or the time is over. */
    void awaitEnded(long operations, Duration longest) throws InterruptedException {
        long deadline = clock.nanoTime() + longest.toNanos();
        while (ended < operations && clock.nanoTime() < deadline) {
            clock.parkUntil(clock.nanoTime() + RARE_POLL_NANOS);
            drain();
        }
    }

    /** Number of operations that have ended so far. */
    long endedNow() {
        drain();
        return ended;
    }

    /** Adds everything that was sent so far. */
    void addTo(RecordedTotals sum) {
        sum.add(recorder.acknowledged().collected());
        sum.add(totals);
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    /** Waits for the first success. */
    void awaitSuccess() throws InterruptedException {
        if (!succeeds(Long.MAX_VALUE)) {
            List<String> seen = new ArrayList<>(failures);
            recorder.errors().entries().forEach(error -> seen.add(described(error)));
            throw new AssertionError("no operation succeeds" + (seen.isEmpty() ? "" : ": " + String.join("; ", seen)));
        }
    }

    /**
     * Waits until an operation succeeds, the given number of operations or connects has failed, 30 s are over, or the
     * run ends.
     *
     * @return whether one has succeeded
     */
    boolean succeeds(long mostFailures) throws InterruptedException {
        long deadline = Math.min(clock.nanoTime() + PATIENCE.toNanos(), timeline.issueEndNanos());
        while (successes == 0) {
            if (clock.nanoTime() > deadline || ended + failedConnects() >= mostFailures) {
                return false;
            }
            clock.parkUntil(clock.nanoTime() + POLL_NANOS);
            drain();
        }
        return true;
    }

    /** An error in words. */
    static String described(DistinctErrors.Entry error) {
        return (error.count() == 1 ? "once" : error.count() + " times") + " in " + error.operation() + ", class "
                + error.errorClass() + (error.message().isEmpty() ? "" : ": " + error.message());
    }

    private long failedConnects() {
        return recorder.errors().entries().stream()
                .filter(error -> error.operation().equals(DistinctErrors.CONNECT))
                .mapToLong(DistinctErrors.Entry::count)
                .sum();
    }

    boolean awaitEnd() throws InterruptedException {
        boolean inTime = run.awaitEnd(timeline.drainEndNanos() + SLACK_NANOS);
        drain();
        return inTime;
    }

    private void drain() {
        WorkloadInterval interval = recorder.drain(run.levels());
        totals.add(interval);
        for (LineInterval line : interval.lines()) {
            if (line.kind() == LineInterval.Kind.OPERATION) {
                LineInterval.Counts counts = line.counts();
                successes += counts.ok();
                ended += counts.ok() + counts.declined() + counts.errors();
                addTimes(line.service());
                addTimes(line.error());
            }
        }
        lostUsers = run.levels().lostUsers();
    }

    private void addTimes(@Nullable Times more) {
        if (more != null && keepsTimes) {
            times.add(more);
        }
    }

    /**
     * Waits until every user is connected.
     *
     * @throws AssertionError if that takes too long
     */
    void awaitConnected() throws InterruptedException {
        await(() -> run.levels().liveUsers() == users, "not every user connects");
    }

    /**
     * Waits until every user is in an operation and no operation has ended for a while; returns the instant from which
     * on this was true.
     *
     * @throws AssertionError if operations keep ending
     */
    long awaitAllBlocked() throws InterruptedException {
        long[] seen = {-1, 0};
        drain();
        long most = ended + MOST_ENDS * users;
        await(
                () -> {
                    drain();
                    if (ended > most) {
                        throw new AssertionError((ended - most + MOST_ENDS * users) + GO_ON);
                    }
                    long now = clock.nanoTime();
                    boolean still = run.levels().inFlight() == users && ended == seen[0];
                    if (!still) {
                        seen[0] = run.levels().inFlight() < users ? -1 : ended;
                        seen[1] = now;
                    }
                    return now - seen[1] >= QUIET_NANOS;
                },
                "not every user is in an operation (one may wait for the SUT in prepareOperation, where no time counts), or"
                        + GO_ON);
        return seen[1];
    }

    private void await(BooleanSupplier condition, String failure) throws InterruptedException {
        long deadline = clock.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (clock.nanoTime() > deadline) {
                throw new AssertionError(failure + ": " + failures);
            }
            clock.parkUntil(clock.nanoTime() + POLL_NANOS);
        }
    }

    /**
     * Waits for a time in which no operation may end.
     *
     * @param sinceNanos instant since which none has ended
     * @return nanoseconds since then
     */
    long hold(long sinceNanos) throws InterruptedException {
        drain();
        long before = ended;
        clock.parkUntil(clock.nanoTime() + HOLD_NANOS);
        long held = clock.nanoTime() - sinceNanos;
        drain();
        if (ended != before) {
            throw new AssertionError((ended - before)
                    + " operations ended while the SUT answered no client: the driver ends them before their"
                    + " replies");
        }
        return held;
    }

    /** Issues no further operations and waits for the outstanding ones. */
    void end() throws InterruptedException {
        timeline.endSteadyAt(clock.nanoTime());
        awaitEnd();
        stop();
        drain();
    }

    private void stop() {
        if (!stopped) {
            stopped = true;
            run.close();
        }
    }

    /** Number of operations that took at least the given time, within the precision of a histogram of failures. */
    long longerThan(long nanos) {
        long least = (long) (nanos * HISTOGRAM_PRECISION);
        return times.stream().mapToLong(each -> each.atLeast(least)).sum();
    }

    long successes() {
        return successes;
    }

    int lostUsers() {
        return lostUsers;
    }

    /** The distinct errors, including errors of connects. */
    List<DistinctErrors.Entry> errors() {
        return recorder.errors().entries();
    }

    long ended() {
        return ended;
    }

    /** Error classes of operations; failed connects are among the failures of users. */
    Set<String> errorClasses() {
        Set<String> classes = new TreeSet<>();
        for (DistinctErrors.Entry entry : recorder.errors().entries()) {
            if (!entry.operation().equals(DistinctErrors.CONNECT)) {
                classes.add(entry.errorClass());
            }
        }
        return classes;
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void userFailed(int user, String what) {
        failures.add("user " + user + ": " + what);
    }

    @Override
    public void fault(String what) {
        failures.add(what);
    }

    /** Ends the run and closes the session. */
    @Override
    public void close() throws Exception {
        stop();
        session.close();
    }

    /** A definition with other operations and another mix. */
    static WorkloadDefinition with(WorkloadDefinition definition, List<OperationDefinition> operations, Mix mix) {
        return new WorkloadDefinition(
                operations,
                definition.units(),
                mix,
                definition.pacing(),
                definition.metric(),
                definition.measures(),
                definition.executions(),
                definition.checks(),
                definition.backlogPerUser());
    }
}
