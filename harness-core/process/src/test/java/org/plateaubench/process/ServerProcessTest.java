// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.SutException;

@Timeout(120)
class ServerProcessTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path folder = Path.of("");

    @Test
    void readinessAcceptsAnyProbe() throws Exception {
        try (ServerProcess child = shell("touch here; exec cat")) {
            Path file = folder.resolve("here");
            Readiness<Path> exists = any -> Optional.of(file.toRealPath()); // throws while it does not exist
            assertThat(child.awaitReady(exists, LONG)).exists();
        }
    }

    @Test
    void exitBeforeReadyIsReportedWithLog() throws Exception {
        try (ServerProcess child = shell("seq 1 100; echo no space left >&2; exit 3")) {
            assertThatThrownBy(() -> child.awaitReady(ReadyLine.awaited(), LONG)) // the test's own limit is shorter
                    .isInstanceOf(SutException.class)
                    .hasMessageMatching("(?s)server \\(process \\d+\\) ended with exit code 3 before it was ready; "
                            + "its log .*server.log, which has more, ends: 92\n.*\n100\nno space left");
        }
    }

    @Test
    void hangingProbeEndsAtTheLimit() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                ServerProcess child = shell("exec cat")) {
            Readiness<Integer> hanging = any -> {
                try (Socket socket = new Socket(silent.getInetAddress(), silent.getLocalPort())) {
                    return Optional.of(socket.getInputStream().read());
                }
            };
            assertThatThrownBy(() -> child.awaitReady(hanging, Duration.ofMillis(300)))
                    .hasMessageContaining("was not ready within 0.3 s");
            assertThat(Processes.isGone(child.pid())).isTrue();
        }
    }

    @Test
    void failedProbeEndsTheWait() throws Exception {
        try (ServerProcess child = shell("exec cat")) {
            Readiness<String> broken = any -> {
                throw new IllegalStateException("broken probe");
            };
            assertThatThrownBy(() -> child.awaitReady(broken, LONG)).hasMessageContaining("broken probe");
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void missingProgramIsNamed() {
        ServerCommand command = command(List.of("/no/such/program"));
        assertThatThrownBy(() -> {
                    try (ServerProcess child = ServerProcess.begin(command)) {
                        child.awaitReady(ReadyLine.awaited(), LONG);
                    }
                })
                .isInstanceOf(SutException.class)
                .hasMessageContaining("/no/such/program");
    }

    @Test
    void childIgnoringSignalsIsKilledWithDescendants() throws Exception {
        String script = "trap '' TERM INT HUP; sleep 1000 & echo plateau-ready $!; while :; do sleep 0.05; done";
        ServerProcess child = ServerProcess.begin(command(List.of("sh", "-c", script)), Duration.ofMillis(300));
        long grandchild = Long.parseLong(child.awaitReady(ReadyLine.awaited(), LONG));

        child.close();

        assertThat(child.ending()).startsWith(child.description() + " was ended by signal 9; ");
        assertThat(Processes.eventually(Duration.ofSeconds(60), () -> Processes.isGone(grandchild)))
                .isTrue();
    }

    @Test
    void environmentHasOnlySafeAndGivenVariables() throws Exception {
        ServerCommand command = command(List.of("sh", "-c", "env; echo plateau-ready x; exec cat"))
                .withEnvironment(Map.of("GIVEN", "yes"));
        try (ServerProcess child = ServerProcess.begin(command)) {
            child.awaitReady(ReadyLine.awaited(), LONG);
        }
        List<String> names = log().lines()
                .filter(line -> line.contains("="))
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
        assertThat(names)
                .contains("GIVEN", "PATH")
                .isSubsetOf(
                        "GIVEN",
                        "PATH",
                        "HOME",
                        "USER",
                        "LOGNAME",
                        "LANG",
                        "LC_ALL",
                        "TZ",
                        "TMPDIR",
                        // what the shell itself sets
                        "PWD",
                        "OLDPWD",
                        "SHLVL",
                        "_");
        assertThat(System.getenv().keySet())
                .as("the test's own environment is larger")
                .hasSizeGreaterThan(3);
    }

    @Test
    void readyLineOfEarlierStartIsIgnored() throws Exception {
        try (ServerProcess first = shell("echo plateau-ready first; exec cat")) {
            first.awaitReady(ReadyLine.awaited(), LONG);
        }
        try (ServerProcess second = shell("echo plateau-ready second; exec cat")) {
            assertThat(second.awaitReady(ReadyLine.awaited(), LONG)).isEqualTo("second");
        }
        assertThat(log()).isEqualTo("plateau-ready first\nplateau-ready second\n");
    }

    @Test
    void childRunsInSeparateSession() throws Exception {
        try (ServerProcess child = shell("echo plateau-ready x; exec cat")) {
            child.awaitReady(ReadyLine.awaited(), LONG);
            assertThat(Processes.session(child.pid()))
                    .isEqualTo(child.pid())
                    .isNotEqualTo(Processes.session(ProcessHandle.current().pid()));
        }
    }

    private ServerProcess shell(String script) throws SutException {
        return ServerProcess.begin(command(List.of("sh", "-c", script)));
    }

    private ServerCommand command(List<String> command) {
        return ServerCommand.java("server", command, folder, folder.resolve("server.log"));
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("server.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
