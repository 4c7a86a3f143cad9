// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.timeline.PhaseWindow;

/** What can be foreseen of a verdict, second by second: never certain of what does not come. */
final class OutlookTest {
    private static final String CACHE = "1/cache";
    private static final Load.Open OPEN = new Load.Open(40, Load.Arrival.REGULAR, 8, 1, 1, 100);

    @TempDir
    Path folder;

    private final MadePlan plan = new MadePlan();

    /** What was foreseen at the ends of the seconds of a run, and what the judge said of it. */
    private record Course(List<List<Forecast>> foreseen, Judgement judgement) {
        List<Forecast> at(long second) {
            return foreseen.get((int) second);
        }
    }

    private static Course driven(Path folder, RunPlan plan, AgentHealth health, BiConsumer<MadeRun, Long> second) {
        List<List<Forecast>> foreseen = new ArrayList<>();
        MadeRun run = new MadeRun(folder, plan);
        Outlook outlook = new Outlook(plan);
        run.watchedBy(outlook::interval);
        run.drive(
                start -> {
                    foreseen.add(outlook.foreseen());
                    second.accept(run, start);
                },
                health);
        foreseen.add(outlook.foreseen());
        return new Course(foreseen, run.judged());
    }

    private Course driven(BiConsumer<MadeRun, Long> second) {
        return driven(folder, plan.build(), MadeRun.AT_EASE, second);
    }

    private static void good(MadeRun run, long start, int times) {
        for (int i = 0; i < times; i++) {
            run.ok(CACHE, i % 2 == 0 ? "read" : "write", start + i * (SECOND / times), 5 * MILLI, 0);
        }
    }

    private static void bad(MadeRun run, long start, int times) {
        for (int i = 0; i < times; i++) {
            run.error(CACHE, i % 2 == 0 ? "read" : "write", start + i * MILLI, MILLI, "refused", "refused");
        }
    }

    private static List<String> words(List<Forecast> forecasts) {
        return forecasts.stream()
                .map(forecast -> forecast.certainty() + " " + forecast.verdict().label() + " "
                        + forecast.reason().rule().label() + " "
                        + forecast.reason().scope())
                .toList();
    }

    @Test
    void nothingIsForeseenOfAGoodRun() {
        plan.simple();
        Course course = driven((run, start) -> good(run, start, 40));
        assertThat(course.foreseen())
                .allSatisfy(forecasts ->
                        assertThat(forecasts).as(words(forecasts).toString()).isEmpty());
    }

    @Test
    void noSuccessAtAllIsLikelyToFailAndNamesTheRuleOfTheJudge() {
        plan.simple();
        Course course = driven((run, start) -> bad(run, start, 40));
        assertThat(words(course.at(3))).as("after a second").isEmpty();
        assertThat(words(course.at(7)))
                .contains("likely fail no-success 1/cache/read", "likely fail no-success 1/cache/write");
        assertThat(course.at(7).getFirst().sentence())
                .startsWith("It is likely that this run will fail. 1/cache/read: 100 attempts without a single"
                        + " success.");
    }

    @Test
    void aLimitMissedByFarIsLikelyAfterAHandfulOfOperations() {
        plan.limits.put("read", List.of("p95 < 5ms"));
        plan.simple();
        Course course = driven((run, start) -> {
            run.ok(CACHE, "read", start, 500 * MILLI, 0);
            run.ok(CACHE, "write", start, 5 * MILLI, 0);
        });
        assertThat(words(course.at(7))).containsExactly("likely fail limit 1/cache/read");
        assertThat(course.at(7).getFirst().sentence()).contains("p95 is 500 ms; the limit is < 5 ms.");
    }

    @Test
    void aSutThatDiedIsCertainToFailTheRunHoweverWellItsOperationsGo() {
        Outlook outlook = new Outlook(plan.simple().build());
        assertThat(outlook.foreseen()).isEmpty();
        outlook.event(new RunEvent(
                Instant.EPOCH,
                5 * SECOND,
                EventType.SUT_FAILED.label(),
                "sut/db",
                "The SUT has failed: signal 9.",
                Map.of()));
        assertThat(words(outlook.foreseen())).containsExactly("certain fail sut-failed run");
    }

    @Test
    void fewSlowOperationsAmongManyAreLeftToChance() {
        plan.limits.put("read", List.of("p95 < 20ms"));
        plan.simple();
        Course course = driven((run, start) -> {
            for (long at = start; at < start + 400 * MILLI; at += 100 * MILLI) {
                run.ok(CACHE, "read", at, at % (3 * SECOND) == 0 ? 50 * MILLI : MILLI, 0);
                run.ok(CACHE, "write", at, MILLI, 0);
            }
        });
        assertThat(course.judgement().reasons()).anyMatch(reason -> reason.rule() == Rule.LIMIT);
        assertThat(course.foreseen().subList(0, 11))
                .allSatisfy(forecasts ->
                        assertThat(words(forecasts)).noneMatch(said -> said.contains("likely fail limit")));
    }

