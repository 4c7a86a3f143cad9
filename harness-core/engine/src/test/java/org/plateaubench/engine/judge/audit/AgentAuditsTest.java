// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentCpu;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.TelemetrySample;

/** CPU use of agents in cores, and what limited it (measurement rule M16). */
final class AgentAuditsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int OPERATIONS_PER_SECOND = 1_000;
    private static final JudgeBounds STANDARD = new JudgeBounds(75, true, 50, true, 0, false);
    private static final JudgeBounds DEV = new JudgeBounds(75, false, 50, false, 2, false);
    private static final Window WINDOW = new Window(0, 10 * SECOND, Instant.EPOCH, Instant.EPOCH.plusSeconds(10));

    @Test
    void m16CpuIsComparedWithTheAvailableCores() {
        assertThat(audit(AuditOrRule.AGENT_CPU, use(1.1, 0, 0), STANDARD).state())
                .isEqualTo(AuditResult.State.OK);
        AuditResult audit = audit(AuditOrRule.AGENT_CPU, use(1.2, 0, 0), STANDARD);
        assertThat(audit.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.message()).contains("used 1.20 of its 1.50 cores, 80%");
    }

    @Test
    void m16CpuUseAboveAllCoresIsReported() {
        AuditResult audit = audit(AuditOrRule.AGENT_CPU, use(1.8, 0, 0), STANDARD);
        assertThat(audit.value()).isEqualTo(120);
    }

    @Test
    void m16CpuUseIsBrokenDownByThreads() {
        AgentCpu cpu = Objects.requireNonNull(agents(use(1.2, 0.02, 0)).cpu());
        assertThat(cpu).isEqualTo(new AgentCpu("local", 1.2, 1.5, 0.5, 0.1, 0.2, 0.4, 0.02));
    }

    @Test
    void m16LongProcessorWaitMakesTheRunInvalid() {
        // With 1,000 turns at a processor per second, 0.9 waiting threads on average are 0.9 ms per turn.
        assertThat(audit(AuditOrRule.PROCESSOR_WAIT, use(1, 0.9, 0), STANDARD).state())
                .isEqualTo(AuditResult.State.OK);
        AuditResult audit = audit(AuditOrRule.PROCESSOR_WAIT, use(1, 1.5, 0), STANDARD);
        assertThat(audit.value()).isEqualTo(1.5);
        assertThat(audit.voidsRun()).isTrue();
        assertThat(audit(AuditOrRule.PROCESSOR_WAIT, use(1, 1.5, 0), DEV).voidsRun())
                .isFalse();
    }

    @Test
    void m16ThrottledAgentIsDetected() {
        assertThat(audit(AuditOrRule.THROTTLED, use(1, 0, 0.009), STANDARD).state())
                .isEqualTo(AuditResult.State.OK);
        assertThat(audit(AuditOrRule.THROTTLED, use(1, 0, 0.02), STANDARD).voidsRun())
                .isTrue();
        assertThat(audit(AuditOrRule.THROTTLED, use(1, 0, 0.02), DEV).voidsRun())
                .isFalse();
        assertThat(audit(AuditOrRule.THROTTLED, use(1, 0, CpuUse.UNKNOWN), STANDARD)
                        .state())
                .isEqualTo(AuditResult.State.NOT_TESTED);
    }

    @Test
    void m16StolenTimeIsDetected() {
        assertThat(stolen(0.019).state()).isEqualTo(AuditResult.State.OK);
        assertThat(stolen(0.03).voidsRun()).isTrue();
        assertThat(AgentAudits.stolen(List.of(), Set.of(), WINDOW, STANDARD).state())
                .isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /** One of four hosts loses 6% of its CPU time, which is 1.5% over all hosts. */
    @Test
    void m16StolenTimeOfOneHostIsDetected() {
        List<TelemetrySample> points = new ArrayList<>(points("host", "steal", 0.015));
        points.addAll(points("host/lab1", "cpu steal", 0));
        points.addAll(points("host/lab4", "cpu steal", 0.06));
        points.addAll(points("host/db", "cpu steal", 0.5));
        Set<String> hosts = Set.of("lab1", "lab2", "lab3", "lab4");
        AuditResult audit = AgentAudits.stolen(points, hosts, WINDOW, STANDARD);
        assertThat(audit.voidsRun()).isTrue();
        assertThat(audit.value()).isEqualTo(6);
        assertThat(audit.message()).contains("withheld 6% of the CPU of host lab4; at most 2% is allowed.");
        assertThat(AgentAudits.stolen(points, hosts, WINDOW, DEV).voidsRun()).isFalse();
        // A single host is judged by the figures of its agents.
        assertThat(AgentAudits.stolen(points, Set.of("lab4"), WINDOW, STANDARD).value())
                .isEqualTo(1.5);
    }

    @Test
    void m16UnreportedKernelFiguresAreNotTested() {
        AgentAudits agents = agents(CpuUse.NOT_REPORTED);
        assertThat(agents.cpu()).isNull();
        Map<AuditOrRule, AuditResult.State> states = new EnumMap<>(AuditOrRule.class);
        agents.audits(STANDARD, 1).forEach(audit -> states.put(audit.rule(), audit.state()));
        assertThat(states)
                .containsEntry(AuditOrRule.AGENT_CPU, AuditResult.State.OK)
                .containsEntry(AuditOrRule.PROCESSOR_WAIT, AuditResult.State.NOT_TESTED)
                .containsEntry(AuditOrRule.THROTTLED, AuditResult.State.NOT_TESTED);
    }

    private static AuditResult stolen(double share) {
        return AgentAudits.stolen(points("host", "steal", share), Set.of("lab1"), WINDOW, STANDARD);
    }

    private static List<TelemetrySample> points(String source, String series, double share) {
        return IntStream.rangeClosed(1, 10)
                .mapToObj(second -> new TelemetrySample(second * SECOND, source, series, share, "share", false))
                .toList();
    }

    private static CpuUse use(double cores, double wait, double throttled) {
        return new CpuUse(cores, 0.5, 0.1, 0.2, 1.5, wait, 1_000, throttled);
    }

    private static AuditResult audit(AuditOrRule rule, CpuUse use, JudgeBounds bounds) {
        return agents(use).audits(bounds, 1).stream()
                .filter(audit -> audit.rule() == rule)
                .findFirst()
                .orElseThrow();
    }

    private static AgentAudits agents(CpuUse use) {
        List<StoredInterval> intervals = new ArrayList<>();
        for (int second = 0; second < 10; second++) {
            AgentHealth health =
                    new AgentHealth(0, 0, use.cores() < 0 ? 0.3 : use.cores() / use.availableCores(), 0.5, 1, 1, use);
            intervals.add(new StoredInterval(
                    "local",
                    second,
                    second * SECOND,
                    (second + 1) * SECOND,
                    Delivery.ON_TIME,
                    false,
                    List.of(workload()),
                    health));
        }
        return new AgentAudits(intervals, WINDOW, new AgentHosts(List.of()));
    }

    private static WorkloadInterval workload() {
        return TestIntervals.second(0)
                .workload(1, "store")
                .with(TestIntervals.line("read", LineInterval.Kind.OPERATION, TestIntervals.ok(OPERATIONS_PER_SECOND)))
                .levels(1, 0, 0, 0)
                .workload();
    }
}
