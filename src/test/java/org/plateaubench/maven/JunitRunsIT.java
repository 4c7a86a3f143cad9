// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.command.LaunchedPlateau;

/** The tests of a partner's plugin, with Plateau's artifacts from the repository of the installation. */
@Tag("slow")
@Order(2)
final class JunitRunsIT {
    private static final Path EXAMPLE = LaunchedPlateau.home().resolve("docs/examples/ping");

    /** Three tests carry out runs: one passes, one misses a limit and one cannot start. */
    @ParameterizedTest
    @ValueSource(strings = {"5.12.2", "6.1.3"})
    void pluginTestsRunWithSupportedJunitVersions(String junit, @TempDir Path folder)
            throws IOException, InterruptedException {
        MavenBuild build = MavenBuild.of("ping", folder)
                .copy(EXAMPLE.resolve("PingPlugin.java"), "src/main/java/com/example/ping/PingPlugin.java")
                .copy(EXAMPLE.resolve("run.yaml"), "src/test/plateau/run.yaml")
                .write(
                        "src/main/resources/META-INF/services/org.plateaubench.spi.Plugin",
                        "com.example.ping.PingPlugin\n");

        LaunchedPlateau maven = build.run("test", "-Dmaven.test.failure.ignore", "-Djunit.version=" + junit);

        assertThat(maven.exitCode()).as(maven.everything()).isZero();
        assertThat(maven.output())
                .as(maven.everything())
                .containsPattern("Tests run: [1-9][0-9]*, Failures: 0, Errors: 0, Skipped: 0.*PingContractTest")
                .containsPattern("Tests run: 3, Failures: 1, Errors: 1, Skipped: 0.*PingRunTest")
                .containsPattern("impossibleLimitIsMissed.*\\R?.*ping: (Failed|Invalid): ")
                .contains("wrongSettingIsTestError", "'many'")
                .doesNotContain("everyMessageIsEchoed:");
    }
}
