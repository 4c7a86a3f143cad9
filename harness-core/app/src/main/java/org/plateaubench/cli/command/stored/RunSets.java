// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.app.study.EndedRun;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.StudiesFolder;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.engine.store.FolderId;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;

/**
 * Finds sets of runs that are given on the command line: single runs, all runs with a name or a tag, or the trials of a
 * cell. Immutable.
 */
record RunSets(RunsFolder runs, StudiesFolder studies) {
    static final String WITH = "with";

    static final String SET_HELP =
            "A set is runs with commas between, name:NAME, tag:TAG, study:STUDY or study:STUDY/CELL.";

    private static final String NAME = "name:";
    private static final String TAG = "tag:";
    private static final String STUDY = "study:";

    /** The folders of the runs in a set. Separate words have the same meaning as with commas between them. */
    List<Path> find(List<String> words) throws IOException, UsageError {
        Set<Path> found = new LinkedHashSet<>();
        for (String word : words) {
            // The name of a cell may contain commas.
            List<String> parts = word.startsWith(STUDY) ? List.of(word) : List.of(word.split(",", -1));
            for (String part : parts) {
                for (Path folder : one(part.strip())) {
                    if (!found.add(folder)) {
                        throw new UsageError("'" + part + "' names the run " + folder.getFileName()
                                + ", which is named already: name each run once.");
                    }
                }
            }
        }
        if (found.isEmpty()) {
            throw new UsageError(
                    "a set of runs is missing, as in './plateau compare 4f2a1c,81d0e2 with 77aa01,90bb12'.");
        }
        return List.copyOf(found);
    }

    private List<Path> one(String part) throws IOException, UsageError {
        if (part.isEmpty()) {
            throw new UsageError("a run is missing beside a comma.");
        }
        if (part.startsWith(NAME)) {
            String name = part.substring(NAME.length());
            return ended(named(name), "is called '" + name + "'", names());
        }
        if (part.startsWith(TAG)) {
            String tag = part.substring(TAG.length());
            return ended(tagged(tag), "has the tag '" + tag + "'", tags());
        }
        if (part.startsWith(STUDY)) {
            return trials(part.substring(STUDY.length()));
        }
        return List.of(runs.findEnded(part));
    }

    private List<Path> ended(List<RunFolder> all, String what, Set<String> known) throws IOException, UsageError {
        List<Path> ended = new ArrayList<>();
        for (RunFolder folder : all) {
            if (folder.state() != RunFolder.State.RUNNING) {
                ended.add(folder.path());
            }
        }
        if (ended.isEmpty()) {
            throw new UsageError("no run that has ended in " + runs.path().toAbsolutePath() + " " + what + "; "
                    + (known.isEmpty() ? "there is none." : "there are: " + String.join(", ", known) + "."));
        }
        return ended;
    }

    private List<RunFolder> named(String name) throws IOException {
        return RunFolder.list(runs.path()).stream()
                .filter(folder -> FolderId.of(folder.runId())
                        .map(FolderId::name)
                        .orElse("")
                        .equals(name))
                .toList();
    }

    private Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>();
        RunFolder.list(runs.path())
                .forEach(folder -> FolderId.of(folder.runId()).ifPresent(id -> names.add(id.name())));
        return names;
    }

    private List<RunFolder> tagged(String tag) throws IOException {
        List<RunFolder> tagged = new ArrayList<>();
        for (RunFolder folder : RunFolder.list(runs.path())) {
            if (RunAnnotation.read(folder).tags().contains(tag)) {
                tagged.add(folder);
            }
        }
        return tagged;
    }

    private Set<String> tags() throws IOException {
        Set<String> tags = new TreeSet<>();
        for (RunFolder folder : RunFolder.list(runs.path())) {
            tags.addAll(RunAnnotation.read(folder).tags());
        }
        return tags;
    }

    private List<Path> trials(String name) throws IOException, UsageError {
        int slash = name.indexOf('/');
        String study = slash < 0 ? name : name.substring(0, slash);
        StudyFolder folder = studies.findIfAny(study)
                .orElseThrow(() -> new UsageError("no study '" + study + "' in "
                        + studies.path().toAbsolutePath() + "; its folders have those names."));
        List<EndedRun> all =
                folder.ended().stream().filter(run -> !run.runId().isEmpty()).toList();
        Set<String> cells = new LinkedHashSet<>();
        all.forEach(run -> cells.add(run.step().cell()));
        if (slash < 0 && cells.size() > 1) {
            throw new UsageError("the study " + folder.id() + " has several cells; name one of them: "
                    + choices(study, cells) + ".");
        }
        List<EndedRun> chosen = slash < 0
                ? all
                : all.stream()
                        .filter(run -> run.step().cell().equals(name.substring(slash + 1)))
                        .toList();
        if (chosen.isEmpty()) {
            throw new UsageError("the study " + folder.id() + " has no runs of '" + name + "'"
                    + (cells.isEmpty() ? "." : "; there are: " + choices(study, cells) + "."));
        }
        List<Path> paths = new ArrayList<>();
        for (EndedRun run : chosen) {
            paths.add(RunFolder.of(RunsFolder.find(Path.of(folder.request().runs()), run.runId()))
                    .path());
        }
        return paths;
    }

    private static String choices(String study, Set<String> cells) {
        return String.join(
                "; ",
                cells.stream()
                        .map(cell -> "'" + STUDY + study + "/" + cell + "'")
                        .toList());
    }
}
