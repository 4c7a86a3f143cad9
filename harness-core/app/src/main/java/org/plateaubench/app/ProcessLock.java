// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.plateaubench.api.IoReason;
import org.plateaubench.engine.store.RunFolder;

/**
 * A lock on a file that a process holds. The operating system releases it when the process ends in any way, and unlike
 * a process id it cannot be confused with another process. Thread-safe.
 */
public final class ProcessLock implements AutoCloseable {
    /** The number of attempts, because a process that checks the lock holds it for a moment. */
    private static final int MAX_ATTEMPTS = 20;

    private static final long GAP_MILLIS = 20;

    private final FileChannel channel;

    private ProcessLock(FileChannel channel) {
        this.channel = channel;
    }

    public enum Use {
        ALONE,
        /** Together with other shared holders. */
        SHARED;

        private Optional<FileLock> tryLock(FileChannel channel) throws IOException {
            try {
                return Optional.ofNullable(channel.tryLock(0, Long.MAX_VALUE, this == SHARED));
            } catch (OverlappingFileLockException e) {
                return Optional.empty(); // This process holds it.
            }
        }
    }

    /** Takes the lock; empty if another process holds it and the two uses exclude each other. The folder must exist. */
    public static Optional<ProcessLock> take(Path file, Use use) throws IOException, InterruptedException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            if (use.tryLock(channel).isPresent()) {
                return Optional.of(new ProcessLock(channel));
            }
            TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
        }
        channel.close();
        return Optional.empty();
    }

    /** Whether a holder excludes this use. The holder must not call it, because it would lose the lock. */
    public static boolean conflictsWithHolder(Path file, Use use) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        StandardOpenOption access = use == Use.SHARED ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(file, access)) {
            return use.tryLock(channel).isEmpty();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * The right of a run to use the rig of a folder of runs. The process of the run holds it. A run of a queue has the
     * rig exclusively; runs that people start by hand may run concurrently. May be called on any thread; one per JVM.
     */
    public static final class RigLock {
        private static final String FILE = ".rig.lock";

        /** The greatest number of runs, beginning with the latest, that are searched for the holder. */
        private static final int MAX_EXAMINED = 100;

        private RigLock() {}

        public static Optional<ProcessLock> take(Path runs, ProcessLock.Use use)
                throws IOException, InterruptedException {
            try {
                Files.createDirectories(runs);
                return ProcessLock.take(runs.resolve(FILE), use);
            } catch (IOException e) {
                throw new IOException(
                        "No run folder can be made in " + runs.toAbsolutePath() + " (" + IoReason.of(e) + ").", e);
            }
        }

        /** A sentence about the run that uses the rig, or empty. Not for the holder, which would lose the lock. */
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
}
