// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A lock on a file that a process holds. The operating system releases it when the process ends in any way, and unlike
 * a process id it cannot be confused with another process. Thread-safe.
 */
public final class ProcessLock implements AutoCloseable {
    /** The number of attempts, because a process that checks the lock holds it for a moment. */
    private static final int TRIES = 20;

    private static final long GAP_MILLIS = 20;

    private final FileChannel channel;

    private ProcessLock(FileChannel channel) {
        this.channel = channel;
    }

    public enum Use {
        ALONE,
        /** Holders that tolerate it as well. */
        SHARED;

        private Optional<FileLock> tried(FileChannel channel) throws IOException {
            try {
                return Optional.ofNullable(channel.tryLock(0, Long.MAX_VALUE, this == SHARED));
            } catch (OverlappingFileLockException e) {
                return Optional.empty(); // This process holds it.
            }
        }
    }

    /** Takes the lock; empty when another holder does not tolerate it. The file's folder exists. */
    public static Optional<ProcessLock> take(Path file, Use use) throws IOException, InterruptedException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        for (int i = 0; i < TRIES; i++) {
            if (use.tried(channel).isPresent()) {
                return Optional.of(new ProcessLock(channel));
            }
            TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
        }
        channel.close();
        return Optional.empty();
    }

    /** Must not be called by the process that holds the lock, because the check would release it. */
    public static boolean conflictsWithHolder(Path file, Use use) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        StandardOpenOption access = use == Use.SHARED ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(file, access)) {
            return use.tried(channel).isEmpty();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
