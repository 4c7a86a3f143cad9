// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.app.install.PluginArchive;
import org.plateaubench.app.install.RefusedPlugin;
import org.plateaubench.process.FileTree;

/**
 * A plugin as it will be installed, in a temporary folder of plugin folders. Removed when it is closed; the folder of a
 * check that was killed is removed by the next one. Not thread-safe.
 */
final class UnpackedPlugin implements AutoCloseable {
    private static final String PREFIX = "plateau-plugin-check-";
    /** The file that a check locks while it uses its folder. */
    private static final String IN_USE = "in-use";

    private static final Pattern ROOT = Pattern.compile("[^\\s'\"]*/" + PREFIX + "\\d+/plugins/");

    private final Path temporary;
    private final FileChannel inUse;

    private UnpackedPlugin(Path temporary) throws IOException {
        this.temporary = temporary;
        inUse = FileChannel.open(temporary.resolve(IN_USE), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        inUse.lock();
    }

    /**
     * Unpacks an archive as its installation would, or takes a folder as it is.
     *
     * @throws RefusedPlugin when it cannot be installed
     */
    static UnpackedPlugin of(Path archive) throws IOException, RefusedPlugin {
        return of(archive, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Like {@link #of(Path)}, in another folder for temporary files. */
    static UnpackedPlugin of(Path archive, Path temporaryFiles) throws IOException, RefusedPlugin {
        Path temporary = Files.createTempDirectory(temporaryFiles, PREFIX);
        removeAbandoned(temporary);
        UnpackedPlugin plugin = new UnpackedPlugin(temporary);
        try {
            Files.createDirectories(plugin.root());
            if (Files.isDirectory(archive)) {
                Path real = archive.toRealPath();
                Files.createSymbolicLink(plugin.root().resolve(real.getFileName()), real);
            } else {
                try (PluginArchive content = PluginArchive.open(archive)) {
                    content.unpack(plugin.root(), PluginArchive.MOST_UNPACKED_BYTES);
                }
            }
            return plugin;
        } catch (IOException | RefusedPlugin e) {
            plugin.close();
            throw e;
        }
    }

    /**
     * Removes folders of checks that were killed. Only folders of the same owner are examined, since other users may
     * write next to this one.
     */
    private static void removeAbandoned(Path own) throws IOException {
        UserPrincipal owner = Files.getOwner(own);
        try (DirectoryStream<Path> checks = Files.newDirectoryStream(own.resolveSibling(""), PREFIX + "*")) {
            for (Path check : checks) {
                if (isFolderOf(owner, check) && isAbandoned(check)) {
                    FileTree.remove(check);
                }
            }
        }
    }

    private static boolean isFolderOf(UserPrincipal owner, Path check) {
        try {
            return Files.isDirectory(check, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(check, LinkOption.NOFOLLOW_LINKS).equals(owner);
        } catch (IOException e) {
            // It has just been removed.
            return false;
        }
    }

    /**
     * Whether a check has used the folder and no longer uses it; a folder that was just created does not have the file
     * yet.
     */
    private static boolean isAbandoned(Path check) {
        if (!Files.isRegularFile(check.resolve(IN_USE), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(check.resolve(IN_USE), StandardOpenOption.WRITE)) {
            return channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException e) {
            // It belongs to another user or to this process, or no longer exists.
            return false;
        }
    }

    /** The folder of plugin folders, which contains only this plugin. */
    Path root() {
        return temporary.resolve("plugins");
    }

    /** A folder for the data of SUTs. */
    Path suts() {
        return temporary.resolve("suts");
    }

    /**
     * A text in which paths of unpacked files are replaced by their paths in the archive, such as {@code kv/kv.jar}.
     */
    static String withPathsInArchive(String text) {
        return ROOT.matcher(text).replaceAll("");
    }

    /** The jars in every plugin folder. */
    List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.find(
                root(), 2, (file, attributes) -> file.toString().endsWith(".jar"), FileVisitOption.FOLLOW_LINKS)) {
            return files.sorted().toList();
        }
    }

    /** Removes the temporary folder, but not a folder that was given by name. */
    @Override
    public void close() throws IOException {
        inUse.close();
        FileTree.remove(temporary);
    }
}
