// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.errors;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.TestFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.recorder.DistinctErrors;

/** The rules on errors, declined operations and missing successes, at their bounds (measurement rule M15). */
final class RateRulesTest {
    private final TestFigures fixture = new TestFigures();

    private static LineInterval.Counts counts(long ok, long declined, long errors, long abandoned, long dropped) {
        long all = ok + declined + errors + abandoned + dropped;
        return new LineInterval.Counts(all, ok, declined, errors, abandoned, dropped, ok, 0, 0);
    }

    private void add(String name, LineInterval.Counts counts) {
        add(name, LineInterval.Kind.OPERATION, PhaseWindow.STEADY, counts);
    }

    private void add(String name, LineInterval.Kind kind, PhaseWindow window, LineInterval.Counts counts) {
        fixture.add(second(3).with(line(name, kind, window, counts)));
    }

    private static List<Reason> reasons(WorkloadFigures figures) {
        List<Reason> reasons = new ArrayList<>();
        new ErrorRules(reasons, new ConnectRules(List.of())).apply(figures);
        return reasons;
    }

    private List<String> found() {
        return described(fixture.figures());
    }

    private static List<String> described(WorkloadFigures figures) {
        return reasons(figures).stream()
                .map(reason -> reason.rule().label() + " " + reason.scope() + " " + reason.value())
                .toList();
    }

    private static String described(AuditOrRule rule, String scope, double value) {
        return rule.label() + " " + scope + " " + value;
    }

    @Test
    void errorRateAboveOnePercentFails() {
        add("write", ok(1_000));
        add("read", counts(990, 0, 4, 3, 3));
        assertThat(found()).isEmpty();
        add("read", counts(0, 0, 1, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.ERROR_RATE, "1/cache/read", 1.098901));
    }

    @Test
    void rareOperationsAreJudgedTogether() {
        add("read", counts(14, 0, 1, 0, 0));
        add("write", counts(14, 0, 1, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.ERROR_RATE, "1/cache", 6.666667));
    }

    /** Neither is attempted often enough to test its limit; together they are tested with the looser limit. */
    @ParameterizedTest
    @CsvSource({"2.5, true", "3, false"})
    void rareOperationsShareTheirLoosestLimit(String loosest, boolean fails) {
        fixture.plan.limits.put("read", List.of("errors < 1%"));
        fixture.plan.limits.put("write", List.of("errors < " + loosest + "%"));
        add("read", counts(18, 0, 1, 0, 0));
        add("write", ok(19));
        assertThat(reasons(fixture.figures()).stream().map(Reason::message))
                .hasSize(fails ? 1 : 0)
                .allMatch(message -> message.contains(
                        "2.63% of 38 attempts at operations that are too rare to be judged one by one failed; their"
                                + " limits allow at most 2.50%."));
    }

    @Test
    void lowerLimitDoesNotRaiseTheAllowedErrorRate() {
        fixture.plan.limits.put("read", List.of("errors >= 0%", "declined >= 0%"));
        add("write", ok(100));
        add("read", counts(90, 0, 10, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.ERROR_RATE, "1/cache/read", 10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"errors < 100%", "errors <= 100%", "errors < 90%"})
    void limitAllowsAtMostHalfToFail(String limit) {
        fixture.plan.limits.put("read", List.of(limit));
        add("write", ok(100));
        add("read", counts(50, 0, 50, 0, 0));
        assertThat(found()).isEmpty();
        add("read", counts(0, 0, 1, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.ERROR_RATE, "1/cache/read", 50.49505));
        assertThat(reasons(fixture.figures()).getFirst().message()).contains("no limit may allow more than 50%");
    }

    @Test
    void declinedRateAboveAQuarterFails() {
        add("write", ok(100));
        add("read", counts(75, 25, 0, 0, 0));
        assertThat(found()).isEmpty();
        add("read", counts(0, 1, 0, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.DECLINED_RATE, "1/cache/read", 25.742574));
        assertThat(reasons(fixture.figures())).singleElement().satisfies(reason -> {
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.bound()).isEqualTo(25);
            assertThat(reason.message()).contains("25.7% of 101 attempts were declined; at most 25% may be");
        });
    }

