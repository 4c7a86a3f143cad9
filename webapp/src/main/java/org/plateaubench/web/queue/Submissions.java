// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.study.plan.RunFileSequence;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFileFolder;

/** Checks a submission as the command line does, and refuses names of host resources that are not allowed. */
final class Submissions {
    private static final String NAMELESS = "run.yaml";

    private final RunApplication application;
    private final RunFileFolder files;
    private final Path rigCredentials;

    Submissions(RunApplication application, RunFileFolder files, Path rigCredentials) {
        this.application = application;
        this.files = files;
        this.rigCredentials = rigCredentials;
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

    /**
     * A submission that can be carried out.
     *
     * @param files texts of the files that it needs, by their paths in the folder of the item
     */
    record Planned(String name, QueueItem.Wanted wanted, Map<String, String> files) {}

    /**
     * Plans a run, or the trials or the search that its run file specifies.
     *
     * @throws Problem 422 with every error and its position
     */
    Planned plan(Submission wanted) throws IOException {
        // Checked as the run will store them: an invalid value would be lost when the run begins.
        require("tags", () -> RunAnnotation.NONE.withTags(wanted.tags()));
        require("note", () -> RunAnnotation.NONE.withNote(wanted.note()));
        String name = wanted.path().isEmpty() ? NAMELESS : wanted.path();
        try {
            PlannedRun run = application.plan(name, wanted.text(), wanted.settings(), files.origin(wanted.path()));
            boolean isSequence = run.file().spec().isSequence();
            if (isSequence) {
                requireSequence(run, name, wanted);
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
                            ItemFolder.RUN_FILE, wanted.text(), run.file().beside()));
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

    /** Requires that trials or a search can be executed; their variants are planned by the same rules. */
    private void requireSequence(PlannedRun run, String name, Submission wanted)
            throws WrongConfiguration, IOException {
        RunFileSequence.of(run, further -> {
            List<String> settings = new ArrayList<>(wanted.settings());
            settings.addAll(further);
            return application.plan(name, wanted.text(), settings, files.origin(wanted.path()));
        });
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
}
