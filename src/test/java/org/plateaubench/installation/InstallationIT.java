// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The places of the files in the installation. */
final class InstallationIT {

    private static final Path HOME = Path.of("..", "distribution", "target", "plateau");

    @Test
    void harnessContainsNoPluginOrTestLibrary() throws IOException {
        assertThat(jarsIn(HOME.resolve("lib")))
                .anyMatch(jar -> jar.startsWith("plateau-app-"))
                .noneMatch(jar -> jar.startsWith("plateau-plugin-"))
                // The checks of plugins are in the testkit, which needs no test framework for them.
                .noneMatch(jar -> jar.startsWith("assertj-"))
                .noneMatch(jar -> jar.startsWith("junit-"));
    }

    @Test
    void pluginFoldersContainLibrariesButNotApi() throws IOException {
        List<Path> plugins = entriesOf(HOME.resolve("plugins"));

        assertThat(plugins)
                .isNotEmpty()
                .allSatisfy(plugin -> assertThat(jarsIn(plugin))
                        .anyMatch(jar -> jar.startsWith("plateau-plugin-" + plugin.getFileName() + "-"))
                        .noneMatch(jar -> jar.startsWith("plateau-api-"))
                        .noneMatch(jar -> jar.startsWith("jspecify-"))
                        .noneMatch(jar -> jar.startsWith("apiguardian-api-")));
    }

    @Test
    void repositoryPomsHaveNoParentAndApiHasSources() throws IOException {
        List<Path> artifacts = entriesOf(HOME.resolve("repository/org/plateaubench"));

        assertThat(artifacts)
                .extracting(artifact -> artifact.getFileName().toString())
                .contains("plateau-api", "plateau-bom", "plateau-maven-plugin", "plateau-testkit");
        for (Path artifact : artifacts) {
            List<Path> files = entriesOf(entriesOf(artifact).getFirst());
            assertThat(files)
                    .filteredOn(file -> file.toString().endsWith(".pom"))
                    .singleElement()
                    .satisfies(pom -> assertThat(pom).content().doesNotContain("<parent>"));
            if (artifact.endsWith("plateau-api")) {
                assertThat(files).anyMatch(file -> file.toString().endsWith("-sources.jar"));
            }
        }
    }

    /** {@code verification/rig-scale} compiles them with only the installation on the class path. */
    @Test
    void rigScaleProgramsCompileAlone(@TempDir Path classes) throws IOException {
        Path sources = Path.of("..", "harness-core");
        Path run = sources.resolve("engine/src/test/java/org/plateaubench/engine/run");
        List<Path> programs = Stream.concat(
                        entriesOf(sources.resolve("app/src/test/java/org/plateaubench/rig")).stream(),
                        Stream.of(run.resolve("AggregationCost.java")))
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, entriesOf(HOME.resolve("lib")));
            assertThat(compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    List.of("-proc:none", "-nowarn"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(programs))
                            .call())
                    .as(messages::toString)
                    .isTrue();
        }
    }

    private static List<String> jarsIn(Path folder) throws IOException {
        return entriesOf(folder).stream()
                .map(entry -> entry.getFileName().toString())
                .toList();
    }

    private static List<Path> entriesOf(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }
}
