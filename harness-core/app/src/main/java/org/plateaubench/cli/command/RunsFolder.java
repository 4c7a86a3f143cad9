// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.engine.run.event.EventDetails.PhaseBegan;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Option;

public final class RunsFolder {
    public static final String LAST = "last";

    public static final String VERDICT_HELP =
            "Exit codes: 0 pass, 1 fail, 2 invalid or not completed, 3 still running or unreadable, 4 wrong usage.";

    public static final String RUN_HELP = "Run: a folder, an id, a unique part of an id, or '" + LAST + "'.";

    @Option(names = "--runs-dir", description = "Folder of all runs (default: ${DEFAULT-VALUE}).")
    private Path runs = Path.of("runs");

    public Path path() {
        return runs;
    }

    public Path find(String run) throws IOException {
        return find(runs, run);
    }

    /** Like {@link #find(String)}, for a command that needs a run that has ended. */
    public Path findEnded(String run) throws IOException {
        Path found = find(run);
        RunFolder folder = RunFolder.of(found);
        if (folder.state() == RunFolder.State.RUNNING) {
            String phase = folder.events().stream()
                    .flatMap(event -> event.as(PhaseBegan.class).stream())
                    .map(begun -> " (phase " + begun.name() + ")")
                    .reduce("", (earlier, later) -> later);
            throw new IOException("The run " + folder.runId() + " is still running" + phase
                    + ", so it has no verdict yet; wait for its end, which ./plateau runs shows.");
        }
        return found;
    }

    public static Path find(Path runs, String run) throws IOException {
        requireName(run);
        Path given = folder(run);
        if (given != null && RunFolder.isRun(given)) {
            return given;
        }
        return findOne(RunFolder.list(runs), RunFolder::runId, run, "runs")
                .map(RunFolder::path)
                .orElseThrow(() -> new UsageError(
                        given == null
                                ? "no run '" + run + "' in " + runs.toAbsolutePath() + "; ./plateau runs lists them."
                                : given + " is not the folder of a run, and " + runs.toAbsolutePath()
                                        + " has no run of that name; ./plateau runs lists them."));
    }

    /** The element whose id contains the text, or the last; empty if there is none. */
    static <T> Optional<T> findOne(List<T> all, Function<T, String> id, String text, String plural) throws UsageError {
        if (text.equals(LAST) && !all.isEmpty()) {
            return Optional.of(all.getLast());
        }
        List<T> named =
                all.stream().filter(each -> id.apply(each).contains(text)).toList();
        if (named.size() > 1) {
            throw new UsageError("'" + text + "' is part of the ids of " + named.size() + " " + plural + ": "
                    + String.join(", ", named.stream().map(id).toList())
                    + ". Give a longer part, which only one of them has.");
        }
        return named.stream().findFirst();
    }

    /** Refuses an empty text, such as an unset variable of a script, because every id contains it. */
    static void requireName(String run) throws UsageError {
        if (run.isBlank()) {
            throw new UsageError("The name of a run is empty; give a folder, an id, a unique part of an id, or '" + LAST
                    + "'. ./plateau runs lists them.");
        }
    }

    static @Nullable Path folder(String run) {
        try {
            Path folder = Path.of(run);
            return Files.isDirectory(folder) ? folder : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    public static final class StudiesFolder {
        @Option(
                names = "--studies-dir",
                description = "Folder of the results of trials, searches and studies (default: ${DEFAULT-VALUE}).")
        private Path studies = Path.of("studies");

        public Path path() {
            return studies;
        }

        /** The sequence with the given folder, id, part of an id, or {@link #LAST}; empty when there is none. */
        public Optional<StudyFolder> findIfAny(String name) throws IOException {
            requireName(name);
            Path folder = RunsFolder.folder(name);
            return folder != null && StudyFolder.isSequence(folder)
                    ? Optional.of(new StudyFolder(folder.toAbsolutePath().normalize()))
                    : findOne(StudyFolder.list(studies), StudyFolder::id, name, "studies");
        }
    }
}
