// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.loader.PluginCatalog;

/**
 * The plugins of some folders, which are loaded again when a plugin was installed, replaced or removed. It is meant for
 * long-running processes such as the console. Thread-safe.
 */
final class FollowedPlugins implements Closeable {
    /** The depth of plugin folders and their files. */
    private static final int DEPTH = 2;

    private final List<Path> roots;
    private List<String> state;
    private PluginCatalog catalog;
    /**
     * The previous catalog, which callers that obtained it before the last change may still use; its files are kept.
     */
    private PluginCatalog former = PluginCatalog.of();

    FollowedPlugins(List<Path> roots) {
        this.roots = List.copyOf(roots);
        this.state = state();
        this.catalog = PluginFolders.load(roots);
    }

    /** The current plugins; the same object until something changes. */
    synchronized PluginCatalog catalog() {
        // The state is read before the plugins are loaded, so that the next call notices changes in between.
        List<String> now = state();
        if (!now.equals(state)) {
            state = now;
            closeFormer();
            former = catalog;
            catalog = PluginFolders.load(roots);
        }
        return catalog;
    }

    private void closeFormer() {
        try {
            former.close();
        } catch (IOException e) {
            // A file that cannot be closed does not affect plugins that are in use.
        }
    }

    /** Every plugin folder with the target of its link, and its files with their sizes and times. */
    private List<String> state() {
        List<String> state = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root, DEPTH, FileVisitOption.FOLLOW_LINKS)) {
                for (Path file : files.sorted().toList()) {
                    state.add(file + " " + file.toRealPath() + " " + Files.size(file) + " "
                            + Files.getLastModifiedTime(file));
                }
            } catch (IOException | UncheckedIOException e) {
                // It is being changed or does not exist, which is a state of its own.
                state.add(root + " " + e.getClass());
            }
        }
        return state;
    }

    @Override
    public synchronized void close() throws IOException {
        closeFormer();
        catalog.close();
    }
}
