// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.plugin.CheckedPlugin.UnpackedPlugin;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;

class PluginStoreTest {
    @TempDir
    private Path folder = Path.of("");

    private Path root = Path.of("");

    @BeforeEach
    void setRoot() {
        root = folder.resolve("plugins");
    }

    private PluginStore store(Path... others) {
        return new PluginStore(
                root, Stream.concat(Stream.of(root), Stream.of(others)).toList());
    }

    private Path archive(String version) throws IOException {
        return ArchiveOfPlugin.of(folder, "kv", version);
    }

    private List<String> versions() throws IOException {
        try (PluginCatalog catalog = PluginCatalog.load(List.of(root))) {
            assertThat(catalog.problems()).isEmpty();
            return catalog.plugins().stream().map(LoadedPlugin::version).toList();
        }
    }

    /** The content of the folder of plugins. */
    private List<Path> stored() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.toList();
        }
    }

    @Test
    void installedPluginIsLoadedWithPages() throws Exception {
        Path archive = new ArchiveOfPlugin(folder)
                .with("kv/plugin.jar", ArchiveOfPlugin.jar(folder, "kv", "1.0", ""))
                .with("kv/docs/index.md", "# A page")
                .write("kv");

        PluginStore.Installed installed = store().install(archive);

        assertThat(installed.id()).isEqualTo("kv");
        assertThat(installed.version()).isEqualTo("1.0");
        assertThat(installed.sha256()).hasSize(64);
        assertThat(root.resolve("kv/docs/index.md")).hasContent("# A page");
        assertThat(versions()).containsExactly("1.0");
    }

    @Test
    void newVersionReplacesOldVersion() throws Exception {
        store().install(archive("1.0"));

        store().install(archive("2.0"));

        assertThat(versions()).containsExactly("2.0");
        assertThat(stored()).hasSize(1);
    }

    /** A run loads some classes late. */
    @Test
    void replacedVersionStillLoadsClasses() throws Exception {
        store().install(archive("1.0"));
        try (PluginCatalog running = PluginCatalog.load(List.of(root))) {
            store().install(archive("2.0"));

            // Its answer is in a class that is loaded only now.
            assertThat(running.plugins()
                            .getFirst()
                            .telemetrySources()
                            .getFirst()
                            .service())
                    .isEqualTo("service of 1.0");
        }
    }

    @Test
    void pluginOfAnotherFolderIsRefused() throws Exception {
        Path shipped = folder.resolve("shipped");
        Files.createDirectories(shipped.resolve("kv"));

        Path archive = archive("1.0");
        assertThatThrownBy(() -> store(shipped).install(archive))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining("There is a plugin kv in " + shipped.resolve("kv"));
    }

    @Test
    void unloadablePluginIsRefusedAndOldVersionKept() throws Exception {
        store().install(archive("1.0"));
        Path broken = new ArchiveOfPlugin(folder)
                .with(
                        "kv/plugin.jar",
                        ArchiveOfPlugin.jar(
                                folder,
                                "kv",
                                "2.0",
                                "public SamplePlugin() { throw new IllegalStateException(\"no licence\"); }"))
                .write("broken");

        assertThatThrownBy(() -> store().install(broken))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining("SamplePlugin could not be instantiated");
        assertThat(versions()).containsExactly("1.0");
        assertThat(stored()).hasSize(1);
    }

    @Test
    void folderNameMustEqualPluginId() throws Exception {
        Path archive = new ArchiveOfPlugin(folder)
                .with("other/plugin.jar", ArchiveOfPlugin.jar(folder, "kv", "1.0", ""))
                .write("other");

        assertThatThrownBy(() -> store().install(archive))
                .hasMessageContaining("holds a plugin of the id 'kv'; folder and id must be the same");
        assertThat(versions()).isEmpty();
    }

    @TempDir
    private Path temporary = Path.of("");

    @Test
    void findingsUsePathsInTheArchive() throws Exception {
        Path plugin = Files.createDirectories(temporary.resolve("kv"));
        try (UnpackedPlugin unpacked = UnpackedPlugin.of(plugin)) {
            String found = "folder " + unpacked.root().resolve("kv/lib.jar") + " is damaged; " + plugin + " is not.";
            assertThat(UnpackedPlugin.withPathsInArchive(found))
                    .isEqualTo("folder kv/lib.jar is damaged; " + plugin + " is not.");
        }
    }
}
