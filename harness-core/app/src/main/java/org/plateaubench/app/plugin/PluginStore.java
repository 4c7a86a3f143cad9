// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.plateaubench.api.Names;
import org.plateaubench.app.UsageError;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.PluginProblem;
import org.plateaubench.loader.Sha256;
import org.plateaubench.process.FileTree;

/** A folder of installed plugins, each in a folder named by its id. One thread and one process at a time. */
public final class PluginStore {
    /** Prefix of the name of an unfinished folder, which is not loaded as a plugin. */
    private static final String UNFINISHED = ".new-";

    private static final long MAX_BYTES = 256L << 20;
    static final long MAX_UNPACKED_BYTES = 512L << 20;
    static final int MAX_ENTRIES = 2_000;

    private final Path root;
    private final List<Path> roots;

    public PluginStore(Path root, List<Path> roots) {
        this.root = root.toAbsolutePath().normalize();
        this.roots = List.copyOf(roots);
    }

    public record Installed(String id, String version, String sha256, Path folder) {}

    /** Installs an archive, or replaces another version; the plugin is loaded once as a check. */
    public Installed install(Path file) throws IOException {
        try (UntrustedArchive archive = open(file)) {
            String id = archive.entries().getFirst().path().split("/", 2)[0];
            for (Path other : roots) {
                Path otherFolder = other.toAbsolutePath().normalize().resolve(id);
                if (!otherFolder.startsWith(root) && Files.isDirectory(otherFolder)) {
                    throw new UsageError(
                            "There is a plugin " + id + " in " + otherFolder + " already; give yours another id.");
                }
            }
            Files.createDirectories(root);
            Path unfinished = Files.createTempDirectory(root, UNFINISHED);
            try {
                archive.unpack(unfinished, MAX_UNPACKED_BYTES);
                String version = version(unfinished);
                Path folder = root.resolve(id);
                if (Files.exists(folder)) {
                    Files.move(folder, unfinished.resolve("former"));
                }
                Files.move(unfinished.resolve(id), folder);
                return new Installed(id, version, Sha256.of(file), folder);
            } finally {
                FileTree.remove(unfinished);
            }
        }
    }

    private static String version(Path unpacked) throws IOException {
        try (PluginCatalog own = PluginCatalog.load(List.of(unpacked))) {
            if (!own.problems().isEmpty()) {
                throw new UsageError("The plugin cannot be used: "
                        + own.problems().stream().map(PluginProblem::message).collect(Collectors.joining("; ")) + ".");
            }
            return own.plugins().getFirst().version();
        }
    }

    /** Opens the archive of a plugin: a zip file of one folder, the plugin's id, with jars and pages. */
    static UntrustedArchive open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UsageError("There is no file " + file + ".");
        }
        UntrustedArchive archive = UntrustedArchive.open(file, MAX_BYTES, MAX_ENTRIES);
        List<String> ids = archive.entries().stream()
                .map(entry -> entry.path().split("/", 2)[0])
                .distinct()
                .toList();
        boolean hasJar = archive.entries().stream()
                .anyMatch(entry -> !entry.isFolder() && entry.path().matches("[^/]+/[^/]+\\.jar"));
        if (ids.size() != 1 || !hasJar || !Names.isValid(ids.getFirst())) {
            archive.close();
            throw new UsageError("This is not an archive of a plugin, which is a zip file of one folder, named as the"
                    + " plugin's id, with its jars. The build of a project that 'plugin new' makes writes one into"
                    + " target; by hand: mkdir my-plugin, cp *.jar my-plugin, zip -r my-plugin.zip my-plugin.");
        }
        return archive;
    }
}
