// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The worked example of the plugin guide up to its first run, so that errors in the guide or in its project are
 * noticed.
 */
@Tag("slow")
@Order(2)
@ExtendWith(PluginGuide.Installed.class)
final class PluginGuideIT {
    @Test
    void theGuideLeadsFromAnEmptyFolderToAnInstalledPlugin(PluginGuide guide) throws IOException, InterruptedException {
        assertThat(guide.folder().resolve("home/.plateau/plugins/acme-kv")).isDirectory();
        assertThat(sources(guide.byTheArchetype()))
                .isEqualTo(sources(guide.folder().resolve("acme-kv")));
    }

    private static Map<String, String> sources(Path project) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(project)) {
            List<Path> regular = files.filter(Files::isRegularFile).toList();
            for (Path file : regular) {
                String name = project.relativize(file).toString();
                if (!name.startsWith("target/")) {
                    sources.put(name, Files.readString(file));
                }
            }
        }
        return sources;
    }
}
