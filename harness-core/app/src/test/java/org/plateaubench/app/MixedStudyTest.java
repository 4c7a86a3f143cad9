// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.study.Bundle;
import org.plateaubench.app.study.BundleCheck;
import org.plateaubench.app.study.EndedRun;
import org.plateaubench.app.study.Outcome;
import org.plateaubench.app.study.SequenceRun;
import org.plateaubench.app.study.Step;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.app.study.StudyResult;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.process.FileTree;

/** Studies that are continued with another plugin, another Plateau or another plan than that of their runs so far. */
@Tag("slow")
final class MixedStudyTest {
    @TempDir
    private static Path folder;

    /** What the folder holds when one run of the study has ended. */
    @TempDir
    private static Path kept;

    private static StudyFolder template;

    @BeforeAll
    static void beginOnce() throws Exception {
        writeFiles();
        template = evidence();
        copy(folder, kept);
    }

    /** The study one run of which has ended, with version 1 of its plugin. */
    private static StudyFolder begun() throws IOException {
        copy(kept, folder);
        return template;
    }

    /** Gives a folder the files of another one. */
    private static void copy(Path from, Path to) throws IOException {
        FileTree.remove(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static void writeFiles() throws IOException {
        Files.writeString(folder.resolve("run.yaml"), """
                run: { name: again, seed: 7 }
                phases: { rampUp: 100ms, steady: 1s, rampDown: 0s, drain: 1s }
                workloads:
                  work: { plugin: lines, load: { users: 2 }, qos: { '*': [ 'p99 < 20s' ] } }
                """);
        Files.writeString(folder.resolve("study.yaml"), """
                study: { name: small }
                run: run.yaml
                factors: { users: [1, 2] }
                trials: { count: 2, repeats: 2 }
                """);
    }

    private static RunApplication application(String version) {
        return new LinePlugin(version).application(folder);
    }

    private static StudyPlanner planner(String version) {
        return new StudyPlanner(application(version));
    }

    /** Interrupts a sequence when its second run begins. */
    private static final class Interrupting implements SequenceRun.Observer {
        private @Nullable SequenceRun run;

        @Override
        public RunObserver begins(int number, int most, Step step, PlannedRun planned) {
            SequenceRun sequence = run;
            if (number == 2 && sequence != null) {
                sequence.interrupt("the test");
            }
            return RunObserver.NONE;
        }

        @Override
        public void ended(int number, EndedRun end) {}

        @Override
        public void note(String sentence) {}
    }

    /** A study whose first run is evidence; on a busy machine not the first may be valid. */
    private static StudyFolder evidence() throws Exception {
        StudyFolder begun = begin();
        for (int i = 0; i < 5 && !begun.ended().getFirst().outcome().isEvidence(); i++) {
            begun = begin();
        }
        assertThat(begun.ended().getFirst().outcome().isEvidence()).isTrue();
        return begun;
    }

    private static StudyFolder begin() throws Exception {
        Interrupting observer = new Interrupting();
        SequenceRun begun = SequenceRun.begin(
                application("1"),
                planner("1").study(RunSource.of(folder.resolve("study.yaml")), List.of(), ""),
                folder.resolve("studies"),
                observer);
        observer.run = begun;
        begun.carryOut();
        assertThat(begun.folder().ended()).hasSize(1);
        return begun.folder();
    }

    private Path ofFirstRun(StudyFolder study, String file) throws IOException {
        return folder.resolve("runs").resolve(study.ended().getFirst().runId()).resolve(file);
    }

    private static void change(Path path, UnaryOperator<String> change) throws IOException {
        String before = Files.readString(path);
        String after = change.apply(before);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(path, after);
    }

    @Test
    void resultsOfRunsWithTwoVersionsOfAPluginSaySoAndAreInOrder() throws Exception {
        StudyFolder study = begun();
        StudyResult result = SequenceRun.resume(
                        application("2"), planner("2").again(study.request()), study, new Interrupting())
                .carryOut();
        assertThat(result.warnings())
                .contains("The runs were made with different software, which may explain the differences between their"
                        + " figures: plugin"
                        + " lines 1 and 2.");
        assertThat(Objects.requireNonNull(
                        result.cells().getFirst().trials().getFirst().software()))
                .containsEntry("plugin lines", "1")
                .containsKey("Plateau");
        Path bundle = folder.resolve("mixed.zip");
        Bundle.ofStudy(study, bundle);
        assertThat(BundleCheck.of(bundle).problems()).isEmpty();
    }

    /** A study that is continued with another plan of its first cell; on a busy machine too few trials may be valid. */
    private StudyFolder ofTwoPlans() throws Exception {
        for (int i = 0; i < 5; i++) {
            StudyFolder study = begun();
            change(
                    study.path().resolve("ledger.ndjson"),
                    text -> text.replaceFirst("\"plan\":\"[^\"]*\"", "\"plan\":\"another\""));
            change(ofFirstRun(study, "plan.json"), text -> text.replaceFirst("(\"timeout\": )\"[^\"]*\"", "$1\"29s\""));
            StudyResult result = resumed(study, "1");
            if (result.cells().getFirst().trials().stream()
                            .filter(trial -> trial.outcome() != Outcome.INVALID)
                            .count()
                    >= 2) {
                return study;
            }
        }
        throw new AssertionError("no study of which two trials of the first cell are valid");
    }

    @Test
    void trialsOfAnotherPlanSaySo() throws Exception {
        StudyFolder study = ofTwoPlans();
        assertThat(study.result().warnings())
                .anyMatch(warning -> warning.startsWith("The trials of 'users=1' are not all of the same plan"))
                .noneMatch(warning -> warning.contains("'users=2' are not all"));
        assertThatThrownBy(() -> checked(study, text -> text))
                .hasMessageContaining("plan.json was changed after the run");
    }

    /** Somebody removes from the results that two plugins made the runs. */
    @Test
    void aWarningThatWasRemovedWithTheSoftwareIsMissedOfItsRuns() throws Exception {
        StudyFolder study = begun();
        resumed(study, "2");
        BundleCheck check = checked(
                study,
                text -> text.replaceAll(",\\s*\"software\" : \\{[^}]*\\}", "")
                        .replaceFirst("\"The runs were made with different software[^\"]*\", ", "")
                        .replaceFirst("(, )?\"The runs were made with different software[^\"]*\"", ""));
        assertThat(check.problems())
                .contains("Computing again gives another warnings of the study.")
                .anyMatch(problem -> problem.matches("Computing again gives other results of the cell .* in trials."));
    }

    @Test
    void resultsOfAnUnknownVersionAreRefused() throws Exception {
        StudyFolder study = begun();
        change(study.path().resolve("result.json"), text -> text.replace("plateau.study/1", "plateau.study/2"));
        assertThatThrownBy(() -> study.result())
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(
                        " has the schema 'plateau.study/2', and this version of Plateau reads plateau.study/1.");
    }

    private StudyResult resumed(StudyFolder study, String version) throws Exception {
        return SequenceRun.resume(
                        application(version), planner(version).again(study.request()), study, new Interrupting())
                .carryOut();
    }

    private BundleCheck checked(StudyFolder study, UnaryOperator<String> change) throws IOException {
        Path bundle = folder.resolve("checked.zip");
        Files.deleteIfExists(bundle);
        Bundle.ofStudy(study, bundle);
        return BundleCheck.of(ForgedBundle.edit(bundle, study.id() + "/result.json", change));
    }
}
