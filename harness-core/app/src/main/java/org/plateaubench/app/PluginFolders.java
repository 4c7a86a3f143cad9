// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.app.install.PluginStore;
import org.plateaubench.loader.PluginCatalog;

/**
 * The folders with plugins: those of the launcher's installation, of the home of the user, and of the variable {@code
 * PLATEAU_PLUGINS}. Stateless; any thread.
 */
public final class PluginFolders {
    private static final String PLUGINS = "PLATEAU_PLUGINS";
    private static final String HOME = "plateau.home";

    private PluginFolders() {}

    /** The folders of plugin folders of the launcher's installation, the user and the environment, in this order. */
    public static List<Path> all() {
        List<Path> roots = new ArrayList<>(List.of(home().resolve("plugins"), PluginStore.ofUser()));
        String more = System.getenv(PLUGINS);
        if (more != null && !more.isBlank()) {
            Stream.of(more.split(File.pathSeparator))
                    .filter(root -> !root.isBlank())
                    .map(Path::of)
                    .forEach(roots::add);
        }
        return roots;
    }

    /** Loads the plugins of folders; only the installation's own and the user's may be missing. */
    static PluginCatalog load(List<Path> roots) {
        Path own = Path.of(System.getProperty(HOME, ""), "plugins");
        return PluginCatalog.load(roots.stream()
                .filter(root -> !(root.equals(own) || root.equals(PluginStore.ofUser())) || Files.exists(root))
                .toList());
    }

    static Path home() {
        String home = System.getProperty(HOME);
        if (home == null) {
            throw new IllegalStateException("plateau.home is not set: start Plateau through its launcher");
        }
        return Path.of(home);
    }
}
