// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.measure.recorder.DistinctErrors;

/** Rules that only together make the verdict of a run. */
final class RulesTogetherTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final MadePlan plan = new MadePlan();

    @Test
    void theGravestReasonIsFirstWhicheverRuleIsAskedFirst() {
        plan.limits.put("read", List.of("p95 < 3ms"));
        Judgement judgement = steady(run -> {
            for (int i = 0; i < 3; i++) {
                run.error(CACHE, "write", 3 * SECOND, MILLI, DistinctErrors.PLUGIN_FAULT, "no outcome");
            }
            run.event(new EventDetails.Prevented(EventType.RECONCILIATION.label()), CACHE, "The server is gone.");
        });
        assertThat(judgement.reasons())
                .extracting(Reason::rule)
                .startsWith(Rule.PLUGIN_FAULT)
                .contains(Rule.RECONCILIATION, Rule.LIMIT);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void aReconciliationThatCouldNotBeMadeFailsTheRun() {
        Judgement judgement = steady(run -> {
            run.event(new EventDetails.Prevented(EventType.RECONCILIATION.label()), CACHE, "The server is gone.");
            run.event(new EventDetails.Prevented(EventType.PREPARE.label()), CACHE, "Closing failed.");
            run.event(new EventDetails.Prevented(EventType.RECONCILIATION.label()), "2/cache", "Another one is gone.");
        });
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.RECONCILIATION);
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.message()).endsWith("so lost work would not be noticed. The server is gone.");
        });
    }

    @Test
    void theLimitsOfAnOperationThatWasNeverDueAreNotTestedAndThatIsSaid() {
        plan.weights = Map.of("read", 1.0, "write", 0.001);
        plan.limits.put("write", List.of("p95 < 3ms"));
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            for (int i = 0; i < 10; i++) {
                run.ok(CACHE, "read", start + i * MILLI, 5 * MILLI, 0);
            }
        });
        assertThat(run.judged().reasons())
                .filteredOn(reason -> reason.rule() == Rule.LIMIT)
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.severity()).isEqualTo(Severity.NOTE);
                    assertThat(reason.message())
                            .startsWith(
                                    "1/cache: the limits of write were not tested, since none of these operations was due");
                });
    }

    private Judgement steady(Consumer<MadeRun> extra) {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            run.both(start);
            if (start == 3 * SECOND) {
                extra.accept(run);
            }
        });
        return run.judged();
    }
}
