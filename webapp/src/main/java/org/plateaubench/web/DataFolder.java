// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder of the console's own data. One console locks it at a time; the operating system releases the lock when the
 * process ends.
 */
final class DataFolder implements AutoCloseable {
    private static final String LOCK = "console.lock";

    private final FileChannel channel;

    private DataFolder(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a folder, which is created when it is missing.
     *
     * @throws IOException with a message for the user when another console holds it
     */
    static DataFolder take(Path folder) throws IOException {
        Files.createDirectories(folder);
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // The folder holds digests of passwords, and run files with their content.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return new DataFolder(channel);
            }
        } catch (OverlappingFileLockException e) {
            // Another console in this process holds the lock.
            channel.close();
            throw taken(folder);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw taken(folder);
    }

    private static IOException taken(Path folder) {
        return new IOException("another console uses " + folder.toAbsolutePath()
                + "; stop it, or give this one a folder of its own with --data");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
