// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Replaces files atomically: readers find the old or new file, even after a power failure. Stateless, thread-safe. */
public final class AtomicFile {
    private AtomicFile() {}

    /** Like {@link #write}, but only the owner of the file can read it at any time. */
    public static void writeForOwner(Path file, String text) throws IOException {
        Path temporary = temporary(file);
        // A file left by an earlier attempt may be readable by other users.
        Files.deleteIfExists(temporary);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        write(file, text);
    }

    /** Writes the text; if this fails, the old file is unchanged. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    public static void write(Path file, byte[] content) throws IOException {
        Path folder = file.resolveSibling(".");
        Path temporary = temporary(file);
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    LinkOption.NOFOLLOW_LINKS)) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
        forceFolder(folder);
    }

    public static Path temporary(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".tmp");
    }

    /** Creates a folder and its missing parents; their names are on disk when this returns. */
    public static void createFolders(Path folder) throws IOException {
        Path above = folder.toAbsolutePath().getParent();
        if (above == null || Files.isDirectory(folder)) {
            return;
        }
        createFolders(above);
        Files.createDirectories(folder);
        forceFolder(above);
    }

    /** Makes the names in a folder durable: they are on disk when this returns. */
    public static void forceFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
