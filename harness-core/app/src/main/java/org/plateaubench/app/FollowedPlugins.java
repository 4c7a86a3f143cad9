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
 * The plugins of some folders, loaded again when a plugin was installed, replaced or removed there: for a process that
 * outlives such changes, such as the console's. Any thread.
 */
final class FollowedPlugins implements Closeable {
    /** Plugin folders and their files. */
    private static final int DEPTH = 2;

    private final List<Path> roots;
    private List<String> state;
    private PluginCatalog catalog;
    /** What a caller may still use that asked just before the last change; its files stay as well. */
    private PluginCatalog former = PluginCatalog.of();

    FollowedPlugins(List<Path> roots) {
        this.roots = List.copyOf(roots);
        this.state = state();
        this.catalog = PluginFolders.load(roots);
    }

    /** The present plugins; the same object until something changes. */
    synchronized PluginCatalog catalog() {
        // Before they are loaded: what changes meanwhile is noticed by the next call.
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
            // A file that cannot be closed concerns no plugin that is in use.
        }
    }

    /** Every plugin folder with what it is a link to, and its files with their sizes and times. */
    private List<String> state() {
        List<String> state = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root, DEPTH, FileVisitOption.FOLLOW_LINKS)) {
                for (Path file : files.sorted().toList()) {
                    state.add(file + " " + file.toRealPath() + " " + Files.size(file) + " "
                            + Files.getLastModifiedTime(file));
                }
            } catch (IOException | UncheckedIOException e) {
                // It is being changed, or is not there; another state than any that can be read.
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
