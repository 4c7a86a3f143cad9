// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.event.EventDetails.ComparedData;
import org.plateaubench.spi.Reconciliation;

/** M22: the consequences for a run of comparing the data that the SUT holds with the data that was sent. */
class ReconciliationRulesTest {
    private static final String SCOPE = "1/cache";
    private static final CheckDefinition HITS = CheckDefinition.ratio(
                    "hits",
                    "Keys found for each second.",
                    "keys",
                    List.of(Term.counter("hits")),
                    List.of(Term.seconds()))
            .atMost(1_000);
    private static final String RESTARTED = "Redis at 127.0.0.1:6379 was restarted.";

    @TempDir
    private Path folder = Path.of("");

    private final TestPlan plan = new TestPlan();

    private Judgement judged(Consumer<TestRun> comparisons) {
        try (TestRun run = new TestRun(folder, plan.simple().build())) {
            run.drive(second -> {
                for (int i = 0; i < 20; i++) {
                    run.ok(SCOPE, "read", second + i * 50L * TestRun.MILLI, 2 * TestRun.MILLI, 0);
                    run.ok(SCOPE, "write", second + i * 50L * TestRun.MILLI, 2 * TestRun.MILLI, 0);
                }
            });
            comparisons.accept(run);
            return run.judged();
        }
    }

    private static Reconciliation row(String what, long expected, long actual) {
        return new Reconciliation(what, expected, actual, 0);
    }

    private static Reconciliation items(String what, long expected, long actual) {
        return Reconciliation.items(what, expected, actual, 0);
    }

    private static void compared(TestRun run, Reconciliation row) {
        run.event(ComparedData.of(row, ""), SCOPE, "compared");
    }

    private static void restarted(TestRun run, Reconciliation row) {
        run.event(ComparedData.of(row, RESTARTED), SCOPE, "compared");
    }

    private static List<Severity> severities(Judgement judgement) {
        return judgement.reasons().stream()
                .filter(reason -> reason.rule() == AuditOrRule.RECONCILIATION)
                .map(Reason::severity)
                .toList();
    }

    private static List<AuditResult.State> states(Judgement judgement) {
        return judgement.reconciliation().stream().map(ReconciliationRow::state).toList();
    }

    private static List<String> rules(Judgement judgement) {
        return judgement.reasons().stream()
                .map(reason -> reason.severity().label() + " " + reason.rule().label())
                .toList();
    }

    @Test
    void emptyComparisonIsNotTested() {
        Judgement judgement = judged(run -> {
            compared(run, Reconciliation.grown("reorder rows", 5, 5, 0, 3));
            compared(run, items("sampled orders", 0, 0));
            compared(run, row("order rows", 10, 10));
        });
        assertThat(states(judgement))
                .containsExactly(AuditResult.State.NOT_TESTED, AuditResult.State.NOT_TESTED, AuditResult.State.OK);
        assertThat(judgement.reasons()).isEmpty();
    }

    @Test
    void unexpectedDataIsViolated() {
        assertThat(rules(judged(run -> compared(run, row("order rows", 0, 1)))))
                .containsExactly("fail M22-reconciliation");
    }

