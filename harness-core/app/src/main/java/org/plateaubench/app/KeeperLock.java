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
 * The lock that the keeper of a SUT holds while its process runs: the operating system releases it however the process
 * ends, while the keeper's process id may have been reused by then.
 */
final class KeeperLock implements AutoCloseable {
    private static final String FILE = "keeper.lock";

    /** A process that checks whether it is held holds it for a moment. */
    private static final int TRIES = 20;

    private static final long GAP_MILLIS = 20;

    private final FileChannel channel;

    private KeeperLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock for the SUT of a folder; empty when another process holds it. */
    static Optional<KeeperLock> take(Path folder) throws IOException, InterruptedException {
        FileChannel channel =
                FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        for (int i = 0; i < TRIES; i++) {
            if (isTaken(channel)) {
                return Optional.of(new KeeperLock(channel));
            }
            TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
        }
        channel.close();
        return Optional.empty();
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // This process holds it.
        }
    }

    /**
     * Whether a process holds the lock for the SUT of a folder. Not for the process that holds it: the check would
     * release it.
     */
    static boolean isHeld(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // This process holds it.
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