    @Test
    void declinedLimitAppliesToOneOperation() {
        fixture.plan.limits.put("read", List.of("declined < 80%"));
        add("write", ok(100));
        add("read", counts(40, 60, 0, 0, 0));
        assertThat(found()).isEmpty();
        add("write", counts(0, 100, 0, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.DECLINED_RATE, "1/cache/write", 50));
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "0, 1, 0", "0, 0, 1"})
    void singleUnsuccessfulAttemptFails(long declined, long errors, long abandoned) {
        add("write", ok(30));
        assertThat(found()).isNotEmpty();
        add("read", counts(0, declined, errors, abandoned, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.NO_SUCCESS, "1/cache/read", 0));
    }

    @Test
    void declinedAttemptsAloneFailDespiteALimit() {
        fixture.plan.limits.put("read", List.of("declined <= 100%"));
        add("write", ok(30));
        add("read", counts(0, 3, 0, 0, 2));
        assertThat(reasons(fixture.figures()))
                .singleElement()
                .satisfies(reason -> assertThat(reason.message())
                        .contains("5 attempts without a single success. 3 of them were declined. 2 of them were"
                                + " never started but dropped"));
    }

    @Test
    void pluginFaultsAreNotCountedAsAttempts() {
        LineInterval faults = new LineInterval(
                "read",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                errors(30),
                Map.of(DistinctErrors.PLUGIN_FAULT, 30L),
                Map.of(),
                null,
                null,
                null);
        fixture.add(second(3).with(faults));
        add("write", ok(30));
        add("read", ok(30));
        assertThat(found()).isEmpty();
    }

    @Test
    void unitWithoutASuccessFails() {
        add("read", ok(30));
        add("write", ok(30));
        add("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, counts(0, 0, 0, 3, 0));
        assertThat(found()).isEmpty();
        add("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, counts(0, 0, 1, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.NO_SUCCESS, "1/cache/order", 0));
    }

    @Test
    void unitsHaveTheSameErrorRateBound() {
        add("read", ok(100));
        add("write", ok(100));
        add("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, counts(99, 0, 1, 50, 0));
        assertThat(found()).isEmpty();
        add("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, counts(0, 0, 1, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.ERROR_RATE, "1/cache/order", 1.980198));
        add("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, counts(0, 0, 200, 0, 0));
        assertThat(found()).containsExactly(described(AuditOrRule.ERROR_RATE, "1/cache/order", 67.109635));
    }

    @Test
    void limitOfAnOperationAlsoCoversItsUnit() {
        fixture.plan.limits.put("read", List.of("errors < 20%", "declined < 90%"));
        add("read", ok(100));
        add("write", ok(100));
        add("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, counts(20, 25, 3, 0, 0));
        assertThat(found()).isEmpty();
    }

    @Test
    void operationExpectedTwentyTimesMustOccur() {
        add("read", ok(39));
        assertThat(found()).isEmpty();
        add("read", ok(1));
        assertThat(reasons(fixture.figures())).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.NOT_OBSERVED);
            assertThat(reason.severity()).isEqualTo(Severity.INVALID);
            assertThat(reason.scope()).hasToString("1/cache/write");
            assertThat(reason.bound()).isEqualTo(20);
        });
    }

    @Test
    void windowWithoutDueOperationsIsReported() {
        assertThat(found()).containsExactly(described(AuditOrRule.NOT_OBSERVED, "1/cache", 0));
    }

    @Test
    void usersStuckInRampUpAreReported() {
        fixture.add(second(1).levels(8, 8, 0, 0));

        assertThat(reasons(fixture.figures()))
                .singleElement()
                .satisfies(reason -> assertThat(reason.message())
                        .contains("8 operations of the ramp-up had not ended")
                        .doesNotContain("Lengthen"));
    }

    @Test
    void zeroHeadlineFigureFails() {
        add("write", ok(30));
        LineInterval.Counts late = new LineInterval.Counts(9, 9, 0, 0, 0, 0, 0, 0, 0);
        add("read", late);
        assertThat(reasons(fixture.figures())).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.NO_SUCCESS);
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.scope()).hasToString("1/cache");
            assertThat(reason.message()).contains("operations per second is 0 after 39 attempts");
        });
        add("read", new LineInterval.Counts(0, 0, 0, 0, 0, 0, 1, 0, 0));
        assertThat(found()).isEmpty();
    }

    private void steps() {
        fixture.load = new Load.Closed(
                8,
                1,
                List.of(
                        new LoadStep.Constant(Duration.ofSeconds(5), 8),
                        new LoadStep.Constant(Duration.ofSeconds(5), 0.1)),
                null);
    }

    @Test
    void rareOperationMayFailOnceInAStep() {
        steps();
        add("write", LineInterval.Kind.OPERATION, PhaseWindow.steadyPart(1), ok(30));
        add("read", LineInterval.Kind.OPERATION, PhaseWindow.steadyPart(1), counts(0, 0, 1, 0, 0));
        add("order", LineInterval.Kind.UNIT, PhaseWindow.steadyPart(1), counts(0, 0, 1, 0, 0));
        assertThat(described(fixture.step(1)))
                .containsExactly(described(AuditOrRule.ERROR_RATE, "1/cache in step 1 (8 users, 5s)", 3.225806));
    }

    @Test
    void stepWithoutASuccessFails() {
        steps();
        add("write", LineInterval.Kind.OPERATION, PhaseWindow.steadyPart(1), counts(0, 0, 1, 0, 0));
        add("read", LineInterval.Kind.OPERATION, PhaseWindow.steadyPart(1), counts(0, 0, 1, 0, 0));
        assertThat(described(fixture.step(1)))
                .containsExactly(described(AuditOrRule.NO_SUCCESS, "1/cache in step 1 (8 users, 5s)", 0));
    }

    @Test
    void stepWithLittleLoadMayHaveNoOperations() {
        steps();
        // 8 users for 5 s, each every 0.2 s, are 200 units; a tenth of a user is 2.5.
        assertThat(described(fixture.step(1)))
                .containsExactly(described(AuditOrRule.NOT_OBSERVED, "1/cache in step 1 (8 users, 5s)", 0));
        assertThat(described(fixture.step(2))).isEmpty();
    }

    @Test
    void zeroHeadlineFigureOfAStepIsAllowed() {
        steps();
        fixture.window = window(2, 12);
        add("write", LineInterval.Kind.OPERATION, PhaseWindow.steadyPart(1), ok(30));
        assertThat(described(fixture.step(1))).isEmpty();
    }
}
