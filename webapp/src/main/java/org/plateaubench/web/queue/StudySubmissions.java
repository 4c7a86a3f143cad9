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
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.study.plan.StudyPlan;
import org.plateaubench.app.study.plan.StudyPlanner;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.study.StudyFileReader;
import org.plateaubench.engine.config.study.StudySpec;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.web.http.RunFileFolder;

/**
 * Checks the submission of a study as the command line does, and refuses what a user without a shell on the host may
 * not execute. Study file and run file must be in the folder of run files, all cells must name only allowed resources
 * of the host, and scenarios must not contain commands.
 */
final class StudySubmissions {
    private final RunApplication application;
    private final RunFileFolder files;
    private final Path runs;

    StudySubmissions(RunApplication application, RunFileFolder files, Path runs) {
        this.application = application;
        this.files = files;
        this.runs = runs;
    }

    /**
     * A study file.
     *
     * @param path its path in the folder of run files
     * @param name name of the study; the path for a file that has problems
     * @param description a sentence, may be empty
     * @param scales names of its smaller forms
     */
    record Entry(String path, String name, String description, List<String> scales) {}

    /**
     * A study that a user submits. Immutable.
     *
     * @param scale one of its scales; empty for full size
     * @param settings {@code path=value} texts that replace values of the run file in all runs, in order
     */
    record Submission(
            String path,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String scale,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> settings,
            @Nullable Instant notBefore) {}

    /**
     * Plans all cells of a submission.
     *
     * @throws org.plateaubench.web.http.Problem 422 with every error and its position
     */
    Submissions.Planned plan(Submission wanted) throws IOException {
        try {
            Path file = within(wanted.path(), Problem.at(Location.of(wanted.path()), "", refusal("this path")));
            String text = RunFileReader.text(file);
            StudyFileReader.StudyFile given = StudyFileReader.read(wanted.path(), text, wanted.scale());
            String named = relative(StudyPlanner.runFile(file, given.spec()));
            Path runFile =
                    within(named, Problem.at(given.spec().runLocation(), "run", refusal("the path of the run file")));
            String runText = RunFileReader.text(runFile);
            StudyPlanner planner = new StudyPlanner(application.from(files.origin(named)), runs);
            StudyPlan plan = planner.study(given, file, wanted.settings(), wanted.scale());
            planner.requireSecrets(plan);
            Map<String, String> kept = ItemFolder.files(ItemFolder.STUDY + named, runText, plan.beside());
            kept.put(ItemFolder.STUDY + wanted.path(), text);
            QueueItem.Study study = new QueueItem.Study(wanted.path(), wanted.scale());
            return new Submissions.Planned(
                    plan.name(),
                    new QueueItem.Wanted(named, wanted.settings(), wanted.notBefore(), List.of(), "", study),
                    kept);
        } catch (WrongConfiguration wrong) {
            throw Submissions.refused("The study cannot be carried out as it is.", wrong, wanted.path(), files.root());
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

    private Path within(String path, Problem otherwise) throws WrongConfiguration {
        return files.find(path)
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new WrongConfiguration(List.of(otherwise)));
    }

    /**
     * Returns the study files in the order of their paths; if the folder has very many files, only those among the
     * first ones found.
     */
    List<Entry> files() throws IOException {
        return files.list().stream()
                .filter(found -> StudyFileReader.isStudy(found.file()))
                .map(found -> entry(found.path(), found.file()))
                .toList();
    }

    private static Entry entry(String path, Path file) {
        try {
            List<String> scales = StudyFileReader.scales(file);
            StudySpec spec = StudyFileReader.read(file, "").spec();
            return new Entry(path, spec.name().isEmpty() ? path : spec.name(), spec.description(), scales);
        } catch (WrongConfiguration e) {
            // Submitting the file reports its problems.
            return new Entry(path, path, "", List.of());
        }
    }
}
