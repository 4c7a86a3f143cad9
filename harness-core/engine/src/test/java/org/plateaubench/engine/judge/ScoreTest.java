// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.report.JUnitReport;
import org.plateaubench.engine.report.OpenedReport;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.store.StoredRun;

/** Two tiles of one workload that counts reads, 10 and 20 a second; the reference read 5 a second. */
final class ScoreTest {
    private static final PlannedScore REFERENCE =
            new PlannedScore("lab-2026", "ab".repeat(32), 0.8, 0.2, Map.of("cache", 5.0), Map.of());

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    private StoredRun run(long slowMillis) {
        plan.score = plan.score == null ? REFERENCE : plan.score;
        TestRun run = new TestRun(
                folder,
                plan.simple(1, new Load.Closed(8, 1))
                        .simple(2, new Load.Closed(8, 1))
                        .build());
        run.drive(start -> {
            meterReading(run, start);
            for (int i = 0; i < 20; i++) {
                if (i % 2 == 0) {
                    run.ok("1/cache", "read", start + i * 40L * MILLI, slowMillis * MILLI, 0);
                }
                run.ok("1/cache", "write", start + i * 40L * MILLI, 5 * MILLI, 0);
                run.ok("2/cache", "read", start + i * 40L * MILLI, slowMillis * MILLI, 0);
                run.ok("2/cache", "write", start + i * 40L * MILLI, 5 * MILLI, 0);
            }
        });
        run.end("completed");
        return run.read();
    }

    /** Writes a reading of the meter, if the plan has one; with several tiles, it belongs to the first. */
    private void meterReading(TestRun run, long atNanos) {
        if (!plan.meters.isEmpty()) {
            run.telemetry(atNanos, "sut/1/rack", "power", 250, "W");
        }
    }

    /** Adds a meter with readings until after the end of the steady state. */
    private void meter() {
        plan.rampDown = Duration.ofSeconds(2);
        plan.meters = List.of(new PlannedMeter(
                "rack", "rack", true, "power", List.of("rack.lab"), "wall", 1, 0, 10, 500, Duration.ofSeconds(1)));
    }

    private static List<PowerResult.Efficiency> power(Judgement judgement) {
        return Objects.requireNonNull(judgement.power()).totals().getFirst().stretches().stream()
                .map(stretch -> Objects.requireNonNull(stretch.figures(), () -> stretch + " is void"))
                .toList();
    }

