// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.RunResult;

/**
 * The runs of a build, which its goals pass to each other. For each name there is a folder of runs and a file with the
 * last runs that have a verdict.
 */
record CarriedOutRuns(Path folder) {
    private static final String LAST = "last-run";

    /** The trials of a run, each with a verdict; there is at least one. */
    record Named(String name, List<RunResult> trials) {
        RunResult result() {
            return trials.get(trials.size() - 1);
        }

        List<Path> folders() {
            return trials.stream().map(RunResult::folder).toList();
        }
    }

    Path runs(String name) {
        return folder.resolve(name).resolve("runs");
    }

    /** The folder for files that other goals need for a run. */
    Path scratch(String name, String purpose) {
        return folder.resolve(name).resolve(purpose);
    }

    /** Begins a new run of the name, so that no goal uses an earlier one in its place. */
    void begin(String name) throws LaunchFailure {
        try {
            Files.deleteIfExists(last(name));
        } catch (IOException e) {
            throw new LaunchFailure(last(name) + " cannot be deleted: " + e.getMessage(), e);
        }
    }

    void end(String name, List<Path> trials) throws LaunchFailure {
        try {
            Files.write(
                    last(name),
                    trials.stream().map(run -> run.toAbsolutePath().toString()).toList());
        } catch (IOException e) {
            throw new LaunchFailure(last(name) + " cannot be written: " + e.getMessage(), e);
        }
    }

    private Path last(String name) {
        return folder.resolve(name).resolve(LAST);
    }

    /** Returns all runs by name; fails if there are none. */
    List<Named> all() throws LaunchFailure {
        List<Named> runs = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> entries = Files.list(folder)) {
                for (Path entry : entries.sorted().toList()) {
                    Path last = entry.resolve(LAST);
                    if (Files.exists(last)) {
                        List<RunResult> trials = new ArrayList<>();
                        for (String run : Files.readAllLines(last)) {
                            trials.add(RunResult.read(Path.of(run)));
                        }
                        runs.add(new Named(entry.getFileName().toString(), trials));
                    }
                }
            } catch (IOException e) {
                throw new LaunchFailure(folder + " cannot be read: " + e.getMessage(), e);
            }
        }
        if (runs.isEmpty()) {
            throw new LaunchFailure("There is no run with a verdict in " + folder
                    + ": the goal 'run' comes first, in this build or an earlier one.");
        }
        return runs;
    }
}
