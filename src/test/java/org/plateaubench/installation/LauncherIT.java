// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.LaunchedPlateau;

/** {@code ./plateau} as a user calls it; the build that runs this test has made the installation. */
final class LauncherIT {

    private static final Path LAUNCHER = LaunchedPlateau.home().resolve("plateau");

    @TempDir
    private Path elsewhere = Path.of("");

    @Test
    void worksFromAnyFolder() throws IOException, InterruptedException {
        LaunchedPlateau ended = run(LAUNCHER, "--version");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.output()).startsWith("Plateau ").doesNotContain("not packaged");
    }

    @Test
    void worksThroughSymbolicLinks() throws IOException, InterruptedException {
        Path direct = Files.createSymbolicLink(elsewhere.resolve("direct"), LAUNCHER);
        Path relative = Files.createSymbolicLink(elsewhere.resolve("relative"), direct.getFileName());

        assertThat(run(relative, "--version").exitCode()).isZero();
    }

    @Test
    void handsOnArgumentsAndExitCode() throws IOException, InterruptedException {
        LaunchedPlateau ended = run(LAUNCHER, "no such command");

        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors()).contains("no such command");
    }

    @Test
    void keepsStandardOutputForTheCommand() throws IOException, InterruptedException {
        assertThat(run(LAUNCHER, "--version").errors()).isEmpty();
    }

    private LaunchedPlateau run(Path launcher, String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(launcher.toString()), Arrays.stream(arguments))
                .toList();
        LaunchedPlateau launched = LaunchedPlateau.startCommand(elsewhere, Map.of(), command);
        launched.awaitExit(Duration.ofMinutes(1));
        return launched;
    }
}
