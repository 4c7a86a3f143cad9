// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A run that was carried out by the launcher, as far as it came.
 *
 * @param ended how its process ended
 * @param folder its run directory; empty when it did not get so far
 */
public record LaunchedRun(PlateauLauncher.Ended ended, Optional<Path> folder) {

    /**
     * Carries out a run.
     *
     * @param runFile the run file
     * @param settings values that replace those of the run file, each {@code PATH=VALUE}
     * @param runs folder of runs, which is made if it is missing; no other run may begin in it meanwhile
     * @param output is given each line of progress and summary, in the caller's thread
     * @param errors is given each line of standard error, likewise
     */
    public static LaunchedRun execute(
            PlateauLauncher launcher,
            Path runFile,
            List<String> settings,
            Path runs,
            Consumer<String> output,
            Consumer<String> errors)
            throws LaunchFailure, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("run", runFile.toString(), "--runs-dir", runs.toString(), PlateauLauncher.UNTIL_INPUT_ENDS));
        settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        try {
            Files.createDirectories(runs);
            Set<Path> before = new HashSet<>(folders(runs));
            PlateauLauncher.Ended ended = launcher.run(arguments, output, errors);
            Optional<Path> folder = folders(runs).stream()
                    .filter(each -> !before.contains(each))
                    .findFirst();
            return new LaunchedRun(ended, folder);
        } catch (IOException e) {
            throw new LaunchFailure("The folder of runs " + runs + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static List<Path> folders(Path runs) throws IOException {
        try (Stream<Path> entries = Files.list(runs)) {
            return entries.filter(entry -> Files.exists(entry.resolve("plan.json")))
                    .sorted()
                    .toList();
        }
    }

    /**
     * The result, which every run has whose verdict is known.
     *
     * @throws LaunchFailure when there is none, with the reasons of the run
     */
    public RunResult result() throws LaunchFailure {
        if (folder.isEmpty() || !Files.exists(folder.get().resolve(RunResult.FILE))) {
            throw new LaunchFailure("The run has no result. " + ended.message());
        }
        return RunResult.read(folder.get());
    }
}
