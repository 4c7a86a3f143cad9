// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.SutException;

class ProgramTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder = Path.of("");

    @Test
    void firstOutputIsReadInAnyEncoding() throws Exception {
        Program program = program("printf 'a\\n\\nb \\344\\n'; exit 3");
        assertThat(program.run(Duration.ofSeconds(30))).isFalse();
        assertThat(program.outputExcerpt()).startsWith("a | b ");
    }

    @Test
    void abandonedProgramIsKilledWithChildren() throws Exception {
        assertThat(program("sleep 1000").run(Duration.ofMillis(200))).isFalse();
        Program program = program("sleep 1000 & echo $! $$ > started; mv started pids; wait");
        Thread user = Thread.ofPlatform()
                .start(() -> assertThatThrownBy(() -> program.run(Duration.ofHours(1)))
                        .isInstanceOf(InterruptedException.class));
        assertThat(Processes.eventually(LONG, () -> Files.exists(folder.resolve("pids"))))
                .isTrue();
        user.interrupt();
        assertThat(user.join(LONG)).isTrue();
        for (String pid : Files.readString(folder.resolve("pids")).strip().split(" ", -1)) {
            assertThat(Processes.eventually(LONG, () -> Processes.isGone(Long.parseLong(pid))))
                    .isTrue();
        }
    }

    @Test
    void programGetsMinimalEnvironment() throws Exception {
        Program program = program("env | cut -d= -f1 | tr '\\n' ' '");
        assertThat(program.run(Duration.ofSeconds(30))).isTrue();
        List<String> needed = List.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR");
        List<String> setByShell = List.of("PWD", "OLDPWD", "SHLVL", "_");
        assertThat(program.outputExcerpt().strip().split(" ", -1))
                .contains("PATH")
                .allMatch(name -> needed.contains(name) || setByShell.contains(name));
        assertThat(System.getenv().keySet())
                .as("the environment of the harness has more")
                .anyMatch(name -> !needed.contains(name));
    }

    private Program program(String script) {
        return new Program(List.of("sh", "-c", script), folder, folder.resolve("log"));
    }

    private static final String OPTIONS_PROPERTY = "plateau.sut.javaOptions";

    @Test
    void extraJvmOptionsFollowThoseOfCaller() {
        String before = System.getProperty(OPTIONS_PROPERTY, "");
        System.setProperty(OPTIONS_PROPERTY, " -Xlast=1 -Xlast=2 ");
        try {
            assertThat(JavaCommand.of("Main", List.of(Path.of("a.jar")), List.of("-Xfirst"), List.of("argument")))
                    .endsWith("-Xfirst", "-Xlast=1", "-Xlast=2", "-cp", "a.jar", "Main", "argument");
            System.clearProperty(OPTIONS_PROPERTY);
            assertThat(JavaCommand.of("Main", List.of(Path.of("a.jar")), List.of("-Xfirst"), List.of("argument")))
                    .endsWith("-Xfirst", "-cp", "a.jar", "Main", "argument");
        } finally {
            System.setProperty(OPTIONS_PROPERTY, before);
        }
    }

    @Test
    void freePortIsOutsideEphemeralRange() throws Exception {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(any.getLocalPort()).isGreaterThanOrEqualTo(32_768);
        }
        for (int i = 0; i < 100; i++) {
            assertThat(Ports.free()).isBetween(10_000, 32_767);
        }
    }

    @Test
    void commandHasJarsOfFolderAndApi() throws Exception {
        Path second = Files.createFile(folder.resolve("b.jar"));
        Path first = Files.createFile(folder.resolve("a.jar"));
        Files.createFile(folder.resolve("README"));
        List<String> command = new InstalledJars("The server", folder).command("a.Main", List.of("-Xmx9m"));
        assertThat(command).contains("-Xmx9m").endsWith("a.Main");
        assertThat(command.get(command.indexOf("-cp") + 1))
                .startsWith(first + File.pathSeparator + second + File.pathSeparator)
                .endsWith(JavaCommand.origin(SutException.class).toString());
    }

    @Test
    void missingInstallationIsReported() {
        Path missing = folder.resolve("application");
        assertThatThrownBy(() -> new InstalledJars("The server", missing).command("a.Main", List.of()))
                .isInstanceOf(SutException.class)
                .hasMessage("The server is not installed in " + missing
                        + "; build the installation, or name a server of your own with 'mode: external'.");
    }
}
