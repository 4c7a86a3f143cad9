// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.UploadFiles;
import org.plateaubench.process.FileTree;

/**
 * The application's own folder of uploaded files. A file's path is built from its kind and number only, never from
 * input. Thread-safe.
 */
final class UploadFolder implements AutoCloseable {
    private final UploadFiles files;
    private final Path root;
    private final Path incoming;
    private final FileChannel lock;

    /**
     * Creates the folder if it is missing, and removes unfinished files of an earlier process.
     *
     * @throws IOException when it cannot be used, holds files of another program, or another application uses it
     */
    UploadFolder(Path root) throws IOException {
        this.root = Files.createDirectories(root).toRealPath();
        this.files = new UploadFiles(this.root);
        this.incoming = this.root.resolve(UploadFiles.INCOMING);
        List<Path> foreign = files.foreign();
        if (!foreign.isEmpty()) {
            throw new IOException(
                    "the folder " + root + " contains files or links that are not of this application, such as "
                            + foreign.getFirst() + "; move them, or give the application a folder of its own");
        }
        this.lock = lock(this.root);
        FileTree.remove(incoming);
        Files.createDirectories(incoming);
        for (MediaKind kind : MediaKind.values()) {
            Files.createDirectories(path(kind, 1).getParent());
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        FileChannel channel =
                FileChannel.open(root.resolve(UploadFiles.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!acquire(channel)) {
            channel.close();
            throw new IOException("another application uses the folder " + root);
        }
        return channel;
    }

    private static boolean acquire(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Returns the folder for parts of a request while it is read. */
    Path incoming() {
        return incoming;
    }

    /** Returns the file of a number; empty when none was uploaded. */
    Optional<Path> find(MediaKind kind, int id) {
        Path file = path(kind, id);
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /** Deletes all uploaded files, and nothing else. */
    void clear() throws IOException {
        for (Path file : files.uploaded()) {
            Files.deleteIfExists(file);
        }
    }

    /** Releases the folder for other processes. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void remove(MediaKind kind, int id) throws IOException {
        Files.deleteIfExists(path(kind, id));
    }

    void keep(Path file, MediaKind kind, int id) throws IOException {
        Files.move(file, path(kind, id), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path path(MediaKind kind, int id) {
        return root.resolve(kind.path(id).substring(1));
    }
}
