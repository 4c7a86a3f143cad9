// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
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
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.RecordedTotals;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.WorkloadSession;

/** A run whose users never pause, on the machine's clock, for {@link WorkloadCheck}. Not thread-safe. */
@SuppressWarnings("try") // Closing a session may throw anything.
final class ContractRun implements AutoCloseable, RunListener {
    static final int USERS = 4;

    private static final Duration DRAIN = Duration.ofSeconds(3);
    /** The check ends the run itself. */
    private static final Duration UNTIL_ENDED = Duration.ofHours(1);
    /** Time for a user to return after the drain: an aborted call returns late on a busy host. */
    private static final long SLACK_NANOS = Duration.ofSeconds(15).toNanos();
    /** Deadline for waiting, long enough for a busy host, on which users connect late. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Rare, since reading the totals allocates memory, and collecting that garbage slows the operations down. */
    private static final long POLL_NANOS = Duration.ofMillis(100).toNanos();

    /** Longer than the delay of a thread that reads a reply on a busy host. */
    private static final long QUIET_NANOS = Duration.ofMillis(800).toNanos();

    /** Maximum number of replies that were in transit when the SUT fell silent. */
    private static final long MAX_ENDS = 20 * USERS;

    /** Times of failures are recorded with two digits. */
    private static final double HISTOGRAM_PRECISION = 0.98;

    private final PhaseTimeline timeline;
    private final WorkloadRecorder recorder;
    private final NanoClock clock =
            SystemClock.instance().startingAt(SystemClock.instance().nanoTime());
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final WorkloadSession session;
    private final WorkloadRun run;
    private final RecordedTotals totals = new RecordedTotals();
    private long ended;
    private long successes;
    /** How long the SUT was silent; 0 until it has been. */
    private long silentNanos;

    private long longLived;

    ContractRun(WorkloadSession session, String workload, WorkloadDefinition definition, Execution execution) {
        this.session = session;
        PhaseTimes phases = new PhaseTimes(Duration.ZERO, UNTIL_ENDED, Duration.ZERO, DRAIN);
        Load load = new Load.Closed(USERS, 1);
        Map<String, Pacing> pacing = new HashMap<>();
        Pacing withoutPause = Pacing.think(new Distribution.Fixed(Duration.ZERO));
        definition.units().forEach(unit -> pacing.put(unit.name(), withoutPause));
        this.timeline = new PhaseTimeline(phases);
        this.recorder =
                new WorkloadRecorder(1, workload, WorkloadRun.recordedSeries(definition), definition.measures(), 1);
        DriveSpec spec = new DriveSpec(
                1,
                workload,
                definition,
                load,
                pacing,
                execution,
                phases,
                List.of(),
                // Different for each execution, since the SUT stores the data of users with the same draws.
                execution.name().hashCode(),
                Load.Share.whole(load),
                Load.Ramp.all(phases));
        this.run = new WorkloadRun(spec, session, recorder, clock, timeline, this);
    }

    void start() {
        run.start();
    }

    private boolean await(BooleanSupplier condition, Duration longest) throws InterruptedException {
        long deadline = clock.nanoTime() + longest.toNanos();
        drain();
        while (!condition.getAsBoolean()) {
            if (clock.nanoTime() > deadline) {
                return false;
            }
            clock.parkUntil(clock.nanoTime() + POLL_NANOS);
            drain();
        }
        return true;
    }

    /** Waits until the given number of operations has ended or the time is over. */
    void awaitEnded(long operations, Duration longest) throws InterruptedException {
        await(() -> ended >= operations, longest);
    }

    /** Returns whether an operation succeeds within 30 s, before the given number of failed operations and connects. */
    boolean succeeds(long mostFailures) throws InterruptedException {
        await(() -> successes > 0 || ended + failedConnects() >= mostFailures, TIMEOUT);
        return successes > 0;
    }