    @ParameterizedTest
    @EnumSource(RunClass.class)
    void runWithoutATestedComparisonIsInvalid(RunClass runClass) {
        plan.runClass = runClass;
        Judgement judgement = judged(run -> compared(run, row("order rows", 0, 0)));
        assertThat(rules(judgement)).containsExactly("invalid nothing-verified");
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.conclusion().kind()).isEqualTo(Conclusion.Kind.INVALID);
        assertThat(judgement.reasons().getFirst().message())
                .contains(SCOPE, "0 checks and 1 comparison", "0 expected and 0 found", "--allow-untested");
    }

    @Test
    void runWithoutATestedCheckIsInvalid() {
        plan.checks = List.of(HITS.neededFrom(1_000_000));
        Judgement judgement = judged(TestRun::withoutComparisons);
        assertThat(rules(judgement)).containsExactly("invalid nothing-verified");
        assertThat(judgement.reasons().getFirst().message()).contains("1 check and 0 comparisons");
    }

    @Test
    void oneTestedCheckOrComparisonIsEnough() {
        plan.checks = List.of(HITS);
        assertThat(judged(run -> compared(run, row("order rows", 0, 0))).reasons())
                .isEmpty();
    }

    @Test
    void untestedWorkloadThatTheRunFileAllowsIsADoubt() {
        plan.allowUntested = true;
        Judgement judgement = judged(run -> compared(run, row("order rows", 0, 0)));
        assertThat(rules(judgement)).containsExactly("note nothing-verified");
        assertThat(judgement.conclusion().kind()).isEqualTo(Conclusion.Kind.DOUBTS);
    }

    @Test
    void workloadWithoutChecksIsInvalidInClassStandard() {
        Judgement standard = judged(TestRun::withoutComparisons);
        assertThat(rules(standard)).containsExactly("invalid nothing-verified");
        assertThat(standard.reasons().getFirst().message()).contains("declares no check and no comparison");
    }

    @Test
    void scenarioWithoutChecksNamesTheRemedy() {
        plan.parameters = Map.of("scenario", Map.of("steps", List.of()));
        assertThat(judged(TestRun::withoutComparisons).reasons().getFirst().message())
                .endsWith(
                        "nothing was verified. No step of the scenario has a check, so wrong answers would not be noticed."
                                + " Add 'check' to a step, or lower the class of the run with run.class.");
    }

    @ParameterizedTest
    @EnumSource(
            value = RunClass.class,
            names = {"DEV", "MODIFIED"})
    void workloadWithoutChecksIsADoubtBelowClassStandard(RunClass runClass) {
        plan.runClass = runClass;
        // A check without bounds is only shown, so it verifies nothing.
        plan.checks = List.of(CheckDefinition.total("hits", "Keys found.", "keys", List.of(Term.counter("hits"))));
        Judgement judgement = judged(TestRun::withoutComparisons);
        assertThat(rules(judgement)).containsExactly("note nothing-verified");
        assertThat(judgement.conclusion().kind()).isEqualTo(Conclusion.Kind.DOUBTS);
    }

    @Test
    void sutThatRefusesEveryOperationFails() {
        Judgement judgement;
        try (TestRun run = new TestRun(folder, plan.simple().build())) {
            run.drive(second -> {
                run.ok(SCOPE, "read", second, 2 * TestRun.MILLI, 0);
                run.error(SCOPE, "write", second, 2 * TestRun.MILLI, "refused", "refused");
            });
            compared(run, new Reconciliation("rows written", 0, 0, 10));
            judgement = run.judged();
        }
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(rules(judgement)).containsExactly("fail no-success", "note nothing-verified");
    }

    @Test
    void lostAcknowledgedDataFailsTheRun() {
        Judgement judgement = judged(run -> compared(run, items("sampled keys", 24, 0)));
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(severities(judgement)).containsExactly(Severity.FAIL);
        assertThat(judgement.reasons().getFirst().message())
                .contains("24 expected, 0 found", "it lost or changed data");
    }

    @Test
    void duplicatedWorkFailsTheRun() {
        Judgement judgement = judged(run -> {
            compared(run, row("mail delivered", 51, 102));
            compared(run, items("mail delivered once", 51, 102));
        });
        assertThat(rules(judgement)).containsExactly("fail M22-reconciliation", "fail M22-reconciliation");
        assertThat(judgement.reasons().getFirst().message())
                .contains("has 51 more than the acknowledged work explains", "no other client was seen")
                .doesNotContain("counts of the harness");
        assertThat(judgement.conclusion().detail())
                .isEqualTo("mail delivered: 51 expected, 102 found, 0 uncertain, and 1 more");
    }

    @Test
    void dataOfAnotherClientMakesTheRunInvalid() {
        Judgement judgement = judged(run -> {
            compared(run, row("order rows", 51, 52).usedBy("psql from 10.0.0.7"));
            compared(run, row("customer rows", 51, 51).usedBy("psql from 10.0.0.7"));
        });
        assertThat(rules(judgement)).containsExactly("invalid M22-reconciliation");
        assertThat(judgement.reasons().getFirst().message())
                .endsWith("another client used its data: psql from 10.0.0.7. End that client, and run again.");
    }

    @Test
    void lostDataFailsTheRunDespiteAnotherClient() {
        assertThat(rules(judged(run -> compared(run, row("order rows", 51, 50).usedBy("psql from 10.0.0.7")))))
                .containsExactly("fail M22-reconciliation");
    }

    @Test
    void differentPluginCountsAreAPluginFault() {
        Judgement judgement = judged(run -> compared(run, Reconciliation.counts("purchases", 7, 8, 0)));
        assertThat(rules(judgement)).containsExactly("invalid M22-reconciliation");
        assertThat(judgement.reasons().getFirst().message()).endsWith("Report this fault of the plugin.");
    }

    @Test
    void changedSumIsReportedAsLostOrChangedData() {
        Judgement judgement =
                judged(run -> compared(run, Reconciliation.held("units in stock", 9_000, 8_500, 8_900, 0)));
        assertThat(rules(judgement)).containsExactly("fail M22-reconciliation");
        assertThat(judgement.reasons().getFirst().message())
                .contains("units in stock: 8 900 expected, 8 500 found", "400 less", "lost or changed data");
    }

    @Test
    void standardRunOfARestartedSutFails() {
        Judgement judgement = judged(run -> restarted(run, row("order rows", 10, 10)));
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(states(judgement)).containsExactly(AuditResult.State.NOT_TESTED);
        assertThat(judgement.reasons().getFirst().message()).contains(RESTARTED);
        assertThat(judgement.audits())
                .filteredOn(audit -> audit.rule() == AuditOrRule.RECONCILIATION)
                .extracting(AuditResult::state)
                .containsExactly(AuditResult.State.NOT_TESTED);
    }

    @Test
    void devRunOfARestartedSutIsNoted() {
        plan.runClass = RunClass.DEV;
        Judgement judgement = judged(run -> {
            restarted(run, row("order rows", 10, 10));
            restarted(run, items("sampled orders", 10, 10));
        });
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        assertThat(severities(judgement)).containsExactly(Severity.NOTE);
    }

    @Test
    void lowerCountAfterARestartIsALoss() {
        Judgement judgement = judged(run -> {
            restarted(run, row("order rows", 10, 9));
            restarted(run, row("customer rows", 10, 11));
        });
        assertThat(states(judgement)).containsExactly(AuditResult.State.VIOLATED, AuditResult.State.NOT_TESTED);
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void sampledItemsAreTestedAfterARestart() {
        Judgement judgement = judged(run -> restarted(run, items("sampled orders", 10, 10)));
        assertThat(states(judgement)).containsExactly(AuditResult.State.OK);
    }

    @Test
    void untestedComparisonNamesTheReason() {
        Judgement judgement =
                judged(run -> compared(run, items("sampled keys", 24, 0).asUntested("The servers evict keys.")));
        assertThat(states(judgement)).containsExactly(AuditResult.State.NOT_TESTED);
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons().getFirst().message()).contains("The servers evict keys.");
    }

    @Test
    void missingCountsAreNullInTheResult() {
        Judgement judgement = judged(run -> {
            compared(run, Reconciliation.grown("order rows", 5, 15, 10, 0));
            run.reconciled(SCOPE, "rows without counts", 7, 7);
        });
        assertThat(Documents.tree(judgement).get("reconciliation"))
                .asString()
                .contains("what=order rows, before=5, after=15, expected=10, found=10, uncertain=0, state=ok")
                .contains("what=rows without counts, before=null, after=null, expected=7, found=7");
    }
}
