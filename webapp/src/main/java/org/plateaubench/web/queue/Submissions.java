// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.study.StudyPlan;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.StudySpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFileFolder;

/**
 * Checks the submission of a run or of a study as the command line does, and refuses what a user without a shell on the
 * host may not execute. The files of a study must be in the folder of run files.
 */
final class Submissions {
    private static final String NAMELESS = "run.yaml";

    private final RunApplication application;
    private final RunFileFolder files;
    private final Path rigCredentials;

    Submissions(RunApplication application, ConsoleOptions options) {
        this.application = application;
        files = new RunFileFolder(options.files(), options.allowFile());
        rigCredentials = options.rigCredentials();
    }

    /**
     * A run that a user submits. Immutable.
     *
     * @param path path of the run file in the folder of run files, whose files it may name; empty for another source
     * @param settings {@code path=value} texts that replace values of the file, in order
     */
    record Submission(
            String text,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String path,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> settings,
            @Nullable Instant notBefore,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> tags,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String note) {}

    /** A submission that can be carried out, with the texts of its files by their paths in the item's folder. */
    record Planned(String name, QueueItem.Wanted wanted, Map<String, String> files) {}

    /** Plans a run, or the trials or search of its run file; Problem 422 has every error and its position. */
    Planned plan(Submission wanted) throws IOException {
        // Checked as the run will store them: an invalid value would be lost when the run begins.
        require("tags", () -> RunAnnotation.NONE.withTags(wanted.tags()));
        require("note", () -> RunAnnotation.NONE.withNote(wanted.note()));
        String name = wanted.path().isEmpty() ? NAMELESS : wanted.path();
        try {
            RunSource source = RunSource.of(name, wanted.text(), files.origin(wanted.path()));
            PlannedRun run = application.plan(source, wanted.settings());
            boolean isSequence = run.file().spec().isSequence();
            if (isSequence) {
                new StudyPlanner(application).sequence(run, source, wanted.settings());
            }
            requireBroker(run.file());
            application.requireSecrets(run);
            return new Planned(
                    run.plan().name(),
                    new QueueItem.Wanted(
                            wanted.path(),
                            wanted.settings(),
                            wanted.notBefore(),
                            wanted.tags(),
                            wanted.note(),
                            isSequence ? QueueItem.Study.OF_RUN_FILE : null),
                    ItemFolder.files(
                            ItemFolder.RUN_FILE, wanted.text(), run.file().referencedFiles()));
        } catch (WrongConfiguration wrong) {
            throw refused("The run file cannot be carried out as it is.", wrong, name, files.root());
        }
    }

    private static void require(String part, Runnable check) {
        try {
            check.run();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw Problem.wrongInput(message, Problem.Detail.of(part, message));
        }
    }

    /**
     * The answer to a submission with problems.
     *
     * @param name the submitted file, in whose lines the problems are located
     * @param files folder of run files, which is left out of the names of other files
     */
    static Problem refused(String sentence, WrongConfiguration wrong, String name, Path files) {
        return Problem.wrongInput(
                sentence,
                wrong.problems().stream()
                        .map(problem -> detail(problem, name, files))
                        .toList());
    }

    /**
     * Requires the credentials of a broker if the run uses a broker's agents; without them, the run would fail at its
     * start.
     */
    private void requireBroker(RunFile file) throws WrongConfiguration {
        RigSpec rig = file.spec().rig();
        if (rig != null && rig.isOfBroker() && !Files.exists(rigCredentials)) {
            throw new WrongConfiguration(List.of(file.source()
                    .atKey(
                            RunFileKeys.RIG.name(),
                            "names agents of a broker, and this console has no credentials of one: an administrator"
                                    + " makes them with ./plateau broker add-controller, as the page Rig describes")));
        }
    }

    private static Problem.Detail detail(org.plateaubench.engine.config.text.Problem problem, String name, Path files) {
        boolean located = problem.line() > 0 && problem.file().equals(name);
        return Problem.Detail.at(
                problem.path(),
                located ? problem.line() : 0,
                located ? problem.column() : 0,
                problem.file().equals(name)
                        ? problem.message()
                        : problem.file().replace(files + "/", "") + (problem.line() > 0 ? ":" + problem.line() : "")
                                + ": " + problem.message());
    }

