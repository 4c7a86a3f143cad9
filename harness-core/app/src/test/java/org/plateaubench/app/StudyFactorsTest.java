// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.study.StudyPlan;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;

/** Factors with too many cells, and factors without an effect. */
final class StudyFactorsTest {
    private static final String WORKLOAD = "  work: { plugin: lines, load: { users: 2 } }\n";

    @TempDir
    private Path folder = Path.of("");

    private String workloads = WORKLOAD;

    private List<String> problems(String factors) {
        return problems(factors, "");
    }

    private List<String> problems(String factors, String scale, String... settings) {
        WrongConfiguration wrong = catchThrowableOfType(WrongConfiguration.class, () -> plan(factors, scale, settings));
        assertThat(wrong).as(factors).isNotNull();
        return wrong.problems().stream()
                .map(Problem::toString)
                .map(problem -> problem.replace(folder + "/", ""))
                .toList();
    }

    private StudyPlan plan(String factors, String scale, String... settings) throws IOException, WrongConfiguration {
        Files.writeString(folder.resolve("run.yaml"), """
            run: { name: again, seed: 7 }
            phases: { rampUp: 100ms, steady: 1s, rampDown: 0s, drain: 1s }
            workloads:
            """ + workloads);
        Path file = Files.writeString(
                folder.resolve("study.yaml"),
                (factors.startsWith("study:") ? "run: run.yaml\n" : "study: { name: factors }\nrun: run.yaml\n")
                        + factors + "\n");
        RunApplication application = new RunApplication(
                Installation.of(PluginCatalog.of(new LinePlugin("1"))),
                folder.resolve("runs"),
                SystemClock.instance(),
                name -> null);
        return new StudyPlanner(application).study(RunSource.of(file), List.of(settings), scale);
    }

    /** A number within a mapping stays a number, and a quoted path is a path. */
    @Test
    void factorLevelMayBeAMapping() throws Exception {
        assertThat(plan("factors: { 'workloads.work.load': [ { users: 1 }, { users: 2 } ] }", "")
                        .cells())
                .extracting(Cell::name)
                .containsExactly("work.load={\"users\":1}", "work.load={\"users\":2}");
    }

    /** Ten lines of a file make 10^20 combinations, more than fit in memory. */
    @Test
    @Timeout(60)
    void tooManyCellsAreRefused() throws Exception {
        String levels =
                IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        String factors = IntStream.range(0, 10)
                .mapToObj(i -> "  run.seed" + i + ": [" + levels + "]")
                .collect(Collectors.joining("\n"));
        assertThat(problems("factors:\n" + factors))
                .containsExactly("study.yaml:4:14: factors: make more than 1000 cells");
    }

    @Test
    void tooManyScenariosAreRefused() throws Exception {
        String scenarios = IntStream.rangeClosed(1, 1_001)
                .mapToObj(i -> "  s" + i + ": { description: one }\n")
                .collect(Collectors.joining());
        assertThat(problems("scenarios:\n" + scenarios))
                .containsExactly("study.yaml:4:7: scenarios: make more than 1000 cells");
    }

    @Test
    void enabledWorkloadsMayBeAFactor() throws Exception {
        workloads = WORKLOAD + WORKLOAD.replace("work", "more");
        assertThat(plan("factors: { workloads: [work, more, work + more] }", "").cells())
                .extracting(Cell::name, Cell::settings)
                .containsExactly(
                        tuple("work", List.of("workloads.more.enabled=false")),
                        tuple("more", List.of("workloads.work.enabled=false")),
                        tuple("work + more", List.of()));
    }

    @Test
    void factorWithInvalidKeyIsRefused() throws Exception {
        assertThat(problems("factors: { '': [1, 2], 'a=b': [1, 2] }"))
                .contains(
                        "study.yaml:3:16: factors.: must be named by the path of a key of the run file, such as"
                                + " run.seed",
                        "study.yaml:3:31: factors.a=b: must be named by the path of a key of the run file, such as"
                                + " run.seed");
        assertThat(problems("factors: { trials: [1, 2] }"))
                .containsExactly(
                        "study.yaml:3:20: factors.trials: has no effect: each run of a study is one run; trials of"
                                + " the study file determine how many there are");
        assertThat(problems("factors: { users: [1, 2] }\nscales: { small: 3 }", "small"))
                .containsExactly(
                        "study.yaml:4:18: scales.small: must be a mapping of keys that replace those of the file");
        assertThat(problems("factors: { run.sed: [1, 2] }"))
                .first()
                .asString()
                .contains("run.sed: unknown key, did you mean 'seed'?");
    }

    @Test
    void trialsOfTheRunFileAreRefused() {
        String noEffect = ": has no effect: each run of a study is one run; trials of the study file determine how"
                + " many there are";
        assertThat(problems("set: { trials: 3 }\nfactors: { users: [1, 2] }"))
                .containsExactly("study.yaml:3:16: set.trials" + noEffect);
        assertThat(problems("scenarios: { few: { set: { trials.count: 3 } }, many: { set: { run.seed: 8 } } }"))
                .containsExactly("study.yaml:3:42: scenarios.few.set.trials.count" + noEffect);
        assertThat(problems("factors: { users: [1, 2] }", "", "trials=3")).containsExactly("--set trials" + noEffect);
    }

    @Test
    void settingWithInvalidKeyIsRefused() {
        assertThat(problems("set: { '': 1 }\nscenarios: { few: { set: { 'a=b': 2 } } }"))
                .containsExactly(
                        "study.yaml:3:12: set.: must be named by the path of a key of the run file, such as run.seed",
                        "study.yaml:4:35: scenarios.few.set.a=b: must be named by the path of a key of the run file,"
                                + " such as run.seed");
    }

    @Test
    void conflictingFactorsAreRefused() throws Exception {
        assertThat(problems("factors: { users: [1, 2], workloads.work.load.users: [3, 4] }"))
                .containsExactly(
                        "study.yaml:3:55: factors.workloads.work.load.users: sets workloads.work.load.users, and"
                                + " factor users sets workloads.work.load.users: one of the two would have no effect");
        assertThat(problems("scenarios: { few: { set: { run.seed: 1 } } }\n" + "factors: { run.seed: [1, 2] }"))
                .containsExactly(
                        "study.yaml:4:23: factors.run.seed: sets run.seed, and a scenario sets run.seed: one of the two"
                                + " would have no effect");
    }

    /** The cells of each number of users would be the same run. */
    @Test
    void factorWithinMappingOfAnotherFactorIsRefused() {
        assertThat(problems("factors: { workloads.work.load: [{ users: 1 }, { users: 2 }], users: [5, 6] }"))
                .containsExactly("study.yaml:3:71: factors.users: sets workloads.work.load.users, and factor"
                        + " workloads.work.load sets workloads.work.load: one of the two would have no effect");
    }
}