    private long failedConnects() {
        return errors().stream()
                .filter(error -> error.operation().equals(DistinctErrors.CONNECT))
                .mapToLong(DistinctErrors.Entry::count)
                .sum();
    }

    /** Waits until every user is connected and an operation has succeeded; throws an AssertionError otherwise. */
    void awaitRunning() throws InterruptedException {
        if (!await(() -> successes > 0 && run.levels().liveUsers() == USERS, TIMEOUT)) {
            List<String> seen = new ArrayList<>(failures);
            errors().forEach(error -> seen.add(described(error)));
            throw new AssertionError((successes == 0 ? "no operation succeeds" : "not every user connects")
                    + (seen.isEmpty() ? "" : ": " + String.join("; ", seen)));
        }
    }

    /** Waits, while the SUT is silent, until every user is in an operation; throws an AssertionError if that fails. */
    void awaitSilence() throws InterruptedException {
        long begin = clock.nanoTime();
        long since = begin;
        long before = endedOperations();
        long maxEnded = Long.MAX_VALUE;
        while (clock.nanoTime() - begin < TIMEOUT.toNanos() && ended <= maxEnded) {
            clock.parkUntil(clock.nanoTime() + POLL_NANOS);
            if (endedOperations() != before || run.levels().inFlight() != USERS) {
                before = ended;
                since = clock.nanoTime();
            }
            if (clock.nanoTime() - since >= QUIET_NANOS) {
                silentNanos = clock.nanoTime() - since;
                return;
            }
            // Until then replies in transit may arrive, many of them since users never pause.
            if (maxEnded == Long.MAX_VALUE && clock.nanoTime() - begin > QUIET_NANOS) {
                maxEnded = ended + MAX_ENDS;
            }
        }
        throw new AssertionError(
                "operations keep ending although the SUT answers no client: the driver ends them before their replies, or"
                        + " a user waits for the SUT in prepareOperation, where no time counts");
    }

    /** Number of operations that took at least as long as the SUT was silent. */
    long longLived() {
        return longLived;
    }

    private void drain() {
        WorkloadInterval interval = recorder.drain(run.levels());
        totals.add(interval);
        for (LineInterval line : interval.lines()) {
            if (line.kind() == LineInterval.Kind.OPERATION) {
                LineInterval.Counts counts = line.counts();
                successes += counts.ok();
                ended += counts.ok() + counts.declined() + counts.errors();
                longLived += countLongerThanSilence(line.service()) + countLongerThanSilence(line.error());
            }
        }
    }

    private long countLongerThanSilence(@Nullable Times times) {
        return times == null || silentNanos == 0 ? 0 : times.atLeast((long) (silentNanos * HISTOGRAM_PRECISION));
    }

    /** Issues no further operations and waits for the outstanding ones; returns whether all have ended in time. */
    boolean end() throws InterruptedException {
        timeline.endSteadyAt(clock.nanoTime());
        boolean inTime = run.awaitEnd(timeline.drainEndNanos() + SLACK_NANOS);
        run.close();
        drain();
        return inTime;
    }

    RecordedTotals sent() {
        totals.add(recorder.acknowledged().collected());
        return totals;
    }

    long endedOperations() {
        drain();
        return ended;
    }

    long successes() {
        return successes;
    }

    /** Number of users that did not return from a call of their driver. */
    int lostUsers() {
        return run.levels().lostUsers();
    }

    /** The distinct errors, including errors of connects. */
    List<DistinctErrors.Entry> errors() {
        return recorder.errors().entries();
    }

    /** An error in words. */
    static String described(DistinctErrors.Entry error) {
        return (error.count() == 1 ? "once" : error.count() + " times") + " in " + error.operation() + ", class "
                + error.errorClass() + (error.message().isEmpty() ? "" : ": " + error.message());
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void userFailed(int user, String what) {
        failures.add(what);
    }

    @Override
    public void fault(String what) {
        failures.add(what);
    }

    @Override
    public void close() throws Exception {
        run.close();
        session.close();
    }
}
