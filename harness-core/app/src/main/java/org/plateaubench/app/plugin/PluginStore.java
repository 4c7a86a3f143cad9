// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.app.UsageError;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.PluginProblem;
import org.plateaubench.loader.Sha256;
import org.plateaubench.process.FileTree;

/**
 * A folder of installed plugins. Each is a folder named by its id, with a file that names the archive from which it was
 * unpacked. One thread and one process at a time.
 */
public final class PluginStore {
    /** The file in an installed plugin with the digest of its archive; a folder that a person made has none. */
    private static final String ARCHIVE = ".archive";

    /** Prefix of a folder in work, which is not taken for a plugin. */
    private static final String UNFINISHED = ".new-";

    private final Path root;
    private final List<Path> otherRoots;

    /**
     * Creates a store.
     *
     * @param root its folder, created when the first plugin is installed
     * @param roots all folders of plugins that are used together, with or without this one
     */
    public PluginStore(Path root, List<Path> roots) {
        this.root = root.toAbsolutePath().normalize();
        this.otherRoots = roots.stream()
                .map(other -> other.toAbsolutePath().normalize())
                .filter(other -> !other.equals(this.root) && Files.isDirectory(other))
                .toList();
    }

    /**
     * The result of an installation.
     *
     * @param former the version that it replaces; empty for none
     * @param isChanged false when exactly this archive was already installed
     */
    public record Installed(
            String id, String version, Optional<String> former, String sha256, boolean isChanged, Path folder) {}

    /**
     * Installs an archive, or replaces another version by it. The plugin is loaded once, to check that it can be used.
     */
    public Installed install(Path file) throws IOException {
        try (PluginArchive archive = PluginArchive.open(file)) {
            String id = archive.id();
            refuseForeign(id);
            Files.createDirectories(root);
            removeUnfinished();
            Path unfinished = Files.createTempDirectory(root, UNFINISHED);
            try {
                archive.unpack(unfinished, PluginArchive.MAX_UNPACKED_BYTES);
                return installed(id, Sha256.of(file), unfinished);
            } finally {
                FileTree.remove(unfinished);
            }
        }
    }

    private Installed installed(String id, String sha256, Path unfinished) throws IOException {
        String version = accepted(unfinished, id);
        Path folder = root.resolve(id);
        Path mark = folder.resolve(ARCHIVE);
        Optional<String> former = Files.isDirectory(folder) ? Optional.of(version(id)) : Optional.empty();
        boolean isChanged =
                !Files.exists(mark) || !Files.readString(mark).strip().equals(sha256);
        if (isChanged) {
            Path unpacked = unfinished.resolve(id);
            Files.writeString(unpacked.resolve(ARCHIVE), sha256 + "\n");
            if (former.isPresent()) {
                Files.move(folder, unfinished.resolve("former"));
            }
            Files.move(unpacked, folder);
        }
        return new Installed(id, version, former, sha256, isChanged, folder);
    }

    /** The version of the plugin in an archive, after checking that it can be used together with all others. */
    private String accepted(Path unpacked, String id) throws IOException {
        try (PluginCatalog own = PluginCatalog.load(List.of(unpacked));
                PluginCatalog present = PluginCatalog.load(
                        Stream.concat(otherRoots.stream(), Stream.of(root)).toList())) {
            if (!own.problems().isEmpty()) {
                throw new UsageError("The plugin cannot be used: "
                        + own.problems().stream().map(PluginProblem::message).collect(Collectors.joining("; ")) + ".");
            }
            for (String service : own.sutServiceNames()) {
                Optional<LoadedPlugin> owner = present.sutService(service)
                        .flatMap(type -> present.plugins().stream()
                                .filter(plugin -> plugin.sutServices().contains(type))
                                .findFirst())
                        .filter(plugin -> !plugin.id().equals(id));
                if (owner.isPresent()) {
                    throw new UsageError("SUT service " + service + " is also one of plugin "
                            + owner.get().id() + "; give it another name.");
                }
            }
            return own.plugins().getFirst().version();
        }
    }

    private void refuseForeign(String id) throws UsageError {
        Path own = root.resolve(id);
        if (Files.exists(own) && !isInstalled(own)) {
            throw new UsageError(own + " was not installed with this command; remove that folder first.");
        }
        for (Path other : otherRoots) {
            if (Files.isDirectory(other.resolve(id))) {
                throw new UsageError(
                        "There is a plugin " + id + " in " + other.resolve(id) + " already; give yours another id.");
            }
        }
    }

    private static boolean isInstalled(Path folder) {
        return Files.exists(folder.resolve(ARCHIVE));
    }

    private String version(String id) throws IOException {
        try (PluginCatalog own = PluginCatalog.load(List.of(root))) {
            return own.plugins().stream()
                    .filter(plugin -> plugin.id().equals(id))
                    .findFirst()
                    .map(LoadedPlugin::version)
                    .orElse("one that cannot be loaded");
        }
    }

    /** Removes what an installation that was killed has left. */
    private void removeUnfinished() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            for (Path left : files.filter(file -> file.getFileName().toString().startsWith(UNFINISHED))
                    .toList()) {
                FileTree.remove(left);
            }
        }
    }

    public void remove(String id) throws IOException {
        Path folder = root.resolve(id).normalize();
        if (!root.equals(folder.getParent()) || !isInstalled(folder)) {
            throw new UsageError("No plugin " + id + " is installed in " + root + elsewhere(id) + ".");
        }
        FileTree.remove(folder);
    }

    private String elsewhere(String id) {
        return Stream.concat(Stream.of(root), otherRoots.stream())
                .map(other -> other.resolve(id))
                .filter(Files::isDirectory)
                .findFirst()
                .map(folder -> "; the one in " + folder + " was put there without this command")
                .orElse("");
    }
}
