// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.process.FileTree;

/** Deletes runs atomically: a run is first moved to a folder that no reader searches. Stateless. */
public final class RunDeletion {
    /** Folder for deleted runs until all of their files are removed; it is not a folder of a run. */
    public static final String FOLDER = ".deleted";

    private RunDeletion() {}

    /**
     * Moves a run away atomically and durably.
     *
     * @return what to remove by {@link #removeFiles}
     * @throws java.nio.file.NoSuchFileException if it does not exist any more
     */
    public static Path moveAway(RunFolder run) throws IOException {
        Path runs = run.path().resolveSibling(".").normalize();
        Path target = Files.createDirectories(runs.resolve(FOLDER)).resolve(run.runId());
        Files.move(run.path(), target, StandardCopyOption.ATOMIC_MOVE);
        AtomicFile.forceFolder(runs);
        return target;
    }

    public static void removeFiles(Path moved) throws IOException {
        FileTree.remove(moved);
    }

    /** Removes the files of runs that an earlier process moved away. */
    public static void removeLeftovers(Path runs) throws IOException {
        Path bin = runs.resolve(FOLDER);
        if (Files.isDirectory(bin)) {
            try (Stream<Path> left = Files.list(bin)) {
                for (Path moved : left.toList()) {
                    removeFiles(moved);
                }
            }
        }
    }
}
