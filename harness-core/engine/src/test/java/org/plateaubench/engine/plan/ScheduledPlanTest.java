// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;

final class ScheduledPlanTest {
    private static final String CLOSED = """
            run: { name: steps }
            phases: { rampUp: 10s }
            workloads:
              store:
                plugin: shop
                load: { schedule: [ {for: 60s, users: 10}, {for: 30s, users: {from: 10, to: 40}}, {for: 1m, users: 5} ] }
            """;

    private static final String OPEN = """
            run: { name: shapes }
            phases: { rampUp: 0 }
            workloads:
              cache:
                plugin: pings/fast
                load:
                  maxUsers: 50
                  schedule:
                    - { for: 60s, rate: 100/s }
                    - { for: 60s, rate: { base: 50/s, peak: 2000/s, every: 10s, for: 500ms } }
                    - { for: 60s, rate: { mean: 300/s, amplitude: 100/s, period: 20s } }
            """;

    private static final String REPLAY = """
            run: { name: replay }
            phases: { rampUp: 0 }
            workloads:
              cache:
                plugin: pings/fast
                load: { maxUsers: 50, schedule: [ {for: 60s, rate: {replay: %s}} ] }
            """;

    @TempDir
    private Path folder;

    @Test
    void stepsFillAndDivideTheSteadyPhase() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(CLOSED);
        PlannedWorkload workload = plan.workloads().getFirst();
        assertThat(plan.phases().steady()).isEqualTo(Duration.ofSeconds(150));
        assertThat(workload.load().users()).isEqualTo(40);
        assertThat(workload.load().steps())
                .containsExactly(
                        new LoadStep.Constant(Duration.ofSeconds(60), 10),
                        new LoadStep.Ramp(Duration.ofSeconds(30), 10, 40),
                        new LoadStep.Constant(Duration.ofSeconds(60), 5));
        assertThat(workload.parts()).extracting(SteadyPart::step).containsExactly(1, 2, 3);
        assertThat(workload.steadyBoundaries()).containsExactly(Duration.ofSeconds(70), Duration.ofSeconds(100));
        assertThat(workload.load().steps())
                .extracting(step -> StepText.of(workload.load(), step))
                .containsExactly("10 users, 1m", "10 to 40 users, 30s", "5 users, 1m");
    }

    @Test
    void offsetBurstsOfTilesAreSpreadOverTheCycle() throws WrongConfiguration {
        String bursts = """
                run: { name: bursts }
                phases: { rampUp: 0 }
                tiles: { count: 3, bursts: %s }
                workloads:
                  cache:
                    plugin: pings/fast
                    load: { maxUsers: 50, schedule: [ {for: 20s, rate: {base: 1/s, peak: 9/s, every: 9s, for: 4s}} ] }
                """;
        List<PlannedWorkload> aligned =
                TestRuns.plan(bursts.formatted("aligned")).workloads();
        assertThat(aligned)
                .extracting(workload -> workload.load().steps())
                .containsOnly(aligned.getFirst().load().steps());
        List<PlannedWorkload> offset = TestRuns.plan(bursts.formatted("offset")).workloads();
        assertThat(offset.get(0).load().steps()).isEqualTo(aligned.get(0).load().steps());
        assertThat(levels(offset.get(1))).containsExactly("0:1", "3:9", "7:1", "12:9", "16:1");
        // The third tile's bursts begin at 6 s and last 4 s, so the one before the step ends 1 s after the step begins.
        assertThat(levels(offset.get(2))).containsExactly("0:9", "1:1", "6:9", "10:1", "15:9", "19:1");
    }

    private static List<String> levels(PlannedWorkload workload) {
        LoadStep.Replay replay = (LoadStep.Replay) workload.load().steps().getFirst();
        return replay.points().stream()
                .map(point -> "%d:%.0f".formatted(point.at().toSeconds(), point.level()))
                .toList();
    }

    @Test
    void queueIsSizedForTheHighestRate() throws WrongConfiguration {
        Load.Open load = (Load.Open) TestRuns.plan(OPEN).workloads().getFirst().load();
        assertThat(load.ratePerSecond()).isEqualTo(2000);
        assertThat(load.queueBound()).isEqualTo(10_000);
        assertThat(load.steps())
                .extracting(step -> StepText.level(load, step))
                .containsExactly(
                        "100/s",
                        "50/s with bursts of 2000/s for 500ms every 10s",
                        "300/s plus or minus 100 with a period of 20s");
    }

    @Test
    void valuesOfTheRatesFileAreInThePlan() throws Exception {
        Files.writeString(folder.resolve("rates.csv"), "# seconds, rate\n0, 100\n\n 30.5 , 250.5\n40\t0\n");
        RunPlan plan = replay("rates.csv");
        assertThat(plan.workloads().getFirst().load().steps())
                .containsExactly(new LoadStep.Replay(
                        Duration.ofSeconds(60),
                        List.of(
                                new LoadStep.Point(Duration.ZERO, 100),
                                new LoadStep.Point(Duration.ofMillis(30_500), 250.5),
                                new LoadStep.Point(Duration.ofSeconds(40), 0)),
                        "rates.csv"));
        assertThat(RunPlan.fromTree(plan.toTree())).isEqualTo(plan);
        String before = plan.id();
        Files.writeString(folder.resolve("rates.csv"), "0 100\n30.5 250.5\n40 1\n");
        assertThat(replay("rates.csv").id()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5 100        | rates.csv:1:1: workloads.cache.load.schedule[0].rate.replay: must begin at 0, found '5'
            0 100;10 -3  | rates.csv:2:1: workloads.cache.load.schedule[0].rate.replay: must be seconds since the start and the level from then on, both at least 0
            0 100;0 200  | rates.csv:2:1: workloads.cache.load.schedule[0].rate.replay: must be later than the previous line, which is at 0s, found '0' (named in
            0 100;7      | rates.csv:2:1: workloads.cache.load.schedule[0].rate.replay: must be seconds since the start
            0:5          | rates.csv:1:1: workloads.cache.load.schedule[0].rate.replay: must be seconds since the start and the level from then on, both at least 0, with a comma or blanks in between, such as '60, 250', found '0:5' (named in
            # nothing    | rates.csv:1:1: workloads.cache.load.schedule[0].rate.replay: has no line with seconds and level
            """)
    void errorInARatesFileIsLocated(String lines, String problem) throws IOException {
        Files.writeString(folder.resolve("rates.csv"), lines.replace(';', '\n'));
        assertThatThrownBy(() -> replay("rates.csv"))
                .isInstanceOfSatisfying(
                        WrongConfiguration.class,
                        wrong -> assertThat(wrong.problems())
                                .singleElement()
                                .asString()
                                .contains(problem));
    }

    @Test
    void ratesFileIsKeptUnderTheRelativePath() throws Exception {
        Files.createDirectory(folder.resolve("load"));
        Files.writeString(folder.resolve("load/rates.csv"), "0 100\n");
        Path file = Files.writeString(folder.resolve("run.yaml"), REPLAY.formatted("load/rates.csv"));
        RunFile read = RunFileReader.read(file, List.of());
        assertThat(read.referencedFiles()).containsExactly(Map.entry("load/rates.csv", "0 100\n"));
        Load load = TestRuns.plan(read).workloads().getFirst().load();
        assertThat(StepText.of(load, load.steps().getFirst()))
                .isEqualTo("replay of load/rates.csv, 1 level, mean 100/s, 1m");
    }

    @Test
    void ratesFileOutsideTheRunFolderIsRefused() throws IOException {
        Path run = Files.createDirectory(folder.resolve("runs"));
        Files.writeString(folder.resolve("outside.csv"), "0 1\n");
        Files.createSymbolicLink(run.resolve("link.csv"), folder.resolve("outside.csv"));
        String outside = "must name a file in the folder of the run file or below it, found ";
        Map<String, String> names = Map.of(
                "../outside.csv",
                outside,
                folder.resolve("outside.csv").toString(),
                outside,
                "link.csv",
                outside,
                "none.csv",
                "there is no such file in " + run + ", found 'none.csv'",
                ".",
                "must name a file, not a folder, found '.'");
        names.forEach((name, problem) -> {
            try {
                Path file = Files.writeString(run.resolve("run.yaml"), REPLAY.formatted(name));
                assertThatThrownBy(() -> TestRuns.plan(RunFileReader.read(file, List.of())))
                        .as(name)
                        .isInstanceOfSatisfying(
                                WrongConfiguration.class,
                                wrong -> assertThat(wrong.problems().toString()).contains(problem));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThatThrownBy(() -> RunFileReader.read(run, List.of())).hasMessageContaining("is a folder");
        assertThat(TestRuns.problems(REPLAY.formatted("rates.csv")))
                .singleElement()
                .asString()
                .contains("must name a file");
    }

    private RunPlan replay(String name) throws IOException, WrongConfiguration {
        Path file = Files.writeString(folder.resolve("run.yaml"), REPLAY.formatted(name));
        return TestRuns.plan(RunFileReader.read(file, List.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [ {for: 60s, users: 4}, {for: 60s, rate: 5/s} ]      | 6:58: workloads.store.load.schedule[1].rate: cannot be used together with steps that have 'users'
            [ {for: 60s} ]                                       | 6:25: workloads.store.load.schedule[0]: needs either users or rate
            [ {for: 60s, users: 4, rate: 5/s} ]                  | 6:25: workloads.store.load.schedule[0]: needs either users or rate, found both
            [ {users: 4} ]                                       | 6:25: workloads.store.load.schedule[0]: needs the key 'for', the length of the step
            [ {for: 0, users: 4} ]                               | 6:31: workloads.store.load.schedule[0].for: must be above zero
            [ {for: 60s, users: -4} ]                            | 6:43: workloads.store.load.schedule[0].users: must be a whole number from 0
            [ {for: 60s, users: 0} ]                             | 6:23: workloads.store.load.schedule: must have a step with a load above 0
            []                                                   | 6:23: workloads.store.load.schedule: must be a list of steps
            12                                                   | 6:23: workloads.store.load.schedule: must be a list of steps
            [ {for: 60s, users: {frm: 1, to: 2}} ]               | 6:44: workloads.store.load.schedule[0].users.frm: unknown key
            [ {for: 60s, users: {base: 5, peak: 5, every: 10s, for: 1s}} ]  | 6:53: workloads.store.load.schedule[0].users.peak: must be above 'base' ('5'), found '5'
            [ {for: 60s, rate: {from: -2/s, to: 2/s}} ]          | 6:49: workloads.store.load.schedule[0].rate.from: must be at least 0, found '-2/s'
            [ {for: 60s, users: {base: 5, peak: 9, every: 10s, for: 10s}} ] | 6:74: workloads.store.load.schedule[0].users.for: must be shorter than 'every' ('10s'), found '10s'
            [ {for: 60s, users: {mean: 5, amplitude: 9, period: 10s}} ]     | 6:53: workloads.store.load.schedule[0].users.amplitude: must be above 0 and at most 'mean' ('5'), found '9'
            [ {for: 60s, users: {}} ]                            | 6:43: workloads.store.load.schedule[0].users: must be a level, {from, to}
            [ {for: 60s, users: 4, name: x} ]                    | 6:46: workloads.store.load.schedule[0].name: unknown key
            """)
    void wrongScheduleIsLocated(String schedule, String problem) {
        String yaml = """
                run: { name: wrong }
                phases: { rampUp: 0 }
                workloads:
                  store:
                    plugin: shop
                    load: { schedule: %s }
                """.formatted(schedule);
        assertThat(TestRuns.problems(yaml).toString()).contains(problem);
    }

    @Test
    void scheduleMustFillTheSteadyPhase() {
        assertThat(TestRuns.problems(CLOSED.replace("rampUp: 10s", "steady: 2m")))
                .singleElement()
                .asString()
                .contains("its steps last 150s, but phases.steady is 2m: a schedule must fill the steady phase");
        assertThat(TestRuns.problems(CLOSED.replace("schedule:", "users: 4, schedule:"))
                        .toString())
                .contains("found more than one");
        assertThat(TestRuns.problems(CLOSED.replace("schedule:", "maxUsers: 4, schedule:"))
                        .toString())
                .contains("maxUsers: can only be used with 'rate'");
        assertThat(TestRuns.problems(
                        CLOSED.replace("shop", "shop\n    data: reuse") + OPEN.substring(OPEN.indexOf("  cache:"))))
                .singleElement()
                .asString()
                .contains("its steps last 3m, but the steps of workload store last 150s");
    }
}
