// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescription.PluginDescriptions;
import org.plateaubench.process.FileTree;

/** A console notices a plugin that was installed, replaced or removed after its start. */
class FollowingTest {
    @TempDir
    private Path folder = Path.of("");

    private Path root() {
        return folder.resolve("plugins");
    }

    private Path archive(String version, String service) throws IOException {
        String members = """
                @Override public java.util.List<org.plateaubench.spi.SutServiceType<?>> sutServices() {
                    return java.util.List.of(new Service());
                }
                record None() {}
                static final class Service implements org.plateaubench.spi.SutServiceType<None> {
                    @Override public String name() { return "%s"; }
                    @Override public String description() { return "A service."; }
                    @Override public Class<None> parametersType() { return None.class; }
                    @Override public org.plateaubench.spi.SutService create(
                            org.plateaubench.spi.SutContext<None> context) {
                        throw new UnsupportedOperationException();
                    }
                }
                """.formatted(service);
        return new ArchiveOfPlugin(folder)
                .with("kv/plugin.jar", ArchiveOfPlugin.jar(folder, "kv", version, members))
                .write(version);
    }

    @Test
    void laterPluginChangesAreFollowed() throws Exception {
        PluginStore store = new PluginStore(root(), List.of(root()));
        try (Installation console = Installation.following(folder.resolve("docs"), List.of(root()))) {
            PluginDescriptions plugins = new PluginDescriptions(console);
            Object empty = console.catalog();
            assertThat(plugins.all()).isEmpty();

            store.install(archive("1.0", "one"));
            assertThat(plugins.all()).extracting(PluginDescription::version).containsExactly("1.0");
            assertThat(plugins.service("one")).isPresent();
            assertThat(console.catalog()).isNotSameAs(empty).isSameAs(console.catalog());

            store.install(archive("2.0", "two"));
            assertThat(plugins.plugin("kv").map(PluginDescription::version)).isEqualTo(Optional.of("2.0"));
            assertThat(plugins.service("one")).isEmpty();
            assertThat(plugins.service("two")).isPresent();

            FileTree.remove(root().resolve("kv"));
            assertThat(plugins.all()).isEmpty();
            assertThat(console.pluginIds()).isEmpty();
        }
    }

    @Test
    void copiedPluginFolderIsFound() throws Exception {
        try (Installation console = Installation.following(folder.resolve("docs"), List.of(root()))) {
            assertThat(console.pluginIds()).isEmpty();

            Files.write(
                    Files.createDirectories(root().resolve("kv")).resolve("plugin.jar"),
                    ArchiveOfPlugin.jar(folder, "kv", "1.0", ""));

            assertThat(console.pluginIds()).containsExactly("kv");
        }
    }
}
