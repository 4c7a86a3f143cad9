// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.audit.AgentAudits;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.audit.CompletenessAudits;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.AgentHealth;

/** False alarms and detections of the completeness and agent audits, over many simulated runs (M15 to M17). */
final class CompletenessAuditsTest {
    private static final int RUNS = 10_000;
    private static final long SECOND = 1_000_000_000L;
    /** Rules that {@code AgentAuditsTest} covers. */
    private static final Set<AuditOrRule> KERNEL_AUDITS = Set.of(AuditOrRule.PROCESSOR_WAIT, AuditOrRule.THROTTLED);

    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    private final TestPlan testPlan = new TestPlan();
    private final RunPlan plan = testPlan.simple().build();

    /** Complete runs: intervals arrive on time or late, and a busy agent has short pauses. */
    @Test
    @Tag("simulation")
    void m16AndM17NoFalseAlarmInCleanRuns() {
        Random random = new Random(1617);
        for (int run = 0; run < RUNS; run++) {
            List<StoredInterval> intervals = new ArrayList<>();
            for (int sequence = 0; sequence < 15; sequence++) {
                Delivery state = random.nextInt(10) == 0 ? Delivery.LATE : Delivery.ON_TIME;
                double cpu = Math.clamp(0.5 + 0.15 * random.nextGaussian(), 0, 1);
                long pause = random.nextLong(45_000_000L);
                intervals.add(interval(sequence, state, sequence == 14, new AgentHealth(pause, pause, cpu, 1, 1, 1)));
            }
            assertThat(audits(intervals))
                    .filteredOn(audit -> !KERNEL_AUDITS.contains(audit.rule()))
                    .extracting(AuditResult::state)
                    .containsOnly(AuditResult.State.OK);
        }
    }

    @Test
    void m17MarkedAndAbsentIntervalsCountAsMissing() {
        Random random = new Random(17);
        for (int run = 0; run < 1_000; run++) {
            List<StoredInterval> intervals = new ArrayList<>();
            int missing = 0;
            for (int sequence = 0; sequence < 15; sequence++) {
                int kind = sequence == 14 ? 2 : random.nextInt(8);
                if (kind == 0) {
                    intervals.add(interval(sequence, Delivery.MISSING, false, null));
                }
                if (kind > 1) {
                    intervals.add(interval(sequence, Delivery.ON_TIME, sequence == 14, TestRun.UNLOADED));
                }
                missing += kind <= 1 ? 1 : 0;
            }
            AuditResult audit = find(audits(intervals), AuditOrRule.MISSING_INTERVALS);
            assertThat(audit.value()).isEqualTo(missing);
            assertThat(audit.state()).isEqualTo(missing == 0 ? AuditResult.State.OK : AuditResult.State.VIOLATED);
        }
    }

    @Test
    void m17AgentThatNeverReportedIsLost() {
        assertThat(find(audits(List.of()), AuditOrRule.LOST_AGENTS).message()).contains("local");
    }

    /** No interval is missing, since the agent marked its last one: only this rule detects it. */
    @Test
    void m17AgentThatEndedEarlyIsLost() {
        int seconds = (int) (plan.phases().steadyEndNanos() / SECOND);
        for (int last = 0; last < seconds; last++) {
            List<StoredInterval> intervals = new ArrayList<>();
            for (int sequence = 0; sequence <= last; sequence++) {
                intervals.add(interval(sequence, Delivery.ON_TIME, sequence == last, TestRun.UNLOADED));
            }
            AuditResult lost = find(audits(intervals), AuditOrRule.LOST_AGENTS);
            boolean isEarly = last < seconds - 1;
            assertThat(lost.state())
                    .as("last " + last)
                    .isEqualTo(isEarly ? AuditResult.State.VIOLATED : AuditResult.State.OK);
            assertThat(find(audits(intervals), AuditOrRule.MISSING_INTERVALS).state())
                    .isEqualTo(AuditResult.State.OK);
        }
    }

    @Test
    void m16BusyAgentAndLongStallAreDetected() {
        Random random = new Random(16);
        for (int run = 0; run < 1_000; run++) {
            List<StoredInterval> intervals = new ArrayList<>();
            int stalled = 2 + random.nextInt(10);
            for (int sequence = 0; sequence < 15; sequence++) {
                long stall = sequence == stalled ? 51_000_000L : 1_000_000L;
                double cpu = 0.76 + random.nextDouble() * 0.2;
                intervals.add(
                        interval(sequence, Delivery.ON_TIME, sequence == 14, new AgentHealth(stall, 0, cpu, 1, 1, 1)));
            }
            List<AuditResult> audits = audits(intervals);
            assertThat(find(audits, AuditOrRule.AGENT_CPU).voidsRun()).isTrue();
            assertThat(find(audits, AuditOrRule.LONGEST_STALL).voidsRun()).isTrue();
        }
    }

