// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.junit;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PluginFolder;
import org.plateaubench.spi.Plugin;

/** The plugin on the class path of a test, as an installed one. */
final class ClassPathPlugin {
    private ClassPathPlugin() {}

    /**
     * Packs it with everything on the class path that Plateau does not bring itself.
     *
     * @param root folder of plugin folders, which is made again
     * @return the root, or nothing without a plugin
     */
    static List<Path> folders(Path root) throws LaunchFailure {
        List<String> ids = new ArrayList<>();
        ServiceLoader.load(Plugin.class).forEach(plugin -> ids.add(plugin.id()));
        if (ids.size() > 1) {
            throw new LaunchFailure("The class path of the test has more than one plugin: " + String.join(", ", ids)
                    + ". Leave one of them, or install them and set pluginOfClassPath = false.");
        }
        for (String id : ids) {
            PluginFolder.make(root.resolve(id), classPath());
        }
        return ids.isEmpty() ? List.of() : List.of(root);
    }

    private static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(Path::of)
                .toList();
    }
}