    /** A score of 6 at 0.25 kW. */
    @Test
    void scorePerKilowattUsesMeanSteadyStatePower() {
        meter();
        plan.weights = Map.of("read", 15.0, "write", 20.0);
        plan.steady = Duration.ofSeconds(80);
        Judgement judgement = Judge.judge(run(5));

        assertThat(score(judgement).value()).isEqualTo(6);
        PowerResult.Efficiency steady = power(judgement).getFirst();
        assertThat(steady.meanWatts()).isCloseTo(250, within(1e-6));
        assertThat(steady.joules()).isCloseTo(250 * 80, within(1e-6));
        assertThat(steady.scorePerKilowatt()).isEqualTo(24);
        assertThat(flat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN))).contains("score per kW 24");
        assertThat(judgement.text()).contains("\"scorePerKilowatt\" : 24");
    }

    @Test
    void struckScoreHasNoScorePerKilowatt() {
        meter();
        plan.limits.put("read", List.of("p95 < 20ms"));
        Judgement judgement = Judge.judge(run(35));

        assertThat(score(judgement).struckValue()).isEqualTo(6);
        assertThat(power(judgement).getFirst().meanWatts()).isCloseTo(250, within(1e-6));
        assertThat(power(judgement).getFirst().scorePerKilowatt()).isNull();
    }

    private static ScoreResult score(Judgement judgement) {
        return Objects.requireNonNull(judgement.score());
    }

    @Test
    void runWithoutAReferenceHasNoScore() {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {});
        Judgement judgement = run.judged();

        assertThat(judgement.score()).isNull();
        assertThat(Documents.parse(judgement.text())).doesNotContainKey("score");
        assertThat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)).doesNotContain("Score");
    }

    @Test
    void runScoreIsTheSumOfItsTiles() {
        plan.weights = Map.of("read", 15.0, "write", 20.0);
        plan.steady = Duration.ofSeconds(80);
        StoredRun run = run(5);
        Judgement judgement = Judge.judge(run);
        ScoreResult score = score(judgement);

        assertThat(score.perTile()).extracting(ScoreResult.Tile::value).containsExactly(2.0, 4.0);
        assertThat(score.notation()).isEqualTo("6.00 @ 2 tiles");
        ScoreResult.Interval interval = Objects.requireNonNull(score.interval());
        assertThat(interval.lower()).isCloseTo(6, within(0.01));
        assertThat(interval.upper()).isCloseTo(6, within(0.01));
        assertThat(score.reasons()).isEmpty();
        assertThat(score.state()).isEqualTo(ScoreOutcome.State.COUNTS);
        assertThat(score.value()).isEqualTo(6);
        assertThat(flat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)))
                .contains("Score 6.00 @ 2 tiles, class standard, passed, against lab-2026 (abababababab);"
                        + " 95 % confidence interval: 6.00 to 6.00.");
    }

    @Test
    void missedLimitStrikesTheScoreOnEveryOutput() {
        plan.limits.put("read", List.of("p95 < 20ms"));
        StoredRun run = run(35);
        Judgement judgement = Judge.judge(run);
        ScoreResult score = score(judgement);

        assertThat(judgement.verdict()).isNotEqualTo(Verdict.PASS);
        assertThat(score.state()).isEqualTo(ScoreOutcome.State.STRUCK);
        assertThat(score.value()).isNull();
        assertThat(score.struckValue()).isEqualTo(6);
        assertThat(score.reasons()).anyMatch(reason -> reason.contains("p95"));
        assertThat(flat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)))
                .contains("Score none. The number 6.00 @ 2 tiles does not count, because the verdict is")
                .contains("class standard, against lab-2026 (abababababab)");
        assertThat(JUnitReport.of(judgement))
                .contains("name=\"score\" value=\"none. The number 6.00 @ 2 tiles does not count");
        assertThat(String.valueOf(Documents.parse(judgement.text()).get("score")))
                .contains("state=struck", "struckValue=6.0")
                .doesNotContain(" value=6.0,");
        assertThat(OpenedReport.text(run)).contains("6.00 @ 2 tiles", "does not count", "lab-2026");
    }

    @Test
    void devRunIsNotScored() {
        plan.runClass = RunClass.DEV;
        Judgement judgement = Judge.judge(run(5));

        assertThat(score(judgement).state()).isEqualTo(ScoreOutcome.State.NOT_SCORED);
        assertThat(score(judgement).notation()).isNull();
        assertThat(flat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)))
                .contains("Score none against lab-2026 (abababababab): a run of class dev is never scored.");
        assertThat(judgement.text()).doesNotContain("6.00");
    }

    @Test
    void medianPeriodIsTheScore() {
        plan.score = REFERENCE;
        plan.periods = 3;
        plan.steady = Duration.ofSeconds(30);
        TestRun testRun = new TestRun(folder, plan.simple().build());
        testRun.drive(start -> {
            long ends = start < 12 * SECOND ? 10 : start < 22 * SECOND ? 30 : 20;
            for (int i = 0; i < ends; i++) {
                testRun.ok("1/cache", "read", start + i * 20L * MILLI, 5 * MILLI, 0);
            }
        });
        ScoreResult score = score(testRun.judged());

        assertThat(score.periods()).extracting(ScoreResult.Period::value).containsExactly(2.0, 6.0, 4.0);
        assertThat(score.scoredPeriod()).isEqualTo("p3");
        assertThat(score.notation()).isEqualTo("4.00 @ 1 tile");
        assertThat(score.interval()).isNull();
    }

    @Test
    void infrastructureIsScoredOnceForAllTiles() {
        plan.score = new PlannedScore(
                "lab",
                "cd".repeat(32),
                0.8,
                0.2,
                Map.of("store", 30.0),
                Map.of("cache", Map.of("read", 18_000.0, "write", 72_000.0)));
        TestRun testRun = new TestRun(
                folder, plan.simple(1, new Load.Closed(8, 1)).store(1).build());
        testRun.drive(start -> {
            for (int i = 0; i < 20; i++) {
                testRun.ok("1/cache", "read", start + i * 40L * MILLI, 5 * MILLI, 0);
                testRun.ok("1/cache", "write", start + i * 40L * MILLI, 5 * MILLI, 0);
            }
            testRun.ok("1/store", "purchase", start, 5 * MILLI, 0);
        });
        ScoreResult score = score(testRun.judged());

        // Two for the store; the geometric mean of four and one for the cache.
        assertThat(score.application()).isEqualTo(2);
        assertThat(score.infrastructure()).isEqualTo(2);
        assertThat(score.notation()).isEqualTo("2.00 @ 1 tile");
        assertThat(score.operations()).extracting(ScoreResult.Operation::ratio).containsExactlyInAnyOrder(4.0, 1.0);
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
