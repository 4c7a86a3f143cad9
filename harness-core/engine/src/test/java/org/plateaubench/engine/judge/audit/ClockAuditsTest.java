// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.store.IntervalFile;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.wire.Heartbeats;
import org.plateaubench.wire.TelemetrySample;

final class ClockAuditsTest {
    private static final long SECOND = 1_000_000_000;
    private static final int LENGTH = 300;

    /** Readings of five minutes, one each second. */
    private static List<TelemetrySample> readings(double driftPerMillion, double boundMs, Random noise) {
        List<TelemetrySample> readings = new ArrayList<>();
        for (int second = 0; second < LENGTH; second++) {
            double error = boundMs * (2 * noise.nextDouble() - 1);
            add(readings, second, driftPerMillion * second / 1e3 + error, boundMs);
        }
        return readings;
    }

    private static void add(List<TelemetrySample> readings, int second, double departureMs, double boundMs) {
        long at = second * SECOND;
        readings.add(new TelemetrySample(at, "agent/load1", "cpu", 0.5, "share", false));
        readings.add(new TelemetrySample(at, "agent/load1", "clock-departure", departureMs, "ms", false));
        readings.add(new TelemetrySample(at, "agent/load1", "clock-bound", boundMs, "ms", false));
    }

    private static AuditResult audit(RunClass runClass, List<TelemetrySample> readings) {
        List<AuditResult> audits = audits(runClass, readings, Set.of("load1"));
        assertThat(audits).singleElement().satisfies(audit -> {
            assertThat(audit.rule()).isEqualTo(AuditOrRule.CLOCK_ERROR);
            assertThat(audit.scope()).isEqualTo(Scope.agent("load1"));
        });
        return audits.getFirst();
    }

    private static List<AuditResult> audits(RunClass runClass, List<TelemetrySample> readings, Set<String> agents) {
        StoredInterval last = new StoredInterval(
                "load1", LENGTH - 1, (LENGTH - 1) * SECOND, LENGTH * SECOND, Delivery.ON_TIME, true, List.of(), null);
        StoredRun run = new StoredRun(
                Path.of("run"),
                "run",
                Map.of(),
                Map.of(),
                List.of(new IntervalFile.Entry(last, 0, 0)),
                List.of(),
                List.of(),
                readings,
                List.of(),
                false,
                false);
        return new ClockAudits(runClass, run).errors(agents);
    }

    /** The name of an agent does not decide whether the controller has read its clock. */
    @Test
    void m17ReadClockIsAuditedForEveryAgentName() {
        List<TelemetrySample> fast = readings(50, 0.4, new Random(2)).stream()
                .map(each -> new TelemetrySample(
                        each.runNanos(), "agent/local-2", each.series(), each.value(), each.unit(), false))
                .toList();
        List<AuditResult> audits = audits(RunClass.STANDARD, fast, Set.of("local", "local-2"));
        assertThat(audits).extracting(AuditResult::scope).containsExactly(Scope.RUN, Scope.agent("local-2"));
        assertThat(audits)
                .extracting(AuditResult::state)
                .containsExactly(AuditResult.State.OK, AuditResult.State.VIOLATED);
        assertThat(audits(RunClass.STANDARD, List.of(), Set.of("local-1", "local-2")))
                .singleElement()
                .extracting(AuditResult::state)
                .isEqualTo(AuditResult.State.OK);
    }

