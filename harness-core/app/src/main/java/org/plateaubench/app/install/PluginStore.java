// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.install;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginProblem;
import org.plateaubench.loader.VersionInUse;
import org.plateaubench.process.FileTree;

/**
 * A folder of installed plugins. Each is a link {@code <id>} to {@code .versions/<id>-<digest>/<id>}, so that a version
 * replaces another atomically, even if this process is killed. A replaced version is removed when no process uses it.
 * One thread; a second process is refused.
 */
public final class PluginStore {
    private static final String VERSIONS = ".versions";
    private static final String UNFINISHED = ".new-";
    private static final int DIGEST_CHARACTERS = 16;

    private final Path root;
    private final Path versions;
    private final List<Path> otherRoots;

    /**
     * Creates a store.
     *
     * @param root its folder, created when the first plugin is installed
     * @param roots all folders of plugins that are used together, with or without this one
     */
    public PluginStore(Path root, List<Path> roots) {
        this.root = root.toAbsolutePath().normalize();
        this.versions = this.root.resolve(VERSIONS);
        this.otherRoots = roots.stream()
                .map(other -> other.toAbsolutePath().normalize())
                .filter(other -> !other.equals(this.root) && Files.isDirectory(other))
                .toList();
    }

    /** The folder of the plugins that a user has installed, {@code ~/.plateau/plugins}; it need not exist. */
    public static Path ofUser() {
        return Path.of(System.getProperty("user.home"), ".plateau", "plugins");
    }

    /**
     * The result of an installation.
     *
     * @param id id of the plugin
     * @param version its version
     * @param former the version that it replaces; empty for none
     * @param sha256 digest of the archive, 64 hexadecimal digits
     * @param isChanged false when exactly this archive was already installed
     * @param folder its folder
     */
    public record Installed(
            String id, String version, Optional<String> former, String sha256, boolean isChanged, Path folder) {}

    /**
     * Installs an archive, or replaces another version by it. The plugin is loaded once, to check that it can be used.
     *
     * @throws RefusedPlugin when the archive or the plugin cannot be accepted, and when another process installs
     * @throws IOException when the folder cannot be written
     */
    public Installed install(Path file) throws IOException, RefusedPlugin {
        if (!Files.isRegularFile(file)) {
            throw new RefusedPlugin("There is no file " + file + ".");
        }
        Files.createDirectories(versions);
        try (FileChannel channel = lockFile()) {
            lock(channel);
            removeUnused();
            Path unfinished = Files.createTempDirectory(versions, UNFINISHED);
            try {
                return installed(file, unfinished);
            } finally {
                FileTree.remove(unfinished);
            }
        }
    }

    private Installed installed(Path file, Path unfinished) throws IOException, RefusedPlugin {
        // A copy is checked and installed, so that a change of the file in the meantime does not matter.
        CopiedFile copy = CopiedFile.of(file, unfinished.resolve("archive"), PluginArchive.MOST_BYTES);
        Path unpacked = Files.createDirectory(unfinished.resolve("content"));
        String id;
        try (PluginArchive archive = PluginArchive.open(copy.file())) {
            id = archive.id();
            refuseForeign(id);
            archive.unpack(unpacked, PluginArchive.MOST_UNPACKED_BYTES);
        }
        String version = accepted(unpacked, id);
        Optional<String> former = version(id);
        Path target = versions.resolve(id + "-" + copy.sha256().substring(0, DIGEST_CHARACTERS));
        boolean isChanged = !isCurrent(id, target);
        if (!Files.isDirectory(target)) {
            Files.createFile(unpacked.resolve(VersionInUse.LOCK));
            Files.move(unpacked, target, StandardCopyOption.ATOMIC_MOVE);
        }
        if (isChanged) {
            link(id, target, unfinished);
            removeUnused();
        }
        return new Installed(id, version, former, copy.sha256(), isChanged, root.resolve(id));
    }

