// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder of the console's own data, which one console holds at a time; the system lets go of it at any death. */
final class DataFolder implements AutoCloseable {
    private static final String LOCK = "console.lock";

    private final FileChannel channel;
    private final boolean wasUsed;

    private DataFolder(FileChannel channel, boolean wasUsed) {
        this.channel = channel;
        this.wasUsed = wasUsed;
    }

    /**
     * Takes a folder, which is made when it is not there.
     *
     * @throws IOException with a sentence for a person when another console holds it
     */
    static DataFolder take(Path folder) throws IOException {
        Files.createDirectories(folder);
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // Digests of passwords and run files with what is in them stand here.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        boolean wasUsed = Files.exists(folder.resolve(LOCK));
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return new DataFolder(channel, wasUsed);
            }
        } catch (OverlappingFileLockException e) {
            // Another console of this very process holds it.
            channel.close();
            throw taken(folder);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw taken(folder);
    }

    /** Whether a console had taken it before this one did. */
    boolean wasUsed() {
        return wasUsed;
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
