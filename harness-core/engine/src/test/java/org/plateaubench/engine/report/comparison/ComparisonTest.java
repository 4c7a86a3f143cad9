// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.Differences.Difference;
import org.plateaubench.engine.report.comparison.Findings.Effect;
import org.plateaubench.engine.report.comparison.JudgedRun.Spreads;

final class ComparisonTest {
    @TempDir
    Path folder;

    @Test
    void runComparedWithItselfShowsNoDifference() {
        JudgedRun run = ComparedRuns.sample(folder);
        Comparison comparison = ComparedRuns.compared(List.of(run, run, run));
        assertThat(comparison.plan()).isEmpty();
        assertThat(comparison.environment()).isEmpty();
        List<ComparedFigure> figures = new ArrayList<>();
        for (ComparedWorkload workload : comparison.workloads()) {
            workload.lines().forEach(line -> figures.addAll(line.figures()));
            figures.addAll(workload.checks());
        }
        assertThat(figures).hasSizeGreaterThan(40).allMatch(ComparedFigure::isEqual);
        assertThat(figures)
                .filteredOn(ComparedFigure::isKnown)
                .flatExtracting(ComparedFigure::values)
                .extracting(FigureValue::against)
                .filteredOn(Objects::nonNull)
                .extracting(Change::result)
                .containsOnly(Result.EQUAL);
        assertThat(figures)
                .filteredOn(figure -> !figure.isKnown())
                .as("percentiles that have no value in any run")
                .isEmpty();
    }

    @Test
    void onlyTheSlowerSystemDiffers() {
        JudgedRun first = ComparedRuns.cache(folder.resolve("first"), 1, 5);
        JudgedRun again = ComparedRuns.cache(folder.resolve("again"), 2, 5);
        JudgedRun slower = ComparedRuns.cache(folder.resolve("slower"), 3, 6);
        Comparison comparison = ComparedRuns.compared(List.of(first, again, slower));
        for (String percentile : List.of("p50", "p90")) {
            ComparedFigure times = ComparedRuns.figure(comparison, "cache", "read", percentile);
            assertThat(results(times)).containsExactly(Result.NO_DIFFERENCE_SHOWN, Result.WORSE);
            assertThat(share(times.values().get(2))).isBetween(0.15, 0.25);
        }
        ComparedFigure rate = ComparedRuns.figure(comparison, "cache", "read", "throughput");
        assertThat(results(rate)).containsExactly(Result.NO_DIFFERENCE_SHOWN, Result.NO_DIFFERENCE_SHOWN);
        ComparedFigure longest = ComparedRuns.figure(comparison, "cache", "read", "max");
        assertThat(results(longest)).as("a maximum has no scatter").containsOnly(Result.NOT_TOLD);
        assertThat(ComparedRuns.messages(comparison.findings(), Effect.NOTE))
                .anyMatch(note -> note.startsWith("Each column is one run."));
    }

    @Test
    void ratioToAFailedRunIsNotGiven() {
        JudgedRun first = ComparedRuns.cache(folder.resolve("first"), 1, 5);
        JudgedRun slower = ComparedRuns.cache(folder.resolve("slower"), 3, 6);
        for (Verdict verdict : List.of(Verdict.FAIL, Verdict.INVALID)) {
            Comparison comparison = ComparedRuns.compared(List.of(ComparedRuns.with(verdict, first, first), slower));
            ComparedFigure times = ComparedRuns.figure(comparison, "cache", "read", "p50");
            assertThat(times.values().getLast().value()).isNotNull();
            assertThat(times.values().getLast().against()).as(verdict.label()).isNull();
            assertThat(ComparedRuns.messages(comparison.findings(), Effect.NOT_COMPARABLE))
                    .hasSize(1);
            assertThat(BaselineCheck.of(comparison, 5).verdict()).isEqualTo(Verdict.INVALID);
        }
        Comparison second = ComparedRuns.compared(List.of(first, ComparedRuns.with(Verdict.FAIL, slower, slower)));
        assertThat(results(ComparedRuns.figure(second, "cache", "read", "p50"))).containsExactly(Result.WORSE);
    }

    /** One value per second, with a correlation of one half with the previous one, as in real runs. */
    @Test
    void scatterAloneIsSeldomReportedAsChange() {
        Random random = new Random(11);
        int alarms = 0;
        int detected = 0;
        int pairs = 4_000;
        for (int pair = 0; pair < pairs; pair++) {
            FigureValue first = value(blocks(random, 100));
            alarms += isShown(first, value(blocks(random, 100))) ? 1 : 0;
            detected += isShown(first, value(blocks(random, 110))) ? 1 : 0;
        }
        assertThat(alarms).isLessThan(pairs / 100);
        assertThat(detected).isGreaterThan(pairs * 9 / 10);
    }

