// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.study.plan.RunFileSequence;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.plan.AllowFile;
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
     * @param path path of the run file in the folder of run files, whose files it may name; null for another source
     * @param settings {@code path=value} texts that replace values of the file, in order
     */
    public record Submission(
            String text,
            @Nullable String path,
            @Nullable List<String> settings,
            @Nullable Instant notBefore,
            @Nullable List<String> tags,
            @Nullable String note) {
        List<String> settingsOrNone() {
            return settings == null ? List.of() : List.copyOf(settings);
        }

        List<String> tagsOrNone() {
            return tags == null ? List.of() : List.copyOf(tags);
        }
    }

    /**
     * Plans a submission.
     *
     * @throws Problem 422 with every error and its position
     */
    PlannedRun plan(Submission wanted) throws IOException {
        // Checked as the run will store them: an invalid value would be lost when the run begins.
        require("tags", () -> RunAnnotation.NONE.withTags(wanted.tagsOrNone()));
        require("note", () -> RunAnnotation.NONE.withNote(wanted.note() == null ? "" : wanted.note()));
        String name = wanted.path() == null ? NAMELESS : wanted.path();
        try {
            PlannedRun run =
                    application.plan(name, wanted.text(), wanted.settingsOrNone(), files.origin(wanted.path()));
            if (run.file().spec().isSequence()) {
                requireSequence(run, name, wanted);
            }
            requireBroker(run.file());
            application.requireSecrets(run);
            return run;
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
            List<String> settings = new ArrayList<>(wanted.settingsOrNone());
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

    /** Returns the current content of the administrator's file. */
    AllowFile allowed() throws WrongConfiguration {
        return AllowFile.read(files.allowFile().orElse(null));
    }
}
