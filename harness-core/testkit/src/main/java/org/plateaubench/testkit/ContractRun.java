// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.DriveSpec;
import org.plateaubench.drive.RunListener;
import org.plateaubench.drive.WorkloadRun;
import org.plateaubench.measure.DistinctErrors;
import org.plateaubench.measure.LineInterval;
import org.plateaubench.measure.PhaseTimeline;
import org.plateaubench.measure.WorkloadRecorder;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.spi.WorkloadSession;

/** A short run on the clock of the machine, for {@link WorkloadContract}. Used by one thread. */
final class ContractRun implements AutoCloseable, RunListener {
    private static final Duration DRAIN = Duration.ofSeconds(3);
    private static final long SLACK_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();

    private final PhaseTimes phases;
    private final DriveSpec spec;
    private final WorkloadRecorder recorder;
    private final NanoClock clock =
            SystemClock.instance().startingAt(SystemClock.instance().nanoTime());
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private @Nullable WorkloadRun run;
    private long successes;
    private int lostUsers;

    ContractRun(
            String workload, WorkloadDefinition definition, Load load, Map<String, Pacing> pacing, Duration steady) {
        this.phases = new PhaseTimes(Duration.ZERO, steady, Duration.ZERO, DRAIN);
        this.spec = new DriveSpec(
                1,
                workload,
                definition,
                load,
                pacing,
                definition.executions().getFirst(),
                phases,
                List.of(),
                42,
                DriveSpec.Share.everything(load),
                DriveSpec.Ramp.all(phases));
        this.recorder = new WorkloadRecorder(1, workload, WorkloadRun.lines(definition), definition.measures());
    }

    void start(WorkloadSession session) {
        WorkloadRun started = new WorkloadRun(spec, session, recorder, clock, new PhaseTimeline(phases), this);
        run = started;
        started.start();
    }

    /** Waits for the first success. */
    void awaitSuccess() throws InterruptedException {
        while (successes == 0) {
            if (clock.nanoTime() > phases.steadyEndNanos()) {
                throw new AssertionError("no operation succeeds: " + failures + " "
                        + recorder.errors().entries());
            }
            clock.parkUntil(clock.nanoTime() + POLL_NANOS);
            drain();
        }
    }

    boolean awaitEnd() throws InterruptedException {
        boolean inTime = run != null && run.awaitEnd(phases.drainEndNanos() + SLACK_NANOS);
        drain();
        return inTime;
    }

    private void drain() {
        if (run == null) {
            return;
        }
        for (LineInterval line : recorder.drain(run.levels()).lines()) {
            successes +=
                    line.kind() == LineInterval.Kind.OPERATION ? line.counts().ok() : 0;
        }
        lostUsers = run.levels().lostUsers();
    }

    long successes() {
        return successes;
    }

    int lostUsers() {
        return lostUsers;
    }

    /** Of operations; failed connects are among the failures of users. */
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

    @Override
    public void close() {
        if (run != null) {
            run.close();
        }
    }
}