    @Test
    void aForecastGoesWithItsCause() {
        plan.simple();
        plan.steady = Duration.ofSeconds(20);
        Course course = driven((run, start) -> {
            good(run, start, 400);
            bad(run, start, start < 5 * SECOND ? 20 : 0);
        });
        assertThat(words(course.at(7))).contains("likely fail error-rate 1/cache/read");
        assertThat(course.at(21)).isEmpty();
        assertThat(course.judgement().reasons()).noneMatch(reason -> reason.severity() == Severity.FAIL);
    }

    @Test
    void openLoadIsCertainToFailAsSoonAsNoRestCanMendIt() {
        plan.simple(1, OPEN);
        Course course = driven((run, start) -> {
            good(run, start, start < 6 * SECOND ? 20 : 40);
            bad(run, start, start < 6 * SECOND ? 20 : 0);
        });
        assertThat(words(course.at(6))).contains("certain fail error-rate 1/cache/read");
        assertThat(course.judgement().verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aDropAndALongStopAreCertainAtOnce() {
        plan.simple(1, OPEN);
        AgentHealth stopped = new AgentHealth(
                MILLI,
                80 * MILLI,
                MadeRun.AT_EASE.processCpuShare(),
                MadeRun.AT_EASE.hostCpuShare(),
                90_000_000,
                40,
                MadeRun.AT_EASE.cpu());
        Course course = driven(folder, plan.build(), stopped, (run, start) -> {
            good(run, start, 40);
            if (start == 2 * SECOND) {
                run.recorder(CACHE).dropped(run.line(CACHE, "read"), PhaseWindow.STEADY, 0);
            }
        });
        assertThat(words(course.at(3)))
                .contains("certain invalid overload 1/cache", "certain invalid M16-longest-stall agent/local");
    }

    @Test
    void classDevIsNotWarnedOfWhatItOnlyNotes() {
        plan.runClass = RunClass.DEV;
        plan.simple(1, OPEN);
        AgentHealth stopped = new AgentHealth(MILLI, 80 * MILLI, 0.11, 0.28, 90_000_000, 40, MadeRun.AT_EASE.cpu());
        Course course = driven(folder, plan.build(), stopped, (run, start) -> good(run, start, 40));
        assertThat(course.at(8)).isEmpty();
    }

    @Test
    void aStepThatIsOverAndMissedItsLimitIsCertainWhateverFollows() {
        plan.limits.put("read", List.of("p90 < 20ms"));
        plan.steady = Duration.ofSeconds(40);
        Course course = driven(
                folder, plan.simple(1, steps(8, 32)).build(), MadeRun.AT_EASE, (run, start) -> both(run, start, 8));
        String missed = "certain fail limit 1/cache/read in step 1 (50 users, 8s)";
        assertThat(words(course.at(9))).as("while it goes on").noneMatch(said -> said.contains("step 1"));
        assertThat(words(course.at(10))).as("some replies may come").contains(missed.replace("certain", "likely"));
        assertThat(words(course.at(12))).contains(missed);
        assertThat(words(course.at(42))).containsExactly(missed);
        assertThat(course.judgement().verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aScoredPeriodThatIsOverAndMissedItsLimitIsCertain() {
        plan.limits.put("read", List.of("p90 < 20ms"));
        plan.steady = Duration.ofSeconds(40);
        plan.periods = 4;
        plan.simple();
        Course course = driven((run, start) -> both(run, start, 6));
        assertThat(words(course.at(14))).contains("certain fail limit 1/cache/read in period 1 (p1)");
        assertThat(words(course.at(42))).containsExactly("certain fail limit 1/cache/read in period 1 (p1)");
        assertThat(course.judgement().verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aStandstillIsLikelyToFailWhileItLastsAndAfterwards() {
        plan.simple();
        plan.steady = Duration.ofSeconds(40);
        Course course = driven((run, start) -> good(run, start, start >= 20 * SECOND && start < 28 * SECOND ? 0 : 40));
        assertThat(course.at(20)).isEmpty();
        assertThat(words(course.at(26))).containsExactly("likely fail M21-outage 1/cache");
        assertThat(words(course.at(42))).containsExactly("likely fail M21-outage 1/cache");
        assertThat(course.judgement().reasons())
                .anyMatch(reason -> reason.rule() == Rule.OUTAGE && reason.severity() == Severity.FAIL);
    }

    @Test
    void aStandstillOfTheHarnessIsLeftToItsOwnAudits() {
        plan.simple();
        plan.steady = Duration.ofSeconds(40);
        AgentHealth stalled = new AgentHealth(MILLI, SECOND, 0.11, 0.28, 90_000_000, 40, MadeRun.AT_EASE.cpu());
        Course course = driven(
                folder,
                plan.build(),
                stalled,
                (run, start) -> good(run, start, start >= 20 * SECOND && start < 28 * SECOND ? 0 : 40));
        assertThat(words(course.at(42))).noneMatch(said -> said.contains("M21-outage"));
    }

    @Test
    void aStepOfLongAgoIsStillCertain() {
        plan.limits.put("read", List.of("p90 < 20ms"));
        plan.steady = Duration.ofSeconds(100);
        Course course = driven(
                folder, plan.simple(1, steps(8, 92)).build(), MadeRun.AT_EASE, (run, start) -> both(run, start, 8));
        assertThat(words(course.at(69))).isEqualTo(words(course.at(75)));
        assertThat(words(course.at(101))).containsExactly("certain fail limit 1/cache/read in step 1 (50 users, 8s)");
        assertThat(course.judgement().verdict()).isEqualTo(Verdict.FAIL);
    }

    private static Load steps(int first, int second) {
        return new Load.Closed(
                50,
                1,
                List.of(
                        new LoadStep.Constant(Duration.ofSeconds(first), 50),
                        new LoadStep.Constant(Duration.ofSeconds(second), 50)));
    }

    /** Forty a second, those of the first seconds of the steady state, which begins with the third of the run, slow. */
    private static void both(MadeRun run, long start, int slowSeconds) {
        for (int i = 0; i < 40; i++) {
            boolean slow = start < (2 + slowSeconds) * SECOND && i % 8 == 0;
            run.ok(CACHE, i % 2 == 0 ? "read" : "write", start + i * (SECOND / 40), (slow ? 70 : 5) * MILLI, 0);
        }
    }

    /** Every hundred seeds take about two seconds. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @Tag("simulation")
    void whatIsCertainAlwaysComes(int block) {
        int certain = 0;
        for (int seed = 25 * block; seed < 25 * (block + 1); seed++) {
            Course course = simulated(folder.resolve("s" + seed), seed);
            for (List<Forecast> forecasts : course.foreseen()) {
                for (Forecast forecast : forecasts) {
                    certain += forecast.certain() ? 1 : 0;
                    assertThat(!forecast.certain()
                                    || course.judgement().reasons().stream()
                                            .anyMatch(reason -> reason.rule()
                                                            == forecast.reason().rule()
                                                    && reason.scope()
                                                            .equals(forecast.reason()
                                                                    .scope())
                                                    && reason.severity()
                                                                    .compareTo(forecast.reason()
                                                                            .severity())
                                                            >= 0))
                            .as(
                                    "seed %d: %s, judged %s",
                                    seed, forecast, course.judgement().reasons())
                            .isTrue();
                }
            }
        }
        assertThat(certain).as("certain forecasts").isGreaterThan(20);
    }

    /** A run that has a bad time somewhere and is good else, of open or closed load, with limits that it may miss. */
    private static Course simulated(Path folder, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MadePlan plan = new MadePlan();
        plan.limits.put("read", List.of("p90 < 20ms", "errors < " + (1 + random.nextInt(30)) + "%"));
        plan.limits.put("write", List.of("max < 60ms", "rate > " + (1 + random.nextInt(20)) + "/s"));
        plan.steady = Duration.ofSeconds(12);
        boolean isStepped = random.nextInt(3) == 0;
        int first = 2 + random.nextInt(8);
        plan.periods = isStepped ? 0 : random.nextInt(2) * (2 + random.nextInt(3));
        if (isStepped) {
            plan.simple(1, steps(first, 12 - first));
        } else if (random.nextBoolean()) {
            plan.simple(1, OPEN);
        } else {
            plan.simple();
        }
        long badFrom = (2 + random.nextInt(12)) * SECOND;
        long badTo = badFrom + (1 + random.nextInt(6)) * SECOND;
        double error = random.nextInt(3) == 0 ? random.nextDouble() : 0;
        double slow = random.nextInt(3) == 0 ? random.nextDouble() : 0;
        long lagNanos = random.nextInt(6) == 0 ? 3 * MILLI : 0;
        int drops = random.nextInt(6) == 0 ? 1 : 0;
        double idle = random.nextInt(3) == 0 ? random.nextDouble() : 0;
        return driven(folder, plan.build(), MadeRun.AT_EASE, (run, start) -> {
            boolean bad = start >= badFrom && start < badTo;
            for (int i = 0; i < 40; i++) {
                long at = start + i * SECOND / 40;
                String line = random.nextBoolean() ? "read" : "write";
                if (bad && random.nextDouble() < idle) {
                    continue;
                }
                if (bad && random.nextDouble() < error) {
                    run.error(CACHE, line, at, MILLI, "refused", "refused");
                } else {
                    boolean isSlow = bad && random.nextDouble() < slow;
                    run.ok(CACHE, line, at, isSlow ? 70 * MILLI : 5 * MILLI, bad ? lagNanos : 0);
                }
            }
            if (bad && drops > 0 && start >= 2 * SECOND && start < 14 * SECOND) {
                run.recorder(CACHE).dropped(run.line(CACHE, "read"), PhaseWindow.STEADY, 0);
            }
        });
    }
}
