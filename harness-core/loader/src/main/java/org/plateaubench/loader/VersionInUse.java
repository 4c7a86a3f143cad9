// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the files of a plugin in place until it is closed. An installed plugin is a link to a folder with its version,
 * which contains a lock file: a process that uses the version holds a shared lock, and its files are removed only under
 * an exclusive one. So an upgrade does not disturb a run. Thread-safe.
 */
public final class VersionInUse implements Closeable {
    /** Name of the lock file. */
    public static final String LOCK = "lock";

    /**
     * The number of attempts. An upgrade moves the link before it locks the replaced one, so the second attempt
     * usually finds the new one.
     */
    private static final int ATTEMPTS = 10;

    /** One channel for each file: closing any channel of a file ends all locks that the process has on it. */
    private static final Map<Path, Use> USES = new HashMap<>();

    private final Path files;
    private final Path lock;
    private boolean isClosed;

    private VersionInUse(Path files, Path lock) {
        this.files = files;
        this.lock = lock;
    }

    private record Use(FileChannel channel, int users) {}

    /** Removes a version that no process uses. */
    @FunctionalInterface
    public interface Removal {
        /** Removes the folder. */
        void remove(Path version) throws IOException;
    }

    /**
     * Opens the files of a plugin: locked if the plugin was installed by a link, unlocked if it is an ordinary folder.
     *
     * @param folder folder of a plugin
     * @throws IOException when the link has no target, or the files cannot be read
     */
    static VersionInUse of(Path folder) throws IOException {
        if (!Files.isSymbolicLink(folder)) {
            return new VersionInUse(folder, folder);
        }
        synchronized (USES) {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                try {
                    VersionInUse found = found(folder.toRealPath());
                    if (found != null) {
                        return found;
                    }
                } catch (NoSuchFileException e) {
                    // The version was removed after the link was read.
                }
            }
        }
        throw new IOException("it is a link to nothing");
    }

    private static @Nullable VersionInUse found(Path files) throws IOException {
        Path lock = files.resolveSibling(LOCK);
        boolean isLinkOfPerson = !Files.isRegularFile(lock) && Files.isDirectory(files);
        Use use = isLinkOfPerson ? null : shared(lock);
        if (use != null) {
            USES.put(lock, use);
        }
        return isLinkOfPerson || use != null ? new VersionInUse(files, lock) : null;
    }

    private static @Nullable Use shared(Path lock) throws IOException {
        Use known = USES.get(lock);
        if (known != null) {
            return new Use(known.channel(), known.users() + 1);
        }
        FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ);
        // It may have been removed between the two calls.
        if (channel.tryLock(0, Long.MAX_VALUE, true) == null || !Files.isRegularFile(lock)) {
            channel.close();
            return null;
        }
        return new Use(channel, 1);
    }

    /** The folder of the files. */
    Path files() {
        return files;
    }

    /** Ends the use. */
    @Override
    public void close() throws IOException {
        synchronized (USES) {
            Use use = isClosed ? null : USES.remove(lock);
            isClosed = true;
            if (use != null && use.users() > 1) {
                USES.put(lock, new Use(use.channel(), use.users() - 1));
            } else if (use != null) {
                use.channel().close();
            }
        }
    }

    /**
     * Removes a version unless this process or another uses it.
     *
     * @param version folder with the lock file
     */
    public static void removeUnused(Path version, Removal removal) throws IOException {
        synchronized (USES) {
            Path lock = version.toRealPath().resolve(LOCK);
            if (USES.containsKey(lock)) {
                return;
            }
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
                if (channel.tryLock() != null) {
                    removal.remove(version);
                }
            }
        }
    }
}
