// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.TestShop;
import org.plateaubench.loader.PluginCatalog.PluginProblem;
import org.plateaubench.loader.sample.AlphaPlugin;
import org.plateaubench.loader.sample.BetaPlugin;
import org.plateaubench.loader.sample.FailingPlugin;
import org.plateaubench.loader.sample.NamelessPlugin;
import org.plateaubench.loader.sample.Samples;
import org.plateaubench.spi.Plugin;

final class PluginCatalogTest {
    @TempDir
    private Path root;

    /** Packs plugin classes of this module's tests, as a build would, into {@code <root>/<folder>/<name>.jar}. */
    private Path jar(String folder, String name, Class<?>... plugins) throws IOException {
        return jar(Files.createDirectories(root.resolve(folder)).resolve(name + ".jar"), "", plugins);
    }

    private static Path jar(Path jar, String manifest, Class<?>... plugins) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            StringBuilder services = new StringBuilder();
            for (Class<?> plugin : plugins) {
                services.append(plugin.getName()).append('\n');
            }
            zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            zip.write(("Manifest-Version: 1.0\n" + manifest).getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("META-INF/services/" + Plugin.class.getName()));
            zip.write(services.toString().getBytes(StandardCharsets.UTF_8));
            for (Class<?> type : Samples.classes()) {
                String entry = type.getName().replace('.', '/') + ".class";
                zip.putNextEntry(new ZipEntry(entry));
                try (InputStream bytes = PluginCatalogTest.class.getResourceAsStream("/" + entry)) {
                    zip.write(bytes.readAllBytes());
                }
            }
        }
        return jar;
    }

    private PluginCatalog load() {
        return PluginCatalog.load(List.of(root));
    }

    @Test
    void pluginClassLoaderSeesOnlyTheSpi() throws Exception {
        jar("alpha", "alpha", AlphaPlugin.class);

        try (PluginCatalog catalog = load()) {
            assertThat(catalog.problems()).isEmpty();
            Class<?> type = catalog.workload("alpha").orElseThrow().workload().getClass();
            ClassLoader loader = type.getClassLoader();

            assertThat(type).isNotSameAs(Samples.TestWorkload.class);
            assertThat(type.getName()).isEqualTo(Samples.TestWorkload.class.getName());
            assertThat(loader.loadClass(Plugin.class.getName())).isSameAs(Plugin.class);
            for (String hidden : List.of("org.junit.jupiter.api.Test", PluginCatalog.class.getName())) {
                assertThatThrownBy(() -> loader.loadClass(hidden)).isInstanceOf(ClassNotFoundException.class);
            }
        }
    }

    @Test
    void workloadsAndServicesAreFoundByName() throws Exception {
        jar("alpha", "alpha", AlphaPlugin.class);
        jar("beta", "beta", BetaPlugin.class);

        try (PluginCatalog catalog = load()) {
            assertThat(catalog.plugins()).extracting(LoadedPlugin::id).containsExactly("alpha", "beta");
            assertThat(catalog.workloadReferences()).containsExactly("alpha", "beta/first", "beta/second");
            assertThat(catalog.workload("alpha")).isEqualTo(catalog.workload("alpha/only"));
            assertThat(catalog.workload("beta")).isEmpty();
            assertThat(catalog.workload("beta/second").orElseThrow().reference())
                    .isEqualTo("beta/second");
            assertThat(catalog.sutService("testdb").orElseThrow().description()).isEqualTo("A test database.");
            assertThat(catalog.telemetrySources("testdb")).hasSize(1);
            assertThat(catalog.workload("alpha").orElseThrow().plugin().reportSections())
                    .hasSize(1);
        }
    }

    @Test
    void brokenFoldersAreReportedAndOthersAreLoaded() throws Exception {
        jar("alpha", "alpha", AlphaPlugin.class);
        jar("another", "another", AlphaPlugin.class);
        Files.writeString(Files.createDirectories(root.resolve("broken")).resolve("broken.jar"), "no jar");
        Files.createDirectories(root.resolve("empty"));
        jar("failing", "failing", FailingPlugin.class);
        jar("nameless", "nameless", NamelessPlugin.class);
        jar("none", "none");
        jar("two", "two", AlphaPlugin.class, BetaPlugin.class);

        try (PluginCatalog catalog = load()) {
            assertThat(catalog.plugins()).extracting(LoadedPlugin::id).containsExactly("alpha");
            assertThat(catalog.problems())
                    .extracting(PluginProblem::plugin)
                    .containsExactly("another", "broken", "empty", "failing", "nameless", "none", "two");
            List<String> messages =
                    catalog.problems().stream().map(PluginProblem::message).toList();
            assertThat(messages.get(0))
                    .isEqualTo("folder " + root.resolve("another")
                            + " holds a plugin of the id 'alpha'; folder and id must be the same");
            assertThat(messages.get(1)).startsWith("broken.jar is not a readable jar: ");
            assertThat(messages.get(2)).isEqualTo("folder " + root.resolve("empty") + " holds no jar");
            assertThat(messages.get(3)).startsWith("cannot be loaded: ").contains("FailingPlugin");
            assertThat(messages.get(4))
                    .isEqualTo("folder " + root.resolve("nameless")
                            + " holds a plugin of the id 'null'; folder and id must be the same");
            assertThat(messages.get(5))
                    .isEqualTo("no jar in " + root.resolve("none")
                            + " names a plugin in META-INF/services/org.plateaubench.spi.Plugin");
            assertThat(messages.get(6))
                    .isEqualTo("folder " + root.resolve("two") + " holds more than one plugin: "
                            + AlphaPlugin.class.getName() + ", " + BetaPlugin.class.getName());
        }
    }

    @Test
    void duplicateIdOrServiceNamesThePlugin() {
        PluginCatalog catalog = PluginCatalog.of(
                new AlphaPlugin(), new AlphaPlugin(), TestShop.plugin("gamma", List.of(), List.of(Samples.service())));

        assertThat(catalog.plugins()).hasSize(1);
        assertThat(catalog.problems())
                .extracting(PluginProblem::toString)
                .containsExactly(
                        "plugin alpha: there is another plugin of this id",
                        "plugin alpha: SUT service testdb is also one of plugin alpha",
                        "plugin gamma: SUT service testdb is also one of plugin alpha");
    }

    @Test
    void badNamesAndParametersAreReported() {
        PluginCatalog catalog = PluginCatalog.of(TestShop.plugin(
                "Delta",
                List.of(Samples.workload("same"), Samples.workload("same"), Samples.workloadWithBadParameters("bad")),
                List.of()));

        assertThat(catalog.plugins()).isEmpty();
        assertThat(catalog.problems())
                .extracting(PluginProblem::message)
                .containsExactly(
                        "the id must start with a lowercase letter and hold only letters, digits and hyphens",
                        "workload same occurs twice",
                        "workload bad: BadParameters.count has no @Parameter");
    }

    @Test
    void foldersWithTheSameIdAreBothNamed() throws Exception {
        Path first = Files.createDirectories(root.resolve("first/alpha"));
        Path second = Files.createDirectories(root.resolve("second/alpha"));
        jar(first.resolve("alpha.jar"), "", AlphaPlugin.class);
        jar(second.resolve("alpha.jar"), "", AlphaPlugin.class);

        try (PluginCatalog catalog = PluginCatalog.load(List.of(first.getParent(), second.getParent()))) {
            assertThat(catalog.plugins()).hasSize(1);
            assertThat(catalog.reasonMissing("alpha"))
                    .contains("there are two plugins of this id: " + first + " is used, " + second + " is not");
        }
    }

    @Test
    void pluginForAnotherInterfaceVersionIsRefused() throws Exception {
        for (String version : List.of("0.9", "1.0", "1.1", "2.0", "new")) {
            String id = "v" + version.replace('.', '-');
            Path jar = Files.createDirectories(root.resolve(id)).resolve("alpha.jar");
            jar(jar, "Plateau-SPI-Version: " + version + "\n", AlphaPlugin.class);
        }

        try (PluginCatalog catalog = load()) {
            assertThat(catalog.problems())
                    .extracting(PluginProblem::toString)
                    .satisfiesExactly(
                            older -> assertThat(older)
                                    .contains(
                                            "older plugin interface 0.9, and this Plateau has 1.0: compile the plugin"),
                            fitting -> assertThat(fitting).contains("folder and id must be the same"),
                            newer -> assertThat(newer)
                                    .contains("newer plugin interface 1.1, and this Plateau has 1.0: install a newer"),
                            newer -> assertThat(newer).contains("newer plugin interface 2.0"),
                            unreadable -> assertThat(unreadable)
                                    .contains("Plateau-SPI-Version must be two numbers such as 1.0, found 'new'"));
        }
    }

    @Test
    void folderOfJarsIsRefused() throws Exception {
        Path jar = jar("alpha", "alpha", AlphaPlugin.class);

        assertThat(PluginCatalog.load(List.of(jar.getParent(), jar)).problems())
                .extracting(PluginProblem::message)
                .containsExactly(
                        "holds jars itself; name the folder that holds plugin folders, such as " + root,
                        jar + " is not a folder; name the folder that holds plugin folders");
    }
}