    private void link(String id, Path target, Path unfinished) throws IOException {
        Path link = unfinished.resolve("link");
        Files.createSymbolicLink(link, root.relativize(target.resolve(id)));
        Files.move(link, root.resolve(id), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(root, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** The version of the plugin in an archive, after checking that it can be used together with all others. */
    private String accepted(Path unpacked, String id) throws IOException, RefusedPlugin {
        try (PluginCatalog own = PluginCatalog.load(List.of(unpacked));
                PluginCatalog present = present()) {
            if (!own.problems().isEmpty()) {
                throw new RefusedPlugin("The plugin cannot be used: "
                        + String.join(
                                "; ",
                                own.problems().stream()
                                        .map(PluginProblem::message)
                                        .toList())
                        + ".");
            }
            for (String service : own.sutServiceNames()) {
                Optional<LoadedPlugin> owner = present.sutService(service)
                        .flatMap(type -> present.plugins().stream()
                                .filter(plugin -> plugin.sutServices().contains(type))
                                .findFirst())
                        .filter(plugin -> !plugin.id().equals(id));
                if (owner.isPresent()) {
                    throw new RefusedPlugin("SUT service " + service + " is also one of plugin "
                            + owner.get().id() + "; give it another name.");
                }
            }
            return own.plugins().getFirst().version();
        }
    }

    private PluginCatalog present() {
        return PluginCatalog.load(
                Stream.concat(otherRoots.stream(), Stream.of(root)).toList());
    }

    private void refuseForeign(String id) throws RefusedPlugin {
        Path own = root.resolve(id);
        if (Files.exists(own) && !Files.isSymbolicLink(own)) {
            throw new RefusedPlugin(own + " was not installed with this command; remove that folder first.");
        }
        for (Path other : otherRoots) {
            if (Files.isDirectory(other.resolve(id))) {
                throw new RefusedPlugin(
                        "There is a plugin " + id + " in " + other.resolve(id) + " already; give yours another id.");
            }
        }
    }

    private Optional<String> version(String id) throws IOException {
        if (!Files.isSymbolicLink(root.resolve(id))) {
            return Optional.empty();
        }
        try (PluginCatalog own = PluginCatalog.load(List.of(root))) {
            return Optional.of(own.plugins().stream()
                    .filter(plugin -> plugin.id().equals(id))
                    .findFirst()
                    .map(LoadedPlugin::version)
                    .orElse("one that cannot be loaded"));
        }
    }

    private boolean isCurrent(String id, Path target) throws IOException {
        Path link = root.resolve(id);
        return Files.isDirectory(link)
                && Files.isDirectory(target)
                && link.toRealPath().startsWith(target.toRealPath());
    }

    /**
     * Removes an installed plugin. Runs that have loaded it continue.
     *
     * @throws RefusedPlugin when it is not installed here, and when another process installs
     */
    public void remove(String id) throws IOException, RefusedPlugin {
        Path link = root.resolve(id).normalize();
        if (!root.equals(link.getParent()) || !Files.isSymbolicLink(link)) {
            throw new RefusedPlugin("No plugin " + id + " is installed in " + root + elsewhere(id) + ".");
        }
        try (FileChannel channel = lockFile()) {
            lock(channel);
            Files.deleteIfExists(link);
            removeUnused();
        }
    }

    private String elsewhere(String id) {
        return Stream.concat(Stream.of(root), otherRoots.stream())
                .map(other -> other.resolve(id))
                .filter(Files::isDirectory)
                .findFirst()
                .map(folder -> "; the one in " + folder + " was put there without this command")
                .orElse("");
    }

    // ---- versions

    /** Removes versions without a link that no process uses, and remains of an installation that was killed. */
    private void removeUnused() throws IOException {
        Set<Path> linked = new HashSet<>();
        for (Path link : list(root)) {
            if (Files.isSymbolicLink(link) && Files.isDirectory(link)) {
                linked.add(link.toRealPath().getParent());
            }
        }
        for (Path version : list(versions.toRealPath())) {
            if (version.getFileName().toString().startsWith(UNFINISHED)) {
                FileTree.remove(version);
            } else if (Files.isDirectory(version) && !linked.contains(version)) {
                VersionInUse.removeUnused(version, this::discard);
            }
        }
    }

    /** Removes a version. It is renamed first, so that a part of a version is never found under its name. */
    private void discard(Path version) throws IOException {
        Path discarded = Files.createTempDirectory(versions, UNFINISHED);
        Files.move(version, discarded, StandardCopyOption.ATOMIC_MOVE);
        FileTree.remove(discarded);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private FileChannel lockFile() throws IOException {
        try {
            return FileChannel.open(
                    versions.resolve(VersionInUse.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            throw new IOException("nothing was installed in " + root + " with this command", e);
        }
    }

    /** The lock lasts until the channel is closed. */
    private static void lock(FileChannel channel) throws IOException, RefusedPlugin {
        if (channel.tryLock() == null) {
            throw new RefusedPlugin("Another plateau is installing or removing a plugin; try again when it has ended.");
        }
    }
}
