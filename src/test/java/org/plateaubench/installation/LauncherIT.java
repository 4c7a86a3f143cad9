// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./plateau} as a user calls it; the build that runs this test has made the installation. */
final class LauncherIT {

    private static final Path LAUNCHER =
            Path.of("..", "plateau").toAbsolutePath().normalize();
    private static final long DEADLINE_SECONDS = 60;

    @TempDir
    private Path elsewhere = Path.of("");

    @Test
    void worksFromAnyFolder() throws IOException, InterruptedException {
        Ended ended = run(LAUNCHER, "--version");

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
        Ended ended = run(LAUNCHER, "no such command");

        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors()).contains("no such command");
    }

    @Test
    void keepsStandardOutputForTheCommand() throws IOException, InterruptedException {
        assertThat(run(LAUNCHER, "--version").errors()).isEmpty();
    }

    private Ended run(Path launcher, String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(launcher.toString()), Arrays.stream(arguments))
                .toList();
        File output = elsewhere.resolve("output").toFile();
        File errors = elsewhere.resolve("errors").toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(elsewhere.toFile())
                .redirectOutput(output)
                .redirectError(errors);
        // This build is under way: the launcher must not start another.
        builder.environment().put("PLATEAU_NO_BUILD", "1");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(output.toPath()), Files.readString(errors.toPath()));
    }

    private record Ended(int exitCode, String output, String errors) {}
}
