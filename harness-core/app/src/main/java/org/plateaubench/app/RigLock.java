// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.plateaubench.api.IoReason;
import org.plateaubench.engine.store.RunFolder;

/**
 * The right of a run to use the rig of a folder of runs. The process of the run holds it. A run of a queue has the rig
 * exclusively; runs that people start by hand may run concurrently. Any thread; one per JVM.
 */
public final class RigLock {
    private static final String FILE = ".rig.lock";

    /** The maximum number of runs, beginning with the latest, that are searched for the holder. */
    private static final int MAX_EXAMINED = 100;

    private RigLock() {}

    /** Takes the lock; empty if its holder does not tolerate this use, or this use does not tolerate the holder. */
    public static Optional<ProcessLock> take(Path runs, ProcessLock.Use use) throws IOException, InterruptedException {
        try {
            Files.createDirectories(runs);
            return ProcessLock.take(runs.resolve(FILE), use);
        } catch (IOException e) {
            throw new IOException(
                    "No run folder can be made in " + runs.toAbsolutePath() + " (" + IoReason.of(e) + ").", e);
        }
    }

    /** A sentence about the run that uses the rig, or empty. The holder must not call it: it would lose the lock. */
    public static Optional<String> user(Path runs) throws IOException {
        return ProcessLock.conflictsWithHolder(runs.resolve(FILE), ProcessLock.Use.ALONE)
                ? Optional.of(holder(runs))
                : Optional.empty();
    }

    public static String holder(Path runs) throws IOException {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(runs)) {
            // Only names are used, because reading thousands of folders would disturb a run that is being measured.
            folders = entries.sorted(Comparator.comparing(Path::getFileName).reversed())
                    .filter(RunFolder::isRun)
                    .limit(MAX_EXAMINED)
                    .toList();
        }
        for (Path path : folders) {
            RunFolder folder = RunFolder.of(path);
            Optional<ProcessHandle> owner = folder.owner();
            if (owner.isPresent()) {
                return "Run " + folder.runId() + " (process " + owner.get().pid() + ") uses the rig.";
            }
        }
        return "A run that is just beginning or ending uses the rig.";
    }
}
