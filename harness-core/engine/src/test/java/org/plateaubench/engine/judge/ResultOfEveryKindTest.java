// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.GoldenFile;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibration.ClockCost;
import org.plateaubench.measure.host.Calibration.ParkError;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The optional parts of a result: steps, periods, a backlog, checks, comparisons, calibrations, an interrupted run. */
final class ResultOfEveryKindTest {
    private static final String CACHE = "1/cache";
    private static final long SECOND = 1_000 * TestRun.MILLI;

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    @Test
    void resultWithStepsMatchesGoldenFile() throws IOException {
        plan.limits.put("read", List.of("p95 < 10ms", "p99.9 < 1us", "errors < 1%", "max < 60s"));
        plan.checks = List.of(
                CheckDefinition.ratio("hits", "Found per read", "hits", terms("hits"), List.of(Term.completed("read")))
                        .atLeast(0.5),
                CheckDefinition.total("seconds", "", "s", List.of(Term.seconds())));
        plan.rebased = true;
        TestRun run = run("20261121T100000Z-steps-000001", new Load.Closed(50, 1, steps(10, 50), 1.5));
        withCalibration(folder.resolve("20261121T100000Z-steps-000001"));
        run.drive(start -> {
            boolean isSecond = start >= 7 * SECOND;
            play(run, start, isSecond ? 80 : 40, isSecond ? 40 * TestRun.MILLI : 4 * TestRun.MILLI);
            run.declined(CACHE, "write", start, TestRun.MILLI, "sold-out");
            run.levels(CACHE, new WorkloadInterval.Levels(isSecond ? 50 : 10, 1, 2, 0, isSecond ? 76 : 3));
        });
        run.reconciled(CACHE, "rows", 7, 7);
        run.reconciled(CACHE, "orders", 7, 6);
        run.end("completed");
        compare(run, "result-with-steps.json");
    }

    @Test
    void resultWithPeriodsMatchesGoldenFile() {
        plan.periods = 3;
        TestRun run = run(
                "20261121T100000Z-periods-000002", new Load.Open(100, Load.Arrival.POISSON, 10, 1, 4, 100, List.of()));
        run.phase(Phase.STEADY, 2 * SECOND);
        for (long start = 0; start < 7 * SECOND; start += SECOND) {
            play(run, start, 40, 4 * TestRun.MILLI);
            run.interval(false);
        }
        run.phase(Phase.RAMP_DOWN, 7 * SECOND);
        run.interval(true);
        run.end("interrupted");
        compare(run, "result-with-periods.json");
    }

    private TestRun run(String runId, Load load) {
        return new TestRun(folder.resolve(runId), plan.simple(1, load).build());
    }

    private static List<LoadStep> steps(double first, double second) {
        return List.of(
                new LoadStep.Constant(Duration.ofSeconds(5), first),
                new LoadStep.Constant(Duration.ofSeconds(5), second));
    }

    private static List<Term> terms(String counter) {
        return List.of(Term.counter(counter));
    }

    private static void play(TestRun run, long start, int times, long response) {
        for (int i = 0; i < times; i++) {
            run.ok(CACHE, i % 2 == 0 ? "read" : "write", start + i * 10L * TestRun.MILLI, response, 50_000);
        }
        run.recorder(CACHE).counter(0, 30);
    }

    private static void withCalibration(Path run) throws IOException {
        Path environment = StoredFile.ENVIRONMENT.in(run);
        ParkError platform = new ParkError(900, 60_000, 90_000, 310_000, 2_000_000, 21_000);
        ParkError none = new ParkError(0, 0, 0, 0, 0, -1);
        Calibration calibration =
                new Calibration(new ClockCost(25.5, 30), platform, none, 3_000_000, 400_000_000, 20_000, 2);
        Map<String, Object> tree = new LinkedHashMap<>(Documents.parse(Files.readString(environment)));
        tree.put(RunEnvironment.CALIBRATIONS, Documents.tree(Map.of("local", calibration)));
        Files.writeString(environment, Documents.text(tree));
    }

    private static void compare(TestRun run, String golden) {
        compare(Judge.judge(run.read()).text(), golden);
    }

    private static void compare(String text, String golden) {
        String expected = GoldenFile.text(ResultOfEveryKindTest.class, golden);
        assertThat(GoldenFile.withFiguresOf(expected, text)).isEqualTo(expected);
    }

    @Test
    void resultOfAStoredRunMatchesGoldenFile() {
        String text;
        try (TestRun run = SampleRun.failing(folder.resolve("20261121T100000Z-quickstart-3f9a11"), 12)) {
            text = Judge.judge(run.read()).text();
        }
        compare(text, "result.json");
    }
}
