// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Option;

/** The folder of all runs, and how a run in it is named. */
final class RunsFolder {
    /** Stands for the newest run. */
    static final String LAST = "last";

    static final String RUN_HELP = "Run: a folder, an id or a part of it that no other has, or '" + LAST + "'.";

    @Option(
            names = "--runs-dir",
            paramLabel = "DIR",
            description = "Folder of all runs (default: ${DEFAULT-VALUE}).",
            defaultValue = "runs")
    private Path runs = Path.of("runs");

    Path path() {
        return runs;
    }

    /** The folder of a run that is named by path, id, part of an id, or as the last one. */
    Path find(String run) throws IOException, WrongUsage {
        if (Files.isDirectory(Path.of(run))) {
            return Path.of(run);
        }
        List<RunFolder> all = RunFolder.list(runs);
        if (run.equals(LAST) && !all.isEmpty()) {
            return all.getLast().path();
        }
        List<RunFolder> named = all.stream()
                .filter(folder ->
                        folder.runId().startsWith(run) || folder.runId().endsWith(run))
                .toList();
        if (named.size() == 1) {
            return named.getFirst().path();
        }
        throw new WrongUsage(
                named.isEmpty()
                        ? "no run '" + run + "' in " + runs.toAbsolutePath() + "; ./plateau runs lists them."
                        : "'" + run + "' is the name of " + named.size() + " runs: "
                                + String.join(
                                        ", ",
                                        named.stream().map(RunFolder::runId).toList()) + ".");
    }
}
