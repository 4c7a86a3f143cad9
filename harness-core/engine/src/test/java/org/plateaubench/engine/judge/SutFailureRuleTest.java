// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.plateaubench.engine.judge.TestRun.MILLI;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.SutFailure;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.spi.SutContext;

/** Runs whose SUT failed under load (measurement rule M15). */
final class SutFailureRuleTest {
    private static final String CACHE = "1/cache";
    private static final EventDetails WITHOUT_DETAILS = EventType.SUT_FAILED;
    private static final EventDetails UNDER_LOAD = new EventDetails.SutFailed(SutFailure.UNDER_LOAD);
    private static final EventDetails AT_THE_END = new EventDetails.SutFailed(SutFailure.AT_THE_END);
    private static final EventDetails UNKNOWN = new EventDetails.SutFailed(SutFailure.UNKNOWN);

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();
    private int runs;

    @Test
    void failureOfAManagedSutFailsTheRun() {
        for (EventDetails failure : List.of(WITHOUT_DETAILS, UNDER_LOAD, AT_THE_END)) {
            Judgement judgement = judged(List.of(failure));
            assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
            assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
                assertThat(reason.rule()).isEqualTo(AuditOrRule.SUT_FAILED);
                assertThat(reason.severity()).isEqualTo(Severity.FAIL);
                assertThat(reason.message()).startsWith("sut/db: The SUT has failed: signal 9.");
            });
        }
    }

    @Test
    void externalSutThatRecoversIsOnlyNoted() {
        plan.sutMode = SutContext.Mode.EXTERNAL;
        assertThat(judged(List.of(UNDER_LOAD)).verdict()).isEqualTo(Verdict.PASS);
        assertThat(judged(List.of(UNDER_LOAD)).reasons())
                .extracting(Reason::rule, Reason::severity)
                .containsExactly(tuple(AuditOrRule.SUT_FAILED, Severity.NOTE));
        assertThat(judged(List.of(UNDER_LOAD, AT_THE_END)).reasons())
                .extracting(Reason::severity)
                .containsExactly(Severity.FAIL);
    }

    @Test
    void unknownSutStateMakesTheRunInvalid() {
        assertThat(judged(List.of(UNKNOWN)).reasons())
                .extracting(Reason::rule, Reason::severity)
                .containsExactly(tuple(AuditOrRule.PLUGIN_FAULT, Severity.INVALID));
    }

    @Test
    void sutFailureIsMatchedToItsTile() {
        Load load = new Load.Closed(8, 1);
        RunPlan tiles = plan.simple(1, load).simple(2, load).build();
        assertThat(judged(tiles, "sut/1/db", List.of(UNDER_LOAD)).reasons())
                .filteredOn(reason -> reason.rule() == AuditOrRule.SUT_FAILED)
                .extracting(Reason::severity)
                .containsExactly(Severity.FAIL);
    }

    /** A note about an external SUT is not a reason to leave its run out of a study. */
    @Test
    void onlySevereSutFailuresEndTheMeasurement() {
        plan.sutMode = SutContext.Mode.EXTERNAL;
        RunPlan external = plan.simple().build();

        assertThat(FaultRules.failures(List.of(failed(1, UNDER_LOAD)), external))
                .isEmpty();
        assertThat(FaultRules.failures(
                        List.of(failed(1, UNDER_LOAD), failed(2, AT_THE_END), failed(3, UNKNOWN)), external))
                .extracting(RunEvent::runNanos)
                .containsExactly(2L, 3L);
        assertThat(FaultRules.failures(List.of(failed(RunEvent.BEFORE_START, UNDER_LOAD)), external))
                .hasSize(1);
    }

    private static RunEvent failed(long nanos, EventDetails failure) {
        return RunEvent.of(Instant.EPOCH, nanos, failure, "sut/db", "Gone.");
    }

    private Judgement judged(List<EventDetails> failures) {
        TestPlan one = new TestPlan();
        one.sutMode = plan.sutMode;
        return judged(one.simple().build(), "sut/db", failures);
    }

    private Judgement judged(RunPlan planned, String scope, List<EventDetails> failures) {
        TestRun run = new TestRun(folder.resolve("run-" + runs++), planned);
        run.drive(start -> {
            for (int i = 0; i < 50; i++) {
                run.ok(CACHE, "read", start + i * 15L * MILLI, 5 * MILLI, 50_000);
                run.ok(CACHE, "write", start + i * 15L * MILLI, 5 * MILLI, 50_000);
            }
        });
        failures.forEach(failure -> run.event(failure, scope, "The SUT has failed: signal 9."));
        return run.judged();
    }
}
