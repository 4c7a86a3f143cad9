// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.measure.recorder.DistinctErrors;

/** A fault of a plugin makes a run invalid, is reported with its place, and is never a failure of the SUT. */
final class PluginFaultsTest {
    private static final String CACHE = "1/cache";
    private static final String PLACE = "java.lang.IllegalStateException: no state, at Driver.java:12";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    /** A run of 2 s of ramp-up and 10 s of steady state, and what is added to it. */
    private Judgement judged(Consumer<TestRun> extra) {
        plan.simple();
        TestRun run = new TestRun(folder, plan.build());
        extra.accept(run);
        run.drive(start -> {
            for (int i = 0; i < 10; i++) {
                run.ok(CACHE, i % 2 == 0 ? "read" : "write", start + 20 * MILLI * i, 5 * MILLI, 0);
            }
        });
        return run.judged();
    }

    private static void fault(TestRun run, String operation, long atNanos, int times, String message) {
        for (int i = 0; i < times; i++) {
            run.error(CACHE, operation, atNanos, MILLI, DistinctErrors.PLUGIN_FAULT, message);
        }
    }

    private static List<Reason> faults(Judgement judgement) {
        return judgement.reasons().stream()
                .filter(reason -> reason.rule() == AuditOrRule.PLUGIN_FAULT)
                .toList();
    }

    @Test
    void steadyStateFaultMakesTheRunInvalid() {
        Judgement judgement = judged(run -> fault(run, "read", 3 * SECOND, 2, PLACE));
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(faults(judgement))
                .containsExactly(new Reason(
                        AuditOrRule.PLUGIN_FAULT,
                        Severity.INVALID,
                        Scope.workload(1, "cache"),
                        2.0,
                        0.0,
                        "faults",
                        "1/cache: plugin "
                                + judgement.workloads().getFirst().plugin()
                                + " failed 2 times because of its own code, not because of the SUT: in read " + PLACE
                                + " (2 times). The stack traces are in plugin-output.log. Correct the plugin, then run"
                                + " again."));
    }

    @Test
    void faultsAreOrderedByPlaceAndFrequency() {
        Judgement judgement = judged(run -> {
            fault(run, "read", 3 * SECOND, 1, "null outcome");
            fault(run, "write", 3 * SECOND, 4, "twice completed");
            fault(run, "read", 3 * SECOND, 3, "no outcome");
            fault(run, "write", 3 * SECOND, 1, PLACE);
        });
        assertThat(faults(judgement).getFirst().message())
                .contains("failed 9 times because of its own code, not because of the SUT: in write " + PLACE
                        + " (once); in write twice completed (4 times); in read no outcome (3 times); and 1 more kind."
                        + " The stack traces");
    }

    @Test
    void faultsWithoutAPlaceMentionNoStackTrace() {
        Judgement judgement = judged(run -> {
            for (String message : List.of("a", "b", "c")) {
                fault(run, "read", 3 * SECOND, 1, message);
            }
        });
        assertThat(faults(judgement).getFirst().message())
                .doesNotContain("stack traces")
                .doesNotContain("and more")
                .endsWith(" (once). Correct the plugin, then run again.");
    }

    @Test
    void rampUpFaultIsAReason() {
        assertThat(faults(judged(run -> fault(run, "read", SECOND, 1, PLACE)))).hasSize(1);
    }

    @Test
    void faultAfterTheWindowIsNotAReason() {
        // The reported end of the operation: a millisecond after it was due.
        assertThat(faults(judged(run -> fault(run, "read", 12 * SECOND, 1, PLACE))))
                .isEmpty();
    }

    @Test
    void faultsAreCountedPerWorkload() {
        plan.simple(2, new Load.Closed(8, 1));
        Judgement judgement = judged(run -> {
            run.error("2/cache", "read", 3 * SECOND, MILLI, DistinctErrors.PLUGIN_FAULT, PLACE);
            run.error(CACHE, "read", 3 * SECOND, MILLI, "refused", "too many clients");
        });
        assertThat(faults(judgement)).singleElement().satisfies(reason -> {
            assertThat(reason.scope()).isEqualTo(Scope.workload(2, "cache"));
            assertThat(reason.value()).isEqualTo(1);
            assertThat(reason.message()).doesNotContain("clients");
        });
    }

    @Test
    void repeatedFaultsAreNotedOnceWithACount() {
        String plugin = new TestPlan().simple().build().workloads().getFirst().plugin();
        Judgement judgement = judged(run -> {
            run.event(EventType.USER_FAILED, CACHE, "User 3 could not be opened.");
            run.event(EventType.USER_FAILED, CACHE, "User 14 could not be opened.");
            run.event(EventType.FAULT, CACHE, "Plugin " + plugin + " did not end.");
            run.event(EventType.FAULT, "sut/db", "User 3 of it is gone.");
            run.event(EventType.SUT_STARTED, CACHE, "User 3 is ready.");
        });
        assertThat(judgement.notes())
                .contains(
                        new Judgement.Note(CACHE, "Plugin " + plugin + ": a user could not be opened. (2 times)"),
                        new Judgement.Note(CACHE, "Plugin " + plugin + " did not end."),
                        new Judgement.Note("sut/db", "a user of it is gone."))
                .noneMatch(note -> note.message().contains("ready"));
    }
}
