// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.spi.SutException;

@Timeout(60)
class ServersTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int OFFSET = 10_000;

    @TempDir
    Path folder = Path.of("");

    @Test
    void portsOfOneLaunchAreDistinct() throws Exception {
        Set<Integer> all = new HashSet<>();
        Servers.launch(servers -> {
            for (int i = 0; i < 200; i++) {
                int port = servers.port("server", 0, OFFSET);
                assertThat(port + OFFSET).isLessThanOrEqualTo(65_535);
                assertThat(all.add(port) && all.add(port + OFFSET)).isTrue();
            }
            return all;
        });
    }

    @Test
    void usedOrRepeatedPortIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> Servers.launch(servers -> servers.port("Redis of SUT cache", port)))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("Redis of SUT cache cannot listen on 127.0.0.1:" + port);
        }
        int free = Ports.free();
        assertThatThrownBy(() -> Servers.launch(servers -> {
                    assertThat(servers.portOrAny("server", free)).isEqualTo(free);
                    return servers.portOrAny("server", free);
                }))
                .isInstanceOf(SutException.class)
                .hasMessage("server was given port " + free
                        + " twice; give each use a port of its own, or 0 for a free one.");
        assertThat(Servers.<Integer>launch(servers -> servers.portOrAny("server", 0)))
                .isZero();
    }

    /** The program that drops privileges is replaced by the server, whose process id the guard writes. */
    @Test
    void guardWritesProcessIdOfProgram() throws Exception {
        ServerCommand command = ServerCommand.program(
                        "server",
                        List.of(
                                "env",
                                "MARK=limited",
                                "sh",
                                "-c",
                                "echo up $MARK $LC_ALL $FURTHER; while :; do sleep 0.1; done"),
                        folder,
                        folder.resolve("server.log"))
                .withEnvironment(Map.of("FURTHER", "more"));
        try (ServerProcess server = Servers.launch(servers -> servers.start(command, ServersTest::lines, LIMIT))) {
            assertThat(Files.readString(server.log())).isEqualTo("up limited C more\n");
            assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/cmdline")))
                    .startsWith("sh\0-c\0echo up");
            assertThat(folder.resolve("server.pid")).hasContent(Long.toString(server.pid()));
            assertThat(server.announcement()).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "no-such-program"})
    void serverRefusingRootNeedsWorkingSetpriv(String setpriv) {
        assertThatThrownBy(() -> ServerRights.requireSetpriv("Rdb", List.of(setpriv), folder))
                .isInstanceOf(SutException.class)
                .hasMessageStartingWith("Rdb does not run as root, and setpriv does not work here")
                .hasMessageEndingWith("start the harness as an ordinary user.");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void serverIsStoppedWithConfiguredSignal() throws Exception {
        // A shell that runs in the background ignores SIGINT for good, so it is another program that handles it.
        String script = "$| = 1; $SIG{INT} = sub { print \"int\\n\"; exit }; print \"up\\n\"; sleep 1 while 1";
        List<String> line = List.of("perl", "-e", script);
        ServerCommand command = ServerCommand.program("server", line, folder, folder.resolve("server.log"))
                .withStop(StopSignal.INT, Duration.ofSeconds(10));
        Servers.launch(servers -> servers.start(command, ServersTest::lines, LIMIT))
                .close();
        assertThat(folder.resolve("server.log")).content().isEqualTo("up\nint\n");
    }

    private static Optional<Long> lines(ServerProcess child) throws IOException {
        return Optional.of(child.logSinceStart().lines().count()).filter(count -> count > 0);
    }
}
