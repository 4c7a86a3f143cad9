// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlateauInstallationTest {
    @TempDir
    Path folder;

    @Test
    void launcherIsFoundInFolderOrSubfolder() throws Exception {
        Path launcher = executable(folder.resolve("plateau-1.0/plateau"));

        assertThat(PlateauInstallation.in(folder.resolve("plateau-1.0"), "the test")
                        .launcher())
                .isEqualTo(launcher);
        assertThat(PlateauInstallation.in(folder, "the test").launcher()).isEqualTo(launcher);
    }

    @Test
    void folderWithoutLauncherIsRefused() {
        assertThatThrownBy(() -> PlateauInstallation.in(folder, "the test"))
                .isInstanceOf(LaunchFailure.class)
                .hasMessage(folder + ", which the test names, is not an installation of Plateau: it has no executable"
                        + " file"
                        + " 'plateau'.");
    }

    /** No locale can encode this character, just as the C locale cannot encode an umlaut. */
    @Test
    void folderNameUnsupportedByLocaleIsRefused() {
        assertThatThrownBy(() -> found("m\0ller", null))
                .isInstanceOf(LaunchFailure.class)
                .hasMessageContainingAll("the property plateau.installation", "LC_ALL to C.UTF-8");
    }

    @Test
    void propertyTakesPrecedenceOverEnvironment() throws Exception {
        Path byProperty = executable(folder.resolve("property/plateau"));
        Path byVariable = executable(folder.resolve("variable/plateau"));
        String property = byProperty.resolveSibling("").toString();
        String variable = byVariable.resolveSibling("").toString();

        assertThat(found(property, variable)).isEqualTo(byProperty);
        assertThat(found("", variable)).isEqualTo(byVariable);
    }

    @Test
    void missingSettingNamesPropertyAndVariable() throws Exception {
        assertThat(PlateauInstallation.named("", null)).isEmpty();
        assertThat(PlateauInstallation.named("", " ")).isEmpty();
        assertThatThrownBy(PlateauInstallation::find)
                .isInstanceOf(LaunchFailure.class)
                .hasMessageContainingAll("property plateau.installation", "variable PLATEAU_HOME");
    }

    private static Path found(String property, @Nullable String variable) throws LaunchFailure {
        return PlateauInstallation.named(property, variable).orElseThrow().launcher();
    }

    @Test
    void pluginFolderHasClassesAndLibraries() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes/com/example"));
        Files.writeString(classes.resolve("Ping.class"), "class");
        Path library = Files.writeString(folder.resolve("client-1.jar"), "library");
        Path api = Files.writeString(folder.resolve("plateau-api-1.jar"), "api");
        Path plugin = folder.resolve("plugins/ping");
        Files.createDirectories(plugin);
        Files.writeString(plugin.resolve("old.jar"), "of an earlier run");

        PluginFolder.make(plugin, List.of(folder.resolve("classes"), library, api, folder.resolve("missing.jar")));

        assertThat(plugin).isDirectoryNotContaining("glob:**old.jar").isDirectoryNotContaining("glob:**plateau-api*");
        assertThat(plugin.resolve("client-1.jar")).hasContent("library");
        try (ZipFile jar = new ZipFile(plugin.resolve("classes-1.jar").toFile())) {
            assertThat(jar.getEntry("com/example/Ping.class")).isNotNull();
        }
    }

    private static Path executable(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
