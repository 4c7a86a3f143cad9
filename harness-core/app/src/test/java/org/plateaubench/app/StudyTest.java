// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.study.Bundle;
import org.plateaubench.app.study.BundleCheck;
import org.plateaubench.app.study.CellResult;
import org.plateaubench.app.study.EndedRun;
import org.plateaubench.app.study.Outcome;
import org.plateaubench.app.study.SequenceRun;
import org.plateaubench.app.study.Step;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyPlan;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.app.study.StudyResult;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreOutcome.TrialScore;
import org.plateaubench.engine.run.event.RunObserver;

/** Studies of real runs of a small plugin, and problems of study files. */
final class StudyTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writeRunFile() throws IOException {
        Files.writeString(folder.resolve("run.yaml"), """
                run: { name: again, seed: 7 }
                phases: { rampUp: 100ms, steady: 1s, rampDown: 0s, drain: 1s }
                workloads:
                  work: { plugin: lines, load: { users: 2 }, qos: { '*': [ 'p99 < 20s' ] } }
                """);
    }

    private RunApplication application() {
        return new LinePlugin("1").application(folder);
    }

    private StudyPlanner planner() {
        return new StudyPlanner(application());
    }

    private Path study(String text) throws IOException {
        return Files.writeString(folder.resolve("study.yaml"), text);
    }

    private List<String> problems(String text) throws IOException {
        Path file = study(text);
        WrongConfiguration wrong = catchThrowableOfType(
                WrongConfiguration.class, () -> planner().study(RunSource.of(file), List.of(), ""));
        assertThat(wrong).as(text).isNotNull();
        return wrong.problems().stream()
                .map(Problem::toString)
                .map(problem -> problem.replace(folder + "/", ""))
                .toList();
    }

    private static final class Interrupting implements SequenceRun.Observer {
        private final List<String> ended = new ArrayList<>();
        private final List<Outcome> outcomes = new ArrayList<>();
        private final int interruptAt;
        private @Nullable SequenceRun run;

        Interrupting(int interruptAt) {
            this.interruptAt = interruptAt;
        }

        @Override
        public RunObserver begins(int number, int lastNumber, Step step, PlannedRun planned) {
            if (number == interruptAt) {
                Objects.requireNonNull(run).interrupt("the test");
            }
            return RunObserver.NONE;
        }

        @Override
        public void ended(int number, EndedRun end) {
            ended.add(end.step().cell() + " " + end.step().trial());
            outcomes.add(end.outcome());
        }

        @Override
        public void note(String sentence) {
            ended.add(sentence);
        }
    }

    @Test
    void interruptedStudyResumesAtFirstUnfinishedRun() throws Exception {
        Path file = study("""
                study: { name: small }
                run: run.yaml
                factors: { users: [1, 2] }
                baseline: { users: 1 }
                trials: { count: 2, repeats: 1 }
                """);
        StudyPlan plan = planner().study(RunSource.of(file), List.of(), "");
        Interrupting first = new Interrupting(3);
        SequenceRun begun = SequenceRun.begin(application(), plan, folder.resolve("studies"), first);
        first.run = begun;
        StudyResult broken = begun.carryOut();
        assertThat(first.ended).hasSize(3).startsWith("users=1 1", "users=2 1");
        assertThat(first.outcomes.getLast()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(broken.complete()).isFalse();

        StudyFolder found = StudyFolder.list(folder.resolve("studies")).getFirst();
        Interrupting second = new Interrupting(0);
        StudyResult result =
                new SequenceRun(application(), planner().planAgain(found.request()), found, second).carryOut();
        // On a busy machine a trial may be invalid and repeated.
        assertThat(second.ended.getFirst()).isEqualTo(first.ended.getLast());
        assertThat(second.ended).doesNotHaveDuplicates().doesNotContain("users=1 1", "users=2 1");
        assertThat(result.cells()).extracting(CellResult::baseline).containsOnly("users=1");
        assertThat(result.cells())
                .allSatisfy(cell -> assertThat(cell.trials())
                        .hasSizeGreaterThanOrEqualTo(2)
                        .allSatisfy(trial -> assertThat(folder.resolve("runs").resolve(trial.runId()))
                                .isDirectory()));
        assertThat(result.cells().getFirst().figures())
                .filteredOn(figure -> figure.limit() != null)
                .isNotEmpty()
                .allSatisfy(figure -> assertThat(figure.name() + figure.limit()).isEqualTo("p9920000.0"));
        assertThat(found.path().resolve("report.html")).content().contains("id=\"data\"", "users=2");
        assertThat(found.path().resolve("result.json")).content().contains("plateau.study/1");
        checkBundle(found, result);

        Files.writeString(folder.resolve("run.yaml"), "\n# changed\n" + Files.readString(folder.resolve("run.yaml")));
        assertThat(catchThrowableOfType(
                        WrongConfiguration.class, () -> planner().planAgain(found.request())))
                .hasMessageContaining("has changed since the study began");
    }

    /** The check accepts the results and refuses altered ones. */
    private void checkBundle(StudyFolder study, StudyResult result) throws Exception {
        Path file = folder.resolve("study.zip");
        Bundle.ofStudy(study, file);
        BundleCheck check = BundleCheck.of(file);
        assertThat(check.problems()).isEmpty();
        assertThat(check.outcome()).isEqualTo(result.verdict());
        assertThat(check.content())
                .startsWith("study " + study.id() + ", " + result.runIds().size() + " runs, ");

        String original = Files.readString(study.path().resolve("result.json"));
        assertThat(problemsOfForged(study, original.replaceFirst("\"trials\" : (\\d)", "\"trials\" : 1$1")))
                .anyMatch(problem -> problem.startsWith("Computing again gives other results of the cell 'users=1'"));
        String outcome = result.outcome() == Outcome.PASS ? "fail" : "pass";
        assertThat(problemsOfForged(
                        study,
                        original.replaceFirst(
                                "\"outcome\" : \"" + result.outcome().label() + "\"",
                                "\"outcome\" : \"" + outcome + "\"")))
                .isNotEmpty();
        assertThat(problemsOfForged(study, original.replaceFirst("\"runId\" : \"", "\"runId\" : \"../")))
                .as("an id that leaves the folder")
                .isNotEmpty();
        Files.delete(file);

        Files.writeString(
                study.path().resolve("result.json"), original.replaceFirst("\"trials\" : (\\d)", "\"trials\" : 1$1"));
        assertThat(study.result().cells()).as("figures computed from the runs").isEqualTo(result.cells());
        Files.writeString(study.path().resolve("result.json"), original);
    }

    /** The problems of a bundle whose results were replaced and whose digests were adapted. */
    private List<String> problemsOfForged(StudyFolder study, String results) throws IOException {
        Path file = folder.resolve("forged.zip");
        Files.deleteIfExists(file);
        Bundle.ofStudy(study, file);
        return BundleCheck.of(ForgedBundle.edit(file, study.id() + "/result.json", text -> results))
                .problems();
    }

    @Test
    void forgedTrialScoreIsFound() throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, "trials: { count: 2, repeats: 3 }\n", StandardOpenOption.APPEND);
        StudyPlan plan = planner().sequence(RunSource.of(file), List.of());
        SequenceRun run = SequenceRun.begin(application(), plan, folder.resolve("studies"), new Interrupting(0));
        run.carryOut();
        String original = Files.readString(run.folder().path().resolve("result.json"));
        TrialScore score = new TrialScore(
                new ScoreOutcome.Reference("lab", "00"),
                ScoreOutcome.State.COUNTS,
                "9 @ 1 tile",
                9.0,
                null,
                "standard",
                "pass",
                1,
                2,
                0,
                null,
                List.of());
        assertThat(original).contains("\"score\" : null");
        assertThat(problemsOfForged(
                        run.folder(), original.replace("\"score\" : null", "\"score\" : " + Documents.line(score))))
                .anyMatch(problem -> problem.contains("other results of the cell '', in score"));
    }

    @Test
    void failedHookFailsOnlyTheCell() throws Exception {
        Path file = study("""
                study: { name: hooks }
                run: run.yaml
                scenarios:
                  broken: { before: [ [ls, /no/such/folder] ], after: [ [sleep, '1'] ] }
                  complete: { before: [ [echo, before] ], after: [ [echo, after] ] }
                """);
        StudyPlan plan = planner().study(RunSource.of(file), List.of(), "");
        SequenceRun run = SequenceRun.begin(application(), plan, folder.resolve("studies"), new Interrupting(0));
        StudyResult result = run.carryOut();
        assertThat(result.outcome()).isEqualTo(Outcome.NOT_CARRIED_OUT);
        assertThat(result.cells().get(0).trials().getFirst().reasons().getFirst())
                .contains("'ls /no/such/folder'", "exit code");
        assertThat(result.cells().get(0).trials().getFirst().seconds())
                .as("the duration of a run includes the commands after it")
                .isGreaterThanOrEqualTo(1);
        assertThat(result.cells().get(1).trials().getFirst().runId()).isNotEmpty();
        assertThat(run.folder().path().resolve("hooks.log"))
                .content()
                .contains("before\n")
                .endsWith("after\n");
    }

    @Test
    void fileAndCellProblemsAreReportedTogether() throws IOException {
        assertThat(problems("""
                study: { name: Wrong Name }
                run: run.yaml
                set: { phases.stedy: 1s }
                factors: { users: [many], tiles: [], workloads.work.load.user: [1] }
                scenarios: { one: { befor: [] } }
                baseline: { users: 9 }
                trails: 3
                """))
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("study.yaml:1:16: study.name:"),
                        two -> assertThat(two)
                                .startsWith("study.yaml:3:22: phases.stedy:")
                                .contains("'steady'"),
                        three ->
                                assertThat(three).startsWith("study.yaml:4:20:").contains("'many'"),
                        four -> assertThat(four).startsWith("study.yaml:4:34: factors.tiles: needs at least"),
                        five -> assertThat(five).startsWith("study.yaml:4:65:").contains("did you mean 'users'"),
                        six -> assertThat(six).startsWith("study.yaml:5:21: scenarios.one.befor: unknown key"),
                        seven -> assertThat(seven).startsWith("study.yaml:7:1: trails: unknown key"));
    }

    @Test
    void problemsAreLocatedBeforeTheStudyStarts() throws IOException {
        String prefix = "study: { name: wrong }\nrun: run.yaml\n";
        assertThat(problems(prefix + "factors: { workloads.other.load.users: [1] }")
                        .getFirst())
                .startsWith("study.yaml:3:")
                .contains("there is no workload 'other'");
        assertThat(problems(prefix + "factors: { rate: [10/s] }").getFirst())
                .startsWith("study.yaml:3:")
                .contains("factors.rate: names nothing");
        assertThat(problems(prefix + "factors: { users: [] }"))
                .containsExactly("study.yaml:3:19: factors.users: needs at least one level");
        assertThat(problems(prefix + "factors: { users: [2, 2] }").getFirst()).contains("names a level twice");
        assertThat(problems(prefix + "factors: { users: [1, 2] }\nbaseline: { users: 3 }")
                        .getFirst())
                .startsWith("study.yaml:4:20: baseline.users: names no level");
        assertThat(problems(prefix).getFirst()).contains("needs factors or scenarios");
        assertThat(problems("study: { name: wrong }\nrun: other.yaml\nfactors: { users: [1] }")
                        .getFirst())
                .startsWith("study.yaml:2:6: run: there is no run file");
        assertThat(problems(prefix + "factors: { workloads: [work, other], users: [1] }"))
                .containsExactly(
                        "study.yaml:3:23: factors: has workloads, which must be the only factor",
                        "study.yaml:3:30: factors.workloads: must name workloads of the run file with ' + ' between"
                                + " them: work");
        assertThat(Objects.requireNonNull(folder.toFile().list()))
                .as("nothing has started")
                .containsExactlyInAnyOrder("run.yaml", "study.yaml");
    }

    @Test
    void agentsMustNotVary() throws IOException {
        assertThat(problems("""
                study: { name: rigs }
                run: run.yaml
                factors: { rig.agents: [1, 2] }
                scenarios:
                  here: { set: { rig.agents: [ { name: one } ] } }
                """))
                .contains(
                        "study.yaml:3:24: factors.rig.agents: must not vary: all runs of a study have the same agents",
                        "study.yaml:5:30: scenarios.here.set.rig.agents: must not vary: all runs of a study have the same"
                                + " agents");
    }
}
