// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.plateaubench.app.plugin.PluginArchive;
import org.plateaubench.process.FileTree;

/** A plugin as it will be installed, in a temporary folder of plugin folders, removed when it is closed. */
final class UnpackedPlugin implements AutoCloseable {
    private static final String PREFIX = "plateau-plugin-check-";

    private static final Pattern ROOT = Pattern.compile("[^\\s'\"]*/" + PREFIX + "\\d+/plugins/");

    private final Path temporary;

    private UnpackedPlugin(Path temporary) {
        this.temporary = temporary;
    }

    static UnpackedPlugin of(Path archive) throws IOException {
        UnpackedPlugin plugin = new UnpackedPlugin(Files.createTempDirectory(PREFIX));
        try {
            Files.createDirectories(plugin.root());
            if (Files.isDirectory(archive)) {
                Path real = archive.toRealPath();
                Files.createSymbolicLink(plugin.root().resolve(real.getFileName()), real);
            } else {
                try (PluginArchive content = PluginArchive.open(archive)) {
                    content.unpack(plugin.root(), PluginArchive.MAX_UNPACKED_BYTES);
                }
            }
            return plugin;
        } catch (IOException e) {
            plugin.close();
            throw e;
        }
    }

    Path root() {
        return temporary.resolve("plugins");
    }

    Path suts() {
        return temporary.resolve("suts");
    }

    /**
     * A text in which paths of unpacked files are replaced by their paths in the archive, such as {@code kv/kv.jar}.
     */
    static String withPathsInArchive(String text) {
        return ROOT.matcher(text).replaceAll("");
    }

    /** Removes the temporary folder, but not a folder that was given by name. */
    @Override
    public void close() throws IOException {
        FileTree.remove(temporary);
    }
}
