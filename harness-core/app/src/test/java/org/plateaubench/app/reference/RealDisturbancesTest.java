// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.ref.Reference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.AgentHealthMeter;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.spi.OperationCall;

/**
 * Disturbances that only a real machine can cause: garbage collections that stop the agent, and programs that use its
 * processors.
 */
final class RealDisturbancesTest {
    private static final int LINKS = 2_000_000;
    private static final int ROUNDS = 10;
    private static final int HOGS_PER_PROCESSOR = 8;
    /**
     * The computing time of the client per operation, without which the kernel would prefer the client, which sleeps,
     * to the programs, which spin.
     */
    private static final long WORK_NANOS = 3_000_000;

    private static final List<AuditOrRule> HARNESS_LOAD = List.of(
            AuditOrRule.DISPATCH_LAG,
            AuditOrRule.COMPLETION_LAG,
            AuditOrRule.PROCESSOR_WAIT,
            AuditOrRule.LONGEST_STALL);

    @TempDir
    Path folder;

    /** An object that only its predecessor refers to, so that a collector follows the chain one by one. */
    private record Link(@Nullable Link before) {}

    /**
     * Full collections of a chain of objects that grows until one of them stops every thread for longer than is
     * allowed; the meter of the agent measures this.
     */
    @Test
    void m16CollectorPauseIsDetected() throws Exception {
        ReferenceRun run = new ReferenceRun(folder.resolve("pause"));
        AtomicInteger intervals = new AtomicInteger();
        try (AgentHealthMeter meter = new AgentHealthMeter(SystemClock.instance())) {
            // Not in the first one, which is the ramp-up.
            run.health = unloaded -> intervals.getAndIncrement() == 1 ? pause(meter) : meter.take();
            Audits.assertDetected(run.carryOut(new TimedSut(run.clock)), AuditOrRule.LONGEST_STALL);
        }
    }

    private static AgentHealth pause(AgentHealthMeter meter) {
        Link chain = new Link(null);
        AgentHealth health = meter.take();
        try {
            for (int round = 0; round < ROUNDS && longestMs(health) <= 60; round++) {
                for (int i = 0; i < LINKS; i++) {
                    chain = new Link(chain);
                }
                System.gc();
                health = meter.take();
            }
        } finally {
            Reference.reachabilityFence(chain);
        }
        return health;
    }

    private static long longestMs(AgentHealth health) {
        return Math.max(health.longestPauseNanos(), health.longestStallNanos()) / 1_000_000;
    }

    /**
     * Programs that spin on the agent's host: the clock of the machine, the real drive, the bounds of class standard.
     * The kernel decides which threads are delayed, probes or users; in any case one of the audits is violated.
     */
    @Test
    void m16CompetingProgramsAreDetected() throws Exception {
        ReferenceRun run = new ReferenceRun(folder.resolve("hogs"));
        NanoClock clock = SystemClock.instance();
        List<Process> hogs = new ArrayList<>();
        try (AgentHealthMeter meter = new AgentHealthMeter(clock)) {
            run.health = unloaded -> meter.take();
            int count = HOGS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
            for (int i = 0; i < count; i++) {
                hogs.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            run.clock = clock.startingAt(clock.nanoTime());
            run.planned.phases =
                    new PhaseTimes(Duration.ZERO, Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(2));
            run.planned.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(40)));
            Judgement judgement = run.driveAsPlanned().carryOut(new WorkingSut(run));
            assertThat(HARNESS_LOAD)
                    .map(rule -> Audits.of(judgement, rule))
                    .anyMatch(audit -> audit.state() == AuditResult.State.VIOLATED);
            assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        } finally {
            for (Process hog : hogs) {
                hog.destroyForcibly().waitFor();
            }
        }
    }

    /** Users that compute between their replies, more than the processors can do: every reply is handled late. */
    @Test
    void m16CpuBoundUsersAreDetected() throws Exception {
        ReferenceRun run = new ReferenceRun(folder.resolve("occupied"));
        NanoClock clock = SystemClock.instance();
        run.clock = clock.startingAt(clock.nanoTime());
        run.planned.execution = Execution.VIRTUAL;
        run.planned.load = new Load.Closed(20 * Runtime.getRuntime().availableProcessors(), 1);
        run.planned.phases = new PhaseTimes(Duration.ZERO, Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(2));
        run.planned.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(40)));
        Audits.assertDetected(run.driveAsPlanned().carryOut(new WorkingSut(run)), AuditOrRule.COMPLETION_LAG);
    }

    /** A client that computes after each reply. */
    private static final class WorkingSut extends TimedSut {
        WorkingSut(ReferenceRun run) {
            super(run.clock);
        }

        @Override
        Outcome outcome(OperationCall call) {
            long until = clock.nanoTime() + WORK_NANOS;
            while (clock.nanoTime() < until) {
                Thread.onSpinWait();
            }
            return Outcome.ok();
        }
    }

    /**
     * Threads of the agent that spin: the audit reports the CPU time that the kernel has counted, and beyond three
     * quarters of the processors it makes the run invalid.
     */
    @Test
    void m16AgentCpuAuditMatchesTheKernel() throws Exception {
        ReferenceRun run = new ReferenceRun(folder.resolve("busy"));
        NanoClock clock = SystemClock.instance();
        AtomicBoolean isOver = new AtomicBoolean();
        int processors = Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < 2 * processors; i++) {
            Thread.ofPlatform().daemon().start(() -> {
                while (!isOver.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        try (AgentHealthMeter meter = new AgentHealthMeter(clock)) {
            run.health = unloaded -> meter.take();
            run.clock = clock.startingAt(clock.nanoTime());
            run.planned.phases =
                    new PhaseTimes(Duration.ZERO, Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(2));
            Duration before = kernelCpuTime();
            Judgement judgement = run.driveAsPlanned().carryOut(new TimedSut(run.clock));
            double counted = kernelCpuTime().minus(before).toNanos() / (double) (run.clock.nanoTime() * processors);
            isOver.set(true);
            AuditResult audit = Audits.of(judgement, AuditOrRule.AGENT_CPU);
            assertThat(audit.value()).as("percent of the processors").isCloseTo(100 * counted, within(10.0));
            assertThat(audit.state())
                    .as(audit.message())
                    .isEqualTo(
                            Objects.requireNonNull(audit.value()) > 75
                                    ? AuditResult.State.VIOLATED
                                    : AuditResult.State.OK);
        } finally {
            isOver.set(true);
        }
    }

    private static Duration kernelCpuTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }
}
