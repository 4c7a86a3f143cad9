// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folder Maven resolves from: the nearest choice counts. */
final class MavenRepositoryTest {
    @TempDir
    private Path home = Path.of("");

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void withoutAChoiceItIsInTheHomeOfTheUser() throws IOException {
        assertThat(folder()).isEqualTo(home.resolve(".m2/repository"));
    }

    @Test
    void settingsNameItAlsoByVariableAndProperty() throws IOException {
        settings("<settings><localRepository>${user.home}/${env.PLACE}/x</localRepository></settings>");
        environment.put("PLACE", "store");

        assertThat(folder()).isEqualTo(home.resolve("store/x"));
    }

    @Test
    void optionsOfMavenComeBeforeSettingsAndThePropertyBeforeBoth() throws IOException {
        settings("<settings><localRepository>/settings</localRepository></settings>");
        environment.put("MAVEN_OPTS", "-Xmx1g -Dmaven.repo.local=/options");
        assertThat(folder()).isEqualTo(Path.of("/options"));

        environment.put("MAVEN_ARGS", "-Dmaven.repo.local=/arguments -q");
        assertThat(folder()).isEqualTo(Path.of("/arguments"));

        properties.put("maven.repo.local", "/property");
        assertThat(folder()).isEqualTo(Path.of("/property"));
    }

    @Test
    void settingsThatCannotBeReadAreNamedWithTheWayOut() throws IOException {
        settings("<settings><localRepository>");

        assertThatThrownBy(this::folder)
                .hasMessageContaining("settings.xml cannot be read")
                .hasMessageContaining("--repository");
    }

    private Path folder() throws IOException {
        properties.put("user.home", home.toString());
        return new MavenRepository(properties::get, environment::get).folder();
    }

    private void settings(String text) throws IOException {
        Files.writeString(Files.createDirectories(home.resolve(".m2")).resolve("settings.xml"), text);
    }
}
