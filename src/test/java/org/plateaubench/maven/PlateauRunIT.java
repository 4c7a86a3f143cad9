// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.command.LaunchedPlateau;

/** A plugin under development, with a test that carries out a run of it, under each stated version of JUnit. */
@Order(1)
@ResourceLock("maven repository")
final class PlateauRunIT {
    private static final Path EXAMPLE = LaunchedPlateau.home().resolve("docs/examples/ping");

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"5.12.2", "6.1.3"})
    void aTestAssertsOnTheResultOfARun(String junit) throws Exception {
        MavenBuild ping = MavenBuild.of("ping", folder)
                .copy(EXAMPLE.resolve("PingPlugin.java"), "src/main/java/com/example/ping/PingPlugin.java")
                .copy(EXAMPLE.resolve("run.yaml"), "src/test/plateau/run.yaml")
                .write(
                        "src/main/resources/META-INF/services/org.plateaubench.spi.Plugin",
                        "com.example.ping.PingPlugin\n");

        LaunchedPlateau maven = ping.run("test", "-Djunit.version=" + junit);

        assertThat(maven.output())
                .as(maven.everything())
                .contains("Tests run: 3, Failures: 1, Errors: 1, Skipped: 0")
                .containsPattern("aLimitThatNoServerMeetsIsMissed.*\\R?.*ping: (Fail|Invalid): ")
                .contains("aWrongSettingIsAnErrorOfTheTest", "'many'")
                .doesNotContain("everyMessageComesBack:");
    }
}
