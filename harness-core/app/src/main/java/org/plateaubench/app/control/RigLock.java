// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.control;

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
import org.plateaubench.engine.store.RunFolder;

/**
 * The right of a run to use the rig of a folder of runs. The process of the run holds it, and the operating system
 * releases it however the process ends. A run of a queue has the rig to itself; runs that people start by hand may run
 * side by side. Any thread; one per JVM.
 */
public final class RigLock implements AutoCloseable {
    private static final String FILE = ".rig.lock";

    /** A process that checks whether it is held holds it for a moment. */
    private static final int TRIES = 20;

    private static final long GAP_MILLIS = 20;

    /** Greatest number of runs, from the last backwards, that are searched for the one that holds it. */
    private static final int MOST_LOOKED_AT = 100;

    private final FileChannel channel;

    private RigLock(FileChannel channel) {
        this.channel = channel;
    }

    /** The runs that a run tolerates beside it. */
    public enum Use {
        /** No other run. */
        ALONE,
        /** Runs that tolerate it as well. */
        SHARED
    }

    /**
     * Takes the lock; empty when a run holds it that tolerates no other, or any run when none is tolerated.
     *
     * @param runs folder of all runs; created when missing
     * @throws IOException with a sentence for a person when the folder cannot be written
     */
    public static Optional<RigLock> take(Path runs, Use use) throws IOException, InterruptedException {
        FileChannel channel;
        try {
            Files.createDirectories(runs);
            channel = FileChannel.open(
                    runs.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException("No run folder can be made in " + runs.toAbsolutePath() + " (" + e + ").", e);
        }
        for (int i = 0; i < TRIES; i++) {
            if (isTaken(channel, use)) {
                return Optional.of(new RigLock(channel));
            }
            TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
        }
        channel.close();
        return Optional.empty();
    }

    private static boolean isTaken(FileChannel channel, Use use) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, use == Use.SHARED) != null;
        } catch (OverlappingFileLockException e) {
            return false; // This process holds it.
        }
    }

    /**
     * The run that uses the rig, a sentence; empty when none does. Not for a process that holds the lock: the check
     * would release it.
     */
    public static Optional<String> user(Path runs) throws IOException {
        Path file = runs.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null ? Optional.of(holder(runs)) : Optional.empty();
        } catch (OverlappingFileLockException e) {
            return Optional.of(holder(runs));
        }
    }

    /** The run that uses the rig, as far as the run folders show it, a sentence. */
    public static String holder(Path runs) throws IOException {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(runs)) {
            // By their names alone: reading thousands of folders would disturb a run that is being measured.
            folders = entries.sorted(Comparator.comparing(Path::getFileName).reversed())
                    .filter(RunFolder::isRun)
                    .limit(MOST_LOOKED_AT)
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
