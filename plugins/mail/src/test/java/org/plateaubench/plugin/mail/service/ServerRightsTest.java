// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.ServerRights;
import org.plateaubench.testkit.Deadline;

/** Dovecot of a harness that runs as root has another user, and all servers end with the harness. */
@Tag("slow")
@Timeout(120)
class ServerRightsTest {
    /** The set of the one capability {@code CAP_DAC_OVERRIDE}. */
    private static final String ACCESS_TO_FILES = "0000000000000002";

    @TempDir
    Path folder = Path.of("");

    @Test
    void mailServersEndWithKilledHarness() throws Exception {
        try (ServerProcess harness = harness(List.of())) {
            String pids = harness.awaitReady(ReadyLine.awaited(), Duration.ofMinutes(1));
            List<ProcessHandle> servers = Stream.of(pids.strip().split(" ", -1))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
            ProcessHandle parent = ProcessHandle.of(harness.pid()).orElseThrow();
            // Both servers answer before they have started all of their processes.
            Deadline.until(
                    "the servers have started their processes",
                    () -> parent.descendants().count() > 10);
            List<ProcessHandle> all = parent.descendants().toList();
            assertThat(all).containsAll(servers);
            assertThat(owner(servers.get(0).pid())).isEqualTo("nobody");
            assertThat(Files.readAllLines(Path.of("/proc/" + servers.get(0).pid() + "/status")))
                    .contains("CapBnd:\t" + ACCESS_TO_FILES, "NoNewPrivs:\t1");

            ProcessHandle.of(harness.pid()).orElseThrow().destroyForcibly(); // SIGKILL

            for (ProcessHandle process : all) {
                process.onExit().get(30, TimeUnit.SECONDS);
            }
            Deadline.until(
                    "no process is left", () -> SiteChecks.processesOf(folder).isEmpty());
        }
    }

    @Test
    void postfixWithoutRootIsReported() throws Exception {
        try (ServerProcess harness = harness(ServerRights.AS_NOBODY)) {
            assertThat(harness.awaitReady(ReadyLine.awaited(), Duration.ofMinutes(1)))
                    .startsWith("SUT site has a Postfix, whose master process runs as root only");
        }
    }

    private ServerProcess harness(List<String> rights) throws Exception {
        List<String> command = new ArrayList<>(rights);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                TestHarness.class.getName(),
                folder.toString()));
        return ServerProcess.begin(ServerCommand.java("harness", command, folder, folder.resolve("harness.log")));
    }

    private static String owner(long pid) throws IOException {
        return Files.getOwner(Path.of("/proc/" + pid)).getName();
    }
}