    @Test
    void m16AgentWithoutHealthDataIsNotTested() {
        AgentAudits none = new AgentAudits(
                List.of(interval(20, Delivery.ON_TIME, true, TestRun.UNLOADED)),
                new Window(0, SECOND, START, START),
                new AgentHosts(List.of()));
        assertThat(none.audits(new JudgeBounds(75, true, 50, true, 0, false), 1))
                .extracting(AuditResult::state)
                .containsOnly(AuditResult.State.NOT_TESTED);
    }

    private static List<StoredInterval> minuteOfIntervals() {
        List<StoredInterval> intervals = new ArrayList<>();
        for (int sequence = 0; sequence < 60; sequence++) {
            intervals.add(interval(sequence, Delivery.ON_TIME, sequence == 59, TestRun.UNLOADED));
        }
        return intervals;
    }

    private static RunEvent stamped(long runMillis, long wallMillis, EventType type) {
        return new RunEvent(
                START.plusMillis(wallMillis),
                runMillis * 1_000_000,
                type.label(),
                "",
                "Something.",
                Map.of("name", ""));
    }

    /** The offset may vary by 1 s, as it does between 0.3 s ahead and 0.7 s behind. Notes are not compared. */
    @Test
    void m17WallClockStepIsDetectedAtPhases() {
        List<RunEvent> events = new ArrayList<>(List.of(
                stamped(0, 0, EventType.PHASE),
                stamped(20_000, 20_300, EventType.PHASE),
                stamped(60_000, 59_300, EventType.RUN_ENDED),
                stamped(40_000, 90_000, EventType.PREFLIGHT_NOTE)));
        AuditResult offset = find(audits(minuteOfIntervals(), events), AuditOrRule.CLOCK_STEP);
        assertThat(offset.value()).isEqualTo(1);
        assertThat(offset.bound()).isEqualTo(1);
        assertThat(offset.state()).isEqualTo(AuditResult.State.OK);
        events.add(stamped(50_000, 50_301, EventType.PHASE));
        assertThat(find(audits(minuteOfIntervals(), events), AuditOrRule.CLOCK_STEP)
                        .state())
                .isEqualTo(AuditResult.State.VIOLATED);
        events.set(4, stamped(50_000, 49_299, EventType.RUN_ENDED));
        assertThat(find(audits(minuteOfIntervals(), events), AuditOrRule.CLOCK_STEP)
                        .value())
                .isEqualTo(1.001);
    }

    @Test
    void m17GapBetweenIntervalsIsAClockStep() {
        for (long shift : new long[] {2 * SECOND, -2 * SECOND}) {
            List<StoredInterval> intervals = minuteOfIntervals();
            intervals.replaceAll(each -> each.sequence() < 30
                    ? each
                    : new StoredInterval(
                            each.agent(),
                            each.sequence(),
                            each.startNanos() + shift,
                            each.endNanos() + shift,
                            each.state(),
                            each.last(),
                            List.of(),
                            each.health()));
            assertThat(find(audits(intervals), AuditOrRule.CLOCK_STEP).value()).isEqualTo(2);
        }
        List<StoredInterval> missing = minuteOfIntervals();
        missing.remove(30);
        assertThat(find(audits(missing), AuditOrRule.CLOCK_STEP).value()).isZero();
    }

    private List<AuditResult> audits(List<StoredInterval> intervals) {
        return audits(
                intervals,
                List.of(
                        event(0, EventType.PHASE, "name", "ramp-up"),
                        event(15, EventType.RUN_ENDED, "status", "completed")));
    }

    private List<AuditResult> audits(List<StoredInterval> intervals, List<RunEvent> events) {
        assertThat(plan.runClass()).isEqualTo(RunClass.STANDARD);
        StoredRun run = TestIntervals.run(Path.of("run"), intervals, events);
        Timeline timeline = Timeline.of(run, plan.phases());
        List<AuditResult> audits = new ArrayList<>(new CompletenessAudits(plan, run, timeline).audits());
        audits.addAll(
                new AgentAudits(intervals, timeline.window(), new AgentHosts(List.of())).audits(plan.bounds(), 1));
        return audits;
    }

    private static RunEvent event(int second, EventType type, String key, String value) {
        return new RunEvent(
                START.plusSeconds(second), second * SECOND, type.label(), "", "Something.", Map.of(key, value));
    }

    private static StoredInterval interval(long sequence, Delivery state, boolean last, @Nullable AgentHealth health) {
        return new StoredInterval(
                "local", sequence, sequence * SECOND, (sequence + 1) * SECOND, state, last, List.of(), health);
    }

    private static AuditResult find(List<AuditResult> audits, AuditOrRule rule) {
        return audits.stream().filter(audit -> audit.rule() == rule).findFirst().orElseThrow();
    }
}