    @Test
    void m17ClockDriftIsViolated() {
        AuditResult ok = audit(RunClass.STANDARD, readings(1, 0.4, new Random(1)));
        assertThat(ok.state()).isEqualTo(AuditResult.State.OK);
        assertThat(ok.value()).isBetween(0.4, 0.3 + 2 * 0.4 + 0.5);
        assertThat(ok.bound()).isEqualTo(10);

        AuditResult fast = audit(RunClass.STANDARD, readings(50, 0.4, new Random(2)));
        assertThat(fast.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(fast.value()).isBetween(14.0, 16.3);
        assertThat(fast.message()).contains("agent load1");
        assertThat(audit(RunClass.DEV, readings(50, 0.4, new Random(2))).state())
                .isEqualTo(AuditResult.State.OK);
        assertThat(audit(RunClass.DEV, readings(-500, 0.4, new Random(3))).voidsRun())
                .isTrue();
    }

    /** The agent started its load later than the others, though its intervals and phases are as planned. */
    @Test
    void m17LateStartOfAnAgentIsViolated() {
        List<TelemetrySample> readings = readings(0, 0.4, new Random(8));
        readings.add(new TelemetrySample(60_000_000, "agent/load1", "late-start", 60, "ms", false));
        AuditResult late = audit(RunClass.STANDARD, readings);
        assertThat(late.voidsRun()).isTrue();
        assertThat(late.value()).isBetween(60.0, 61.5);
        assertThat(late.message()).contains("since it received the start 60 ms too late)");
        assertThat(audit(RunClass.DEV, readings).state()).isEqualTo(AuditResult.State.OK);

        List<TelemetrySample> local =
                List.of(new TelemetrySample(60_000_000, "agent/local-2", "late-start", 60, "ms", false));
        assertThat(audits(RunClass.STANDARD, local, Set.of("local-1", "local-2")))
                .singleElement()
                .satisfies(audit -> {
                    assertThat(audit.scope()).isEqualTo(Scope.RUN);
                    assertThat(audit.voidsRun()).isTrue();
                    assertThat(audit.value()).isEqualTo(60);
                });
        assertThat(audits(RunClass.DEV, local, Set.of("local-1", "local-2")))
                .extracting(AuditResult::state)
                .containsExactly(AuditResult.State.OK);
    }

    /** If replies take long, it cannot be shown that the clocks agree. */
    @Test
    void m17ImpreciseClockReadingIsViolated() {
        assertThat(audit(RunClass.STANDARD, readings(0, 20, new Random(4))).voidsRun())
                .isTrue();
    }

    @Test
    void m17ClockReadingsThatEndEarlyAreNotTested() {
        List<TelemetrySample> readings = readings(0, 0.4, new Random(5));
        assertThat(audit(RunClass.STANDARD, List.of()).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(audit(RunClass.STANDARD, readings.subList(0, 3 * 284)).state())
                .isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /** The controller was killed at 60 s; the agent continues to compare its clock with that of the broker's host. */
    private static List<TelemetrySample> killedAt60(double departureOfBrokerMs, double stepMs, int until) {
        List<TelemetrySample> readings =
                new ArrayList<>(readings(0, 0.4, new Random(6)).subList(0, 3 * 60));
        for (int second = 0; second < until; second++) {
            double departure = departureOfBrokerMs + (second > 100 ? stepMs : 0);
            readings.add(new TelemetrySample(
                    second * SECOND + 7, "agent/load1", "broker-clock-departure", departure, "ms", false));
            readings.add(
                    new TelemetrySample(second * SECOND + 7, "agent/load1", "broker-clock-bound", 0.5, "ms", false));
        }
        return readings;
    }

    /**
     * Each of 10,000 agents reads the clocks as rarely as allowed, with round trips of a millisecond, and as long as
     * possible before the end: the clocks agree, and the whole error comes from the bounds.
     */
    @Test
    void m17ClockErrorOfTheLargestRigIsAllowed() {
        long every = Heartbeats.clockRequestInterval(10_000).plusMillis(200).toNanos();
        double tripMs = 0.5;
        List<TelemetrySample> readings = new ArrayList<>();
        // The last answer may come just before the end of the load, and then is not kept.
        long first = LENGTH * SECOND - SECOND - every * 45;
        for (long at = first; at < LENGTH * SECOND - every; at += every) {
            pair(readings, at, "broker-clock-departure", "broker-clock-bound", tripMs);
        }
        for (long at = 0; at < 60 * SECOND; at += SECOND) {
            pair(
                    readings,
                    first + every / 2 - 59 * SECOND + at,
                    "clock-departure",
                    "clock-bound",
                    tripMs + every / 2e9);
        }

        AuditResult worst = audit(RunClass.STANDARD, readings);

        assertThat(worst.message()).contains("by the clock of the broker's host");
        assertThat(worst.value()).isBetween(7.0, 9.0);
        assertThat(worst.state()).isEqualTo(AuditResult.State.OK);
    }

    private static void pair(List<TelemetrySample> readings, long at, String departure, String bound, double boundMs) {
        readings.add(new TelemetrySample(at, "agent/load1", departure, 0, "ms", false));
        readings.add(new TelemetrySample(at, "agent/load1", bound, boundMs, "ms", false));
    }

    @Test
    void m17BrokerClockDriftCountsWithoutAController() {
        List<TelemetrySample> third = killedAt60(123, 0, LENGTH).stream()
                .map(sample -> sample.series().equals("broker-clock-bound")
                        ? new TelemetrySample(
                                sample.runNanos(),
                                sample.source(),
                                "broker-clock-bound-of-third-host",
                                0.5,
                                "ms",
                                false)
                        : sample)
                .toList();

        AuditResult drifted = audit(RunClass.STANDARD, third);

        assertThat(drifted.voidsRun()).isTrue();
        double longestMs = (LENGTH - 60) * 1_000.0;
        assertThat(drifted.value())
                .as("500 parts in a million since the last reading of the controller")
                .isBetween(longestMs / 2_000, longestMs / 2_000 + 5);
    }

    @Test
    void m17BrokerClockReplacesAnEndedControllersClock() {
        AuditResult ok = audit(RunClass.STANDARD, killedAt60(123, 0, LENGTH));
        assertThat(ok.state()).isEqualTo(AuditResult.State.OK);
        assertThat(ok.value())
                .as("bounds of three readings, and the drift of the last second")
                .isBetween(1.4 + 0.5, 0.4 + 1.4 + 0.5);
        assertThat(ok.message()).contains("by the clock of the broker's host");

        AuditResult stepped = audit(RunClass.STANDARD, killedAt60(123, 300, LENGTH));
        assertThat(stepped.voidsRun()).isTrue();
        assertThat(stepped.value()).isBetween(300.0, 303.0);
        assertThat(audit(RunClass.STANDARD, killedAt60(0, 0, 200)).state())
                .as("there is no reading of the last 100 s")
                .isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(audit(RunClass.STANDARD, readings(0, 0.4, new Random(7))).message())
                .as("only the readings of the controller count when they cover the run")
                .doesNotContain("broker");
    }
}