    /**
     * A study file.
     *
     * @param name name of the study; the path for a file that has problems
     * @param description a sentence, may be empty
     * @param scales names of its smaller forms
     */
    record StudyFile(String path, String name, String description, List<String> scales) {}

    /**
     * A study that a user submits. Immutable.
     *
     * @param scale one of its scales; empty for full size
     * @param settings {@code path=value} texts that replace values of the run file in all runs, in order
     */
    record StudySubmission(
            String path,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String scale,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> settings,
            @Nullable Instant notBefore) {}

    /** Plans all cells of a submission; Problem 422 has every error and its position. */
    Planned plan(StudySubmission wanted) throws IOException {
        try {
            Path file = resolveWithin(
                    wanted.path(),
                    org.plateaubench.engine.config.text.Problem.at(
                            Location.of(wanted.path()), "", refusal("this path")));
            String text = RunFileReader.text(file);
            StudyFileReader.StudyFile given = StudyFileReader.read(wanted.path(), text, wanted.scale());
            String named = relative(StudyPlanner.runFile(file, given.spec()));
            Path runFile = resolveWithin(
                    named,
                    org.plateaubench.engine.config.text.Problem.at(
                            given.spec().runLocation(), "run", refusal("the path of the run file")));
            RunSource source = RunSource.of(runFile.toString(), RunFileReader.text(runFile), files.origin(named));
            StudyPlanner planner = new StudyPlanner(application);
            StudyPlan plan = planner.study(
                    given,
                    RunSource.of(file.toString(), text, files.origin(wanted.path())),
                    source,
                    wanted.settings(),
                    wanted.scale());
            planner.requireSecrets(plan);
            Map<String, String> kept = ItemFolder.files(ItemFolder.STUDY + named, source.text(), plan.usedFiles());
            kept.put(ItemFolder.STUDY + wanted.path(), text);
            QueueItem.Study study = new QueueItem.Study(wanted.path(), wanted.scale());
            return new Planned(
                    plan.request().name(),
                    new QueueItem.Wanted(named, wanted.settings(), wanted.notBefore(), List.of(), "", study),
                    kept);
        } catch (WrongConfiguration wrong) {
            throw refused("The study cannot be carried out as it is.", wrong, wanted.path(), files.root());
        }
    }

    private static String refusal(String what) {
        return what + " must lead to a file of the folder of run files that ends in .yaml or .yml, is not hidden and is"
                + " reached without links";
    }

    /**
     * Returns the path relative to the folder of run files; a path that leaves the folder begins with dots and is
     * refused.
     */
    private String relative(Path file) {
        return files.root().relativize(file).toString().replace('\\', '/');
    }

    private Path resolveWithin(String path, org.plateaubench.engine.config.text.Problem otherwise)
            throws WrongConfiguration {
        return files.find(path)
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new WrongConfiguration(List.of(otherwise)));
    }

    /**
     * Returns the study files in the order of their paths; if the folder has very many files, only those among the
     * first ones found.
     */
    List<StudyFile> studyFiles() throws IOException {
        return files.list().stream()
                .flatMap(found -> studyFile(found.path(), found.file()).stream())
                .toList();
    }

    private static Optional<StudyFile> studyFile(String path, Path file) {
        try {
            String text = RunFileReader.text(file);
            return StudyFileReader.isStudy(text) ? Optional.of(studyFile(path, text)) : Optional.empty();
        } catch (WrongConfiguration e) {
            // A file that cannot be read is not listed.
            return Optional.empty();
        }
    }

    private static StudyFile studyFile(String path, String text) {
        try {
            List<String> scales = StudyFileReader.scales(text);
            StudySpec spec = StudyFileReader.read(path, text, "").spec();
            return new StudyFile(path, spec.name().isEmpty() ? path : spec.name(), spec.description(), scales);
        } catch (WrongConfiguration e) {
            // Submitting the file reports its problems.
            return new StudyFile(path, path, "", List.of());
        }
    }
}
