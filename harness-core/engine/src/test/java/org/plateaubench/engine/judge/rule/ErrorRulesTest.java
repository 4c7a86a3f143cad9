// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.measure.timeline.PhaseWindow;

/** M15: no success, no pass; and a flood of failures or refusals is a reason whatever a limit says. */
final class ErrorRulesTest {
    private static final String CACHE = "1/cache";
    private static final String STORE = "1/store";

    @TempDir
    Path folder;

    private final MadePlan plan = new MadePlan();

    private Judgement simple(Consumer<Second> second) {
        return judged(new MadeRun(folder, plan.simple().build()), second);
    }

    private static Judgement judged(MadeRun run, Consumer<Second> second) {
        run.drive(start -> second.accept(new Second(run, start)));
        return run.judged();
    }

    /** One second of a run. */
    private record Second(MadeRun run, long start) {
        Second ok(String scope, String line, int times) {
            for (int i = 0; i < times; i++) {
                run.ok(scope, line, start + i * MILLI, 5 * MILLI, 0);
            }
            return this;
        }

        Second declined(String scope, String line, int times) {
            for (int i = 0; i < times; i++) {
                run.declined(scope, line, start + i * MILLI, 5 * MILLI, "out-of-stock");
            }
            return this;
        }

        Second error(String scope, String line, int times) {
            for (int i = 0; i < times; i++) {
                run.error(scope, line, start + i * MILLI, 5 * MILLI, "refused", "refused");
            }
            return this;
        }

        boolean isFirst() {
            return start == 2 * SECOND;
        }
    }

    private static List<String> rules(Judgement judgement) {
        return judgement.reasons().stream()
                .map(reason -> reason.rule().label() + " " + reason.scope())
                .toList();
    }

    @Test
    void nothingButRefusalsFailsWhateverTheLimitOfThem() {
        plan.limits.put("read", List.of("declined <= 100%"));
        Judgement judgement =
                simple(second -> second.declined(CACHE, "read", 10).ok(CACHE, "write", 10));
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(rules(judgement)).containsExactly("no-success 1/cache/read");
        assertThat(judgement.reasons().getFirst().message())
                .contains("100 attempts without a single success. 100 of them were declined.");
    }

    @Test
    void oneRefusedAttemptAndNoSuccessFails() {
        plan.weights = Map.of("read", 0.01, "write", 0.99);
        plan.metricLine = "write";
        Judgement judgement = simple(second ->
                second.declined(CACHE, "read", second.isFirst() ? 1 : 0).ok(CACHE, "write", 10));
        assertThat(rules(judgement)).containsExactly("no-success 1/cache/read");
    }

