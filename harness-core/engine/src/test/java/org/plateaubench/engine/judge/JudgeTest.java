// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult.MetricValue;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.PhaseWindow;

/** One test per rule of a verdict (measurement rules M11, M12, M15 to M17, M22, M23). */
final class JudgeTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    @Test
    void cleanRunPassesAndIsJudgedRepeatably() {
        Judgement judgement = steady(run -> {});
        assertThat(judgement.reasons()).isEmpty();
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judgement.audits()).extracting(AuditResult::state).doesNotContain(AuditResult.State.VIOLATED);
        StoredRun again = readAgain();
        assertThat(text(Judge.judge(again))).isEqualTo(text(judgement));
    }

    @Test
    void doubtsAboutDataAndServersAreReported() {
        Judgement judgement = steady(run -> {
            run.event(EventType.DATA_DOUBT, CACHE, "what is acknowledged may be lost (fsync is off).");
            run.event(EventType.SHARED_SERVER, "", "tiles 1, 2 use the same server, localhost:5432.");
        });
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judgement.conclusion().kind()).isEqualTo(Conclusion.Kind.DOUBTS);
        assertThat(judgement.conclusion().meaning()).contains("fsync is off", "tiles 1, 2 use the same server");
        assertThat(judgement.reasons())
                .extracting(Reason::rule)
                .contains(AuditOrRule.DATA_DOUBT, AuditOrRule.SHARED_SERVER);
    }

    @Test
    void m11LatencyCountsIntendedStartsAndThroughputCountsEnds() {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            if (start == 1 * SECOND) {
                // Intended before the window, ended in it: work done in it, but not one of its response times.
                run.ok(CACHE, "read", start, 1_500 * MILLI, 0);
            }
            if (start == 11 * SECOND) {
                // Intended in the window, ended after it: the other way round.
                run.ok(CACHE, "read", start, 1_500 * MILLI, 0);
                run.ok(CACHE, "read", start, 10 * MILLI, 0);
            }
        });
        LineResult read = TestRun.block(run.judged(), "read");
        assertThat(read.count(OperationColumns.OK)).isEqualTo(2);
        assertThat(read.count(OperationColumns.ENDED)).isEqualTo(2);
        assertThat(read.count(OperationColumns.MEASURED)).isEqualTo(2);
        assertThat(read.number(OperationColumns.MAX)).isEqualTo(1500);
        assertThat(read.number(OperationColumns.THROUGHPUT)).isEqualTo(0.2);
    }

    @Test
    void metricMayCountAllOperations() {
        plan.metricLine = MetricDefinition.ALL_OPERATIONS;
        Judgement judgement = steady(run -> {});
        assertThat(judgement.workloads().getFirst().metric())
                .isEqualTo(new MetricValue("operationsPerSecond", 100, "reads/s"));
    }

    @Test
    void m12PercentileAmongCensoredTimesIsALowerBound() {
        plan.limits.put("read", List.of("p99 < 10s", "p50 < 10s", "errors < 50%"));
        Judgement judgement = steady(run -> {
            for (int i = 0; i < 20; i++) {
                run.error(CACHE, "read", 3 * SECOND, 2 * SECOND, "timeout", "no reply");
            }
        });
        LineResult read = TestRun.block(judgement, "read");
        assertThat(read.limits()).extracting(LimitResult::met).containsExactly(false, true, true);
        assertThat(read.limits().getFirst().lowerBound()).isTrue();
        assertThat(read.limits().getFirst().value()).isEqualTo(2000);
        assertThat(read.lowerBound()).contains("p99", "p99_9", "max").doesNotContain("p50");
        assertThat(judgement.reasons().getFirst().message()).contains("at least");
    }

    @Test
    void m13TimesAboveTheHistogramRangeAreNoted() {
        Judgement judgement = steady(run -> run.ok(CACHE, "read", 3 * SECOND, 2 * 3_600 * SECOND, 0));
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judgement.audits())
                .filteredOn(audit -> audit.rule() == AuditOrRule.ABOVE_RANGE)
                .singleElement()
                .satisfies(audit -> {
                    assertThat(audit.noted()).isTrue();
                    assertThat(audit.value()).isEqualTo(1);
                });
    }

    @Test
    void overloadIsInvalidWhenTheHarnessFellBehind() {
        AgentHealth busy = new AgentHealth(MILLI, MILLI, 0.97, 1, 1, 1);
        TestRun run = new TestRun(
                folder,
                plan.simple(1, new Load.Open(100, Load.Arrival.POISSON, 4, 1, 64, 100))
                        .build());
        run.drive(
                start -> {
                    run.readsAndWrites(start);
                    if (start == 6 * SECOND) {
                        run.recorder(CACHE).dropped(run.line(CACHE, "read"), PhaseWindow.STEADY, 0);
                    }
                },
                busy);
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.reasons())
                .filteredOn(reason -> reason.rule() == AuditOrRule.OVERLOAD)
                .extracting(Reason::severity)
                .containsOnly(Severity.INVALID);
    }

    @Test
    void m17InterruptedRunIsInvalid() {
        TestRun run = new TestRun(folder, plan.simple().build());
        for (long start = 0; start < 6 * SECOND; start += SECOND) {
            if (start == 2 * SECOND) {
                run.phase(Phase.STEADY, start);
            }
            run.readsAndWrites(start);
            run.interval(start == 5 * SECOND);
        }
        run.phase(Phase.RAMP_DOWN, 5 * SECOND);
        run.end("interrupted");
        Judgement judgement = judge(run);
        assertThat(judgement.status()).isEqualTo("interrupted");
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.window()).isNotNull();
        assertThat(judgement.window().seconds()).isEqualTo(3);
        assertThat(judgement.reasons()).extracting(Reason::rule).containsExactly(AuditOrRule.COMPLETED);
        assertThat(judgement.reasons().getFirst().message())
                .startsWith("The run was interrupted at 0:03 of the steady state.");
    }

    @ParameterizedTest
    @CsvSource({"STANDARD, 1, INVALID", "DEV, 2, PASS", "DEV, 3, INVALID"})
    void m17MissingIntervalsMakeTheRunInvalid(RunClass runClass, int missingIntervals, Verdict verdict) {
        plan.runClass = runClass;
        Judgement judgement = missing(missingIntervals);
        assertThat(judgement.verdict()).isEqualTo(verdict);
        assertThat(judgement.reasons())
                .filteredOn(reason -> reason.severity() == Severity.INVALID)
                .hasSize(verdict == Verdict.PASS ? 0 : 1)
                .allMatch(reason -> reason.rule() == AuditOrRule.MISSING_INTERVALS);
    }

    @Test
    void m17LostAgentMakesTheRunInvalid() {
        Judgement judgement = steady(run -> run.event(EventType.AGENT_LOST, "agent/local", "Gone."));
        assertThat(judgement.reasons()).extracting(Reason::rule).containsExactly(AuditOrRule.LOST_AGENTS);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void m17DamagedRunFolderMakesTheRunInvalid() throws IOException {
        steady(run -> {});
        Files.writeString(folder.resolve("telemetry.ndjson"), "{broken\n{\"x\": 1}\n", StandardOpenOption.APPEND);
        Judgement judgement = Judge.judge(readAgain());
        assertThat(judgement.reasons()).extracting(Reason::rule).containsExactly(AuditOrRule.STORED_FILES);
    }

    @Test
    void percentilesMergeAcrossTiles() {
        TestRun run = new TestRun(
                folder,
                plan.simple(1, new Load.Closed(8, 1))
                        .simple(2, new Load.Closed(8, 1))
                        .build());
        run.drive(start -> {
            for (int i = 0; i < 20; i++) {
                run.ok("1/cache", "read", start, 10 * MILLI, 0);
                run.ok("2/cache", "read", start, 100 * MILLI, 0);
                run.ok("1/cache", "write", start, MILLI, 0);
                run.ok("2/cache", "write", start, MILLI, 0);
            }
        });
        AggregateResult aggregate = run.judged().aggregates().getFirst();
        LineResult read = aggregate.lines().getFirst();
        assertThat(read.count(OperationColumns.MEASURED)).isEqualTo(400);
        assertThat(read.number(OperationColumns.P50)).isCloseTo(10, withinPercentage(0.2));
        assertThat(read.number(OperationColumns.P90)).isCloseTo(100, withinPercentage(0.2));
        assertThat(read.number(OperationColumns.MEAN)).isEqualTo(55);
        assertThat(aggregate.metric()).isEqualTo(new MetricValue("operationsPerSecond", 40, "reads/s"));
    }

    /** 50 reads and 50 writes of 5 ms per second, and what a test adds at the third second. */
    private Judgement steady(Consumer<TestRun> extra) {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            run.readsAndWrites(start);
            if (start == 3 * SECOND) {
                extra.accept(run);
            }
        });
        return run.judged();
    }

    private Judgement missing(int missingIntervals) {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.phase(Phase.STEADY, 2 * SECOND);
        for (int second = 0; second < 15; second++) {
            run.readsAndWrites(second * SECOND);
            if (second >= 4 && second < 4 + missingIntervals) {
                run.missingInterval();
            } else {
                run.interval(second == 14);
            }
        }
        return run.judged();
    }

    private static Judgement judge(TestRun run) {
        return Judge.judge(run.read());
    }

    private StoredRun readAgain() {
        try {
            return RunReader.read(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Judgement judgement) {
        return Documents.text(judgement);
    }

    @Test
    void pacingIsNotAuditedWithoutAPause() {
        plan.pause = Duration.ZERO;
        assertThat(steady(run -> {}).audits())
                .extracting(AuditResult::rule)
                .doesNotContain(AuditOrRule.PACING, AuditOrRule.DRAWS);
    }
}