    private static boolean isShown(FigureValue first, FigureValue second) {
        Change change = Change.betweenRuns(first, second, Better.LOWER, true);
        return Objects.requireNonNull(change).result() != Result.NO_DIFFERENCE_SHOWN;
    }

    private static List<Result> results(ComparedFigure figure) {
        return figure.values().stream().skip(1).map(ComparedRuns::result).toList();
    }

    private static Double share(FigureValue value) {
        return Objects.requireNonNull(Objects.requireNonNull(value.against()).share());
    }

    private static FigureValue value(double[] blocks) {
        double mean = Arrays.stream(blocks).average().orElseThrow();
        return FigureValue.of(mean, Spreads.standardError(blocks));
    }

    private static double[] blocks(Random random, double level) {
        double[] blocks = new double[10];
        double state = 0;
        for (int second = 0; second < 60; second++) {
            state = 0.5 * state + 5 * random.nextGaussian();
            blocks[second / 6] += (level + state) / 6;
        }
        return blocks;
    }

    @Test
    void invalidRunIsNotCompared() {
        JudgedRun good = ComparedRuns.cache(folder.resolve("good"), 1, 5);
        JudgedRun cut =
                ComparedRuns.cache(folder.resolve("cut"), 2, 9, 1, plan -> plan.steady = Duration.ofSeconds(70));
        JudgedRun invalid = ComparedRuns.invalid(cut, good);
        Comparison comparison = ComparedRuns.compared(List.of(good, invalid));
        assertThat(ComparedRuns.messages(comparison.findings(), Effect.NOT_COMPARABLE))
                .singleElement()
                .asString()
                .startsWith("Run B is invalid, its figures cannot be trusted: ");
        FigureValue value =
                ComparedRuns.figure(comparison, "cache", "read", "p50").values().getLast();
        assertThat(ComparedRuns.result(value)).isEqualTo(Result.NOT_TOLD);
        assertThat(share(value)).isGreaterThan(0.5);
        assertThat(ComparedRuns.messages(comparison.findings(), Effect.LESS_COMPARABLE))
                .anyMatch(message -> message.startsWith("The steady windows differ in length: A 60 s, B 70 s."));
    }

    @Test
    void planDifferencesAreListedOnceForAllTiles() {
        JudgedRun two = ComparedRuns.cache(folder.resolve("two"), 1, 5, 2, plan -> plan.name = "other");
        JudgedRun three =
                ComparedRuns.cache(folder.resolve("three"), 1, 5, 3, plan -> plan.pause = Duration.ofMillis(300));
        Comparison comparison = ComparedRuns.compared(List.of(two, three));
        assertThat(comparison.plan())
                .extracting(Difference::path)
                .containsExactly(
                        "tiles",
                        "workloads[cache].pacing.read.gap.mean",
                        "workloads[cache].pacing.write.gap.mean",
                        "workloads[cache]",
                        "name");
        assertThat(comparison.plan().getFirst().values()).containsExactly("2", "3");
        assertThat(comparison.plan().get(1).values()).containsExactly("200ms", "300ms");
        assertThat(comparison.plan().get(3).values()).containsExactly(null, Differences.PRESENT);
        assertThat(comparison.plan().getLast().minor()).isTrue();
        assertThat(comparison.workloads()).extracting(ComparedWorkload::name).containsExactly("cache");
    }

    @Test
    void derivedPlanDifferencesAreMinor() {
        Map<String, Object> one = Documents.parse("""
                {"phases": {"steady": "1m"}, "seed": 1, "workloads": [{"tile": 1, "name": "cache", "dataSeed": "a",
                 "parts": [{"end": "1m"}], "shares": [{"agent": "local", "users": 1}], "load": {"users": 1}}]}""");
        Map<String, Object> other = Documents.parse("""
                {"phases": {"steady": "2m"}, "seed": 2, "workloads": [{"tile": 1, "name": "cache", "dataSeed": "b",
                 "parts": [{"end": "2m"}], "shares": [{"agent": "local", "users": 2}], "load": {"users": 2}}]}""");
        assertThat(Differences.ofPlans(List.of(one, other)))
                .filteredOn(difference -> !difference.minor())
                .extracting(Difference::path)
                .containsExactly("phases.steady", "workloads[cache].load.users");
        assertThat(Differences.ofPlans(List.of(one, other))).hasSize(6);
    }