    @Test
    void moreThanAQuarterDeclinedFailsWithoutALimitThatAllowsIt() {
        Judgement judgement = simple(
                second -> second.declined(CACHE, "read", 3).ok(CACHE, "read", 7).ok(CACHE, "write", 10));
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.DECLINED_RATE);
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.value()).isEqualTo(30);
            assertThat(reason.bound()).isEqualTo(25);
            assertThat(reason.message()).contains("30% of 100 attempts were declined; at most 25% may be");
        });
    }

    @Test
    void aQuarterDeclinedIsAllowed() {
        assertThat(simple(second -> second.declined(CACHE, "read", 5)
                                .ok(CACHE, "read", 15)
                                .ok(CACHE, "write", 10))
                        .reasons())
                .isEmpty();
    }

    @Test
    void aLimitOfItsOwnExcusesRefusalsAndOneOfAnotherLineDoesNot() {
        plan.limits.put("read", List.of("declined < 80%"));
        Consumer<Second> each = second -> second.declined(CACHE, "read", 6)
                .ok(CACHE, "read", 4)
                .declined(CACHE, "write", 6)
                .ok(CACHE, "write", 4);
        assertThat(rules(simple(each))).containsExactly("declined-rate 1/cache/write");
    }

    @ParameterizedTest
    @ValueSource(strings = {"errors < 100%", "errors <= 100%", "errors < 90%"})
    void noLimitOfErrorsExcusesMoreThanHalf(String limit) {
        plan.limits.put("read", List.of(limit));
        Judgement judgement = simple(
                second -> second.error(CACHE, "read", 8).ok(CACHE, "read", 2).ok(CACHE, "write", 10));
        assertThat(rules(judgement)).containsExactly("error-rate 1/cache/read");
        assertThat(judgement.reasons().getFirst().message()).contains("no limit may allow more than 50%");
    }

    /** None of them is attempted so often that its limit is tested, and nearly all attempts at either fail. */
    @Test
    void rareOperationsThatMostlyFailDoNotPassForTheirLimits() {
        plan.limits.put("read", List.of("errors < 1%"));
        plan.limits.put("write", List.of("errors < 1%"));
        Judgement judgement = simple(second -> {
            if (second.isFirst()) {
                second.error(CACHE, "read", 18).ok(CACHE, "read", 1);
                second.error(CACHE, "write", 17).ok(CACHE, "write", 2);
            }
        });
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).anySatisfy(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.ERROR_RATE);
            assertThat(reason.scope()).hasToString(CACHE);
            assertThat(reason.message()).contains("92.1% of 38 attempts failed; no limit may allow more than 50%");
        });
    }

    /** Every operation of a plan has a limit of errors; here one in 38 attempts at two rare ones fails. */
    private Judgement oneOfRareOperationsFails(String limitOfWrite) {
        plan.limits.put("read", List.of("errors < 1%"));
        plan.limits.put("write", List.of(limitOfWrite));
        return simple(second -> {
            if (second.isFirst()) {
                second.error(CACHE, "read", 1).ok(CACHE, "read", 18).ok(CACHE, "write", 19);
            }
        });
    }

    @Test
    void rareOperationsAreJudgedTogetherByTheLoosestOfTheirLimits() {
        Judgement judgement = oneOfRareOperationsFails("errors < 2.5%");
        assertThat(rules(judgement)).contains("error-rate 1/cache");
        assertThat(judgement.reasons())
                .anySatisfy(reason -> assertThat(reason.message())
                        .contains(
                                "2.63% of 38 attempts at operations that are too rare to be judged one by one failed; their"
                                        + " limits allow at most 2.50%."));
    }

    @Test
    void rareOperationsMayFailAsOftenAsTheLoosestOfTheirLimitsAllows() {
        assertThat(rules(oneOfRareOperationsFails("errors < 3%"))).doesNotContain("error-rate 1/cache");
    }

    @Test
    void aLimitFromBelowTakesThePlaceOfNothing() {
        plan.limits.put("read", List.of("errors >= 0%", "declined >= 0%"));
        Judgement judgement = simple(
                second -> second.error(CACHE, "read", 1).ok(CACHE, "read", 9).ok(CACHE, "write", 10));
        assertThat(rules(judgement)).containsExactly("error-rate 1/cache/read");
    }

    /** Operations too rare to be judged one by one, beside one with a limit of its own. */
    @Test
    void rareOperationsAreJudgedTogetherBesideOneWithALimit() {
        plan.limits.put("write", List.of("errors < 1%"));
        plan.weights = Map.of("read", 0.19, "write", 0.81);
        Judgement judgement = simple(second -> {
            second.ok(CACHE, "write", 100);
            if (second.isFirst()) {
                second.error(CACHE, "read", 9).ok(CACHE, "read", 12);
            }
        });
        assertThat(rules(judgement)).contains("error-rate 1/cache/read");
    }

    @Test
    void everyAttemptAbandonedFails() {
        Judgement judgement = simple(second -> {
            second.ok(CACHE, "write", 10);
            second.run.recorder(CACHE).abandoned(second.run.line(CACHE, "read"), PhaseWindow.STEADY, SECOND);
        });
        assertThat(rules(judgement)).contains("no-success 1/cache/read");
    }

    @Test
    void aUnitWithoutASuccessFailsAlthoughItsOperationsSucceed() {
        plan.limits.put("purchase", List.of("declined <= 100%"));
        MadeRun run = new MadeRun(folder, plan.store(1).build());
        Judgement judgement = judged(run, second -> {
            for (String operation :
                    List.of("login", "newCustomer", "browseCategory", "browseActor", "browseTitle", "purchase")) {
                second.ok(STORE, operation, 20);
            }
            second.declined(STORE, "order", 20);
        });
        assertThat(rules(judgement)).containsExactly("no-success 1/store/order");
    }

    @Test
    void aHeadlineOfZeroDoesNotPass() {
        plan.metricLine = "read";
        plan.steady = Duration.ofSeconds(3);
        // Each read ends after the window: a success, and none of it in the throughput.
        Judgement judgement = simple(second -> {
            second.ok(CACHE, "write", 10);
            for (int i = 0; i < 10; i++) {
                second.run.ok(CACHE, "read", second.start + i * MILLI, 6 * SECOND, 0);
            }
        });
        assertThat(rules(judgement)).containsExactly("no-success 1/cache");
        assertThat(judgement.reasons().getFirst().message()).contains("operations per second is 0 after 60 attempts");
    }

    @Test
    void aHeadlineThatNothingWasAttemptedForVoidsTheRun() {
        plan.weights = Map.of("read", 0.001, "write", 0.999);
        Judgement judgement = simple(second -> second.ok(CACHE, "write", 10));
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(rules(judgement)).containsExactly("not-observed 1/cache");
    }

    @Test
    void aPeriodWithoutASuccessFails() {
        plan.periods = 2;
        Judgement judgement = simple(second -> {
            second.ok(CACHE, "write", 10);
            if (second.start < 7 * SECOND) {
                second.ok(CACHE, "read", 30);
            } else {
                second.declined(CACHE, "read", 10);
            }
        });
        assertThat(rules(judgement)).containsExactly("no-success 1/cache/read in period 2 (p2)");
    }

    @Test
    void refusalsAreCountedInEveryStep() {
        LoadStep step = new LoadStep.Constant(Duration.ofSeconds(5), 8);
        MadeRun run = new MadeRun(
                folder,
                plan.simple(1, new Load.Closed(8, 1, List.of(step, step))).build());
        Judgement judgement = judged(run, second -> {
            boolean first = second.start < 7 * SECOND;
            second.ok(CACHE, "write", 10).ok(CACHE, "read", first ? 10 : 6).declined(CACHE, "read", first ? 0 : 4);
        });
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.DECLINED_RATE);
            assertThat(reason.scope().toString()).contains("read in step 2");
        });
    }
}
