// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.ServerRights;

/** Servers run under root and ordinary users, end with the harness, and do not have root's rights if third-party. */
@Tag("slow")
@Timeout(300)
class ServerRightsTest {
    private static final int NOBODY = 65534;

    /** The set of the one capability {@code CAP_DAC_OVERRIDE}. */
    private static final String ACCESS_TO_FILES = "0000000000000002";

    @TempDir
    Path folder = Path.of("");

    /** The user that runs the harness. */
    enum Starter {
        USER_OF_TESTS,
        ORDINARY_USER
    }

    /** Returns the cases; only root can start a harness as another user. */
    static Stream<Arguments> starters() throws IOException {
        Stream<Arguments> always =
                Arrays.stream(Engine.values()).map(engine -> Arguments.of(engine, Starter.USER_OF_TESTS));
        return uid(ProcessHandle.current().pid()) != 0
                ? always
                : Stream.concat(
                        always,
                        Stream.of(
                                Arguments.of(Engine.POSTGRESQL, Starter.ORDINARY_USER),
                                Arguments.of(Engine.MARIADB, Starter.ORDINARY_USER)));
    }

    @ParameterizedTest
    @MethodSource("starters")
    void serverDoesNotOutliveKilledHarness(Engine engine, Starter starter) throws Exception {
        List<String> command = new ArrayList<>(starter == Starter.ORDINARY_USER ? ServerRights.AS_NOBODY : List.of());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HarnessInTest.class.getName(),
                engine.name(),
                folder.toString()));
        try (ServerProcess harness =
                ServerProcess.begin(ServerCommand.java("harness", command, folder, folder.resolve("harness.log"))
                        .withEnvironment(environment()))) {
            long pid = Long.parseLong(harness.awaitReady(ReadyLine.awaited(), Duration.ofMinutes(2)));
            ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
            List<ProcessHandle> processes =
                    ProcessHandle.of(harness.pid()).orElseThrow().descendants().toList();
            assertThat(processes).contains(server);
            boolean isLimited = uid(harness.pid()) == 0 && engine != Engine.H2;
            assertThat(uid(pid)).isEqualTo(isLimited ? NOBODY : uid(harness.pid()));

            if (isLimited) {
                assertThat(Files.readAllLines(Path.of("/proc/" + pid + "/status")))
                        .contains("CapEff:\t" + ACCESS_TO_FILES, "CapBnd:\t" + ACCESS_TO_FILES, "NoNewPrivs:\t1");
            }

            ProcessHandle.of(harness.pid()).orElseThrow().destroyForcibly(); // SIGKILL

            for (ProcessHandle process : processes) {
                process.onExit().get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static Map<String, String> environment() {
        return Map.of(
                "XDG_CACHE_HOME",
                PublishedBinaries.cache().resolve("../..").normalize().toString());
    }

    private static int uid(long pid) throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/" + pid), "unix:uid");
    }
}