    @Test
    void operationMissingInOneRunIsShown() {
        JudgedRun store = ComparedRuns.sample(folder.resolve("store"));
        JudgedRun cache = ComparedRuns.cache(folder.resolve("cache"), 1, 5);
        Comparison comparison = ComparedRuns.compared(List.of(store, cache));
        ComparedWorkload lost = comparison.workloads().getFirst();
        assertThat(lost.name()).isEqualTo("store");
        assertThat(lost.plugins()).containsExactly("dvdstore", null);
        assertThat(lost.lines())
                .allSatisfy(line -> assertThat(line.figures().getFirst().values())
                        .extracting(FigureValue::value)
                        .satisfiesExactly(
                                own -> assertThat(own).isNotNull(),
                                none -> assertThat(none).isNull()));
        FigureValue value =
                ComparedRuns.figure(comparison, "cache", "read", "p50").values().getFirst();
        assertThat(value.value()).isNull();
        assertThat(ComparedRuns.messages(comparison.findings(), Effect.NOT_COMPARABLE))
                .containsExactly("Run B has no workload that run A has.");
    }

    @Test
    void volatileEnvironmentFactsAreIgnored() {
        Map<String, Object> one = Documents.parse("""
                {"capturedAt": "1", "calibrations": {"local": 1},
                 "hosts": [{"name": "a", "agents": ["local"], "cores": 2, "settings": {"loadAverage": "0.1"}}],
                 "jvm": {"flags": ["-Dplateau.home=/a", "-XX:AOTCache=/a/classes.aot", "-Xlog:aot*=off", "-Xmx1g", "-server"]},
                 "plugins": [{"id": "redis", "jars": [{"name": "x.jar", "sha256": "00112233445566778899"}]}],
                 "suts": {"db": {"options": "--port=1234 -v", "version": "17.1"}}}""");
        Map<String, Object> other = Documents.parse("""
                {"capturedAt": "2", "calibrations": {"local": 2},
                 "hosts": [{"name": "b", "agents": ["local"], "cores": 4, "settings": {"loadAverage": "0.2"}}],
                 "jvm": {"flags": ["-Dplateau.home=/b", "-Xmx2g", "-server"]},
                 "plugins": [{"id": "redis", "jars": [{"name": "x.jar", "sha256": "10112233445566778899"}]}],
                 "suts": {"db": {"options": "--port=4321 -v", "version": "17.2"}, "cache": {"version": "8"}}}""");
        List<Difference> differences = Differences.ofEnvironments(List.of(one, other));
        assertThat(differences)
                .filteredOn(difference -> !difference.minor())
                .extracting(difference -> difference.path() + " " + difference.values())
                .containsExactly(
                        "hosts[local].name [a, b]",
                        "hosts[local].cores [2, 4]",
                        "jvm.flags [-Xmx1g, -Xmx2g]",
                        "plugins[redis].jars[x.jar].sha256 [00112233445566778899, 10112233445566778899]",
                        "suts.db.version [17.1, 17.2]",
                        "suts.cache [null, present]");
        assertThat(differences)
                .filteredOn(Difference::minor)
                .extracting(Difference::path)
                .containsExactly("hosts[local].settings.loadAverage", "suts.db.options");
    }

    @Test
    void dataSizesDifferFromOnePercentUpwards() {
        List<Map<String, Object>> environments = Stream.of("10000 (id)", "10090 (id)", "10102 (id)", "10000 none")
                .map(facts -> facts.split(" "))
                .map(facts -> Map.<String, Object>of(
                        "data", Map.of("1/store", Map.of("size.rows.orders", facts[0], "indexes.orders", facts[1]))))
                .toList();
        Map<String, Object> first = environments.getFirst();
        assertThat(Differences.ofEnvironments(List.of(first, environments.get(1))))
                .singleElement()
                .matches(Difference::minor);
        assertThat(Differences.ofEnvironments(List.of(first, environments.get(2))))
                .containsExactly(new Difference("data.1/store.size.rows.orders", false, List.of("10000", "10102")));
        assertThat(Differences.ofEnvironments(List.of(first, environments.get(3))))
                .containsExactly(new Difference("data.1/store.indexes.orders", false, List.of("(id)", "none")));
    }
}
