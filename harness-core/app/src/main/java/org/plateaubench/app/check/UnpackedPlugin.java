// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A plugin as it will be installed, in a temporary folder of plugin folders. Removed when it is closed. One thread. */
final class UnpackedPlugin implements AutoCloseable {
    private static final int MOST_ENTRIES = 2_000;
    private static final long MOST_BYTES = 512L << 20;

    private final Path temporary;

    private UnpackedPlugin(Path temporary) {
        this.temporary = temporary;
    }

    /**
     * Unpacks an archive, or takes a folder as it is.
     *
     * @throws IOException with a sentence when it is neither, or leaves its folder, or is too large
     */
    static UnpackedPlugin of(Path archive) throws IOException {
        if (!Files.exists(archive)) {
            throw new IOException("There is no file or folder " + archive + ".");
        }
        Path real = archive.toRealPath();
        UnpackedPlugin plugin = new UnpackedPlugin(Files.createTempDirectory("plateau-plugin-check-"));
        try {
            Files.createDirectories(plugin.root());
            if (Files.isDirectory(real)) {
                Files.createSymbolicLink(plugin.root().resolve(real.getFileName()), real);
            } else {
                unpack(real, plugin.root());
            }
            return plugin;
        } catch (IOException e) {
            plugin.close();
            throw e;
        }
    }

    private static void unpack(Path archive, Path root) throws IOException {
        if (!archive.toString().endsWith(".zip")) {
            throw new IOException(
                    archive + " is no zip file; name a zip file that holds a folder of the plugin's id with"
                            + " its jars, or such a folder.");
        }
        long left = MOST_BYTES;
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            if (zip.size() > MOST_ENTRIES) {
                throw new IOException(archive + " has more than " + MOST_ENTRIES + " entries.");
            }
            for (ZipEntry entry : zip.stream().<ZipEntry>map(each -> each).toList()) {
                Path target = root.resolve(entry.getName()).normalize();
                if (!target.startsWith(root) || entry.getName().startsWith("/")) {
                    throw new IOException(archive + " has the entry " + entry.getName() + ", which leaves its folder.");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    left -= copy(zip, entry, target, left);
                }
            }
        }
    }

    private static long copy(ZipFile zip, ZipEntry entry, Path target, long most) throws IOException {
        long copied = 0;
        byte[] buffer = new byte[65_536];
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(target)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                copied += read;
                if (copied > most) {
                    throw new IOException("The archive holds more than " + (MOST_BYTES >> 20) + " MiB.");
                }
                out.write(buffer, 0, read);
            }
        }
        return copied;
    }

    /** The folder of plugin folders, which holds this one alone. */
    Path root() {
        return temporary.resolve("plugins");
    }

    /** A folder for the data of SUTs. */
    Path suts() {
        return temporary.resolve("suts");
    }

    /** The jars in every plugin folder. */
    List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.find(
                root(), 2, (file, attributes) -> file.toString().endsWith(".jar"), FileVisitOption.FOLLOW_LINKS)) {
            return files.sorted().toList();
        }
    }

    /** Removes everything but the folder that was named. */
    @Override
    public void close() throws IOException {
        Files.walkFileTree(temporary, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
