// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.server.Await;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.process.ServerRights;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutService;

/** Root's mail site runs where no namespaces are to be had too, and no site outlives its harness. */
@Tag("slow")
@Timeout(120)
class ServerRightsTest {
    /** The set of the one capability {@code CAP_DAC_OVERRIDE}. */
    private static final String ACCESS_TO_FILES = "0000000000000002";

    private static final String NOTHING = "0000000000000000";

    @TempDir
    Path folder = Path.of("");

    @Test
    void theSiteDoesNotOutliveItsKilledHarnessWhateverRootMayDo() throws Exception {
        Path refusing = folder.resolve("unshare");
        Files.writeString(refusing, "#!/bin/sh\necho unshare failed: Operation not permitted >&2\nexit 1\n");
        Files.setPosixFilePermissions(refusing, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> environment = Map.of("PATH", folder + ":" + System.getenv("PATH"));
        try (ChildProcess harness = harness(List.of(), environment)) {
            String pids = harness.awaitReady(ReadyLine.awaited(), Duration.ofMinutes(1));
            List<ProcessHandle> servers = Stream.of(pids.strip().split(" ", -1))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
            ProcessHandle parent = ProcessHandle.of(harness.pid()).orElseThrow();
            // Both servers answer before they have started all of theirs.
            Await.until("they have processes", () -> parent.descendants().count() > 10);
            List<ProcessHandle> all = parent.descendants().toList();
            assertThat(all).containsAll(servers);
            assertThat(owner(servers.get(0).pid())).isEqualTo("nobody");
            assertThat(Files.readAllLines(Path.of("/proc/" + servers.get(0).pid() + "/status")))
                    .contains("CapBnd:\t" + ACCESS_TO_FILES, "NoNewPrivs:\t1");

            ProcessHandle.of(harness.pid()).orElseThrow().destroyForcibly(); // SIGKILL

            for (ProcessHandle process : all) {
                process.onExit().get(30, TimeUnit.SECONDS);
            }
            Await.until("nothing is left", () -> Sites.processesOf(folder).isEmpty());
        }
    }

    @Test
    void anOrdinaryUserIsToldWhatPostfixNeeds() throws Exception {
        try (ChildProcess harness = harness(ServerRights.AS_NOBODY, Map.of())) {
            assertThat(harness.awaitReady(ReadyLine.awaited(), Duration.ofMinutes(1)))
                    .startsWith("SUT site has a Postfix, whose master process runs as root only");
        }
    }

    @Test
    void dovecotAndRadicaleAreNobodyInAFolderThatEverybodyReaches() throws Exception {
        Path open = Files.createTempDirectory("plateau-site"); // Not below JUnit's, which is its owner's alone.
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (SutService service = Given.service(open)) {
            SutAddress site = service.start(Progress.SILENT);
            Sites.assertRefusesWrongPassword(site, "user3", "/user3/");
            List<Long> servers = service.status().processIds();
            for (long server : List.of(servers.get(0), servers.get(2))) {
                assertThat(owner(server)).isEqualTo("nobody");
                assertThat(Files.readAllLines(Path.of("/proc/" + server + "/status")))
                        .contains("CapEff:\t" + NOTHING, "CapBnd:\t" + NOTHING, "NoNewPrivs:\t1");
            }
            assertThat(Conversation.submit(site, "user1", "user2", "a token")).startsWith("250");
            Await.until("it arrives", () -> Sites.count(site, "user2", "a token") == 1);
        } finally {
            FileTree.remove(open);
        }
    }

    private ChildProcess harness(List<String> rights, Map<String, String> environment) throws Exception {
        List<String> command = new ArrayList<>(rights);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HarnessInTest.class.getName(),
                folder.toString()));
        return ChildProcess.start(
                new ChildCommand("harness", command, environment, folder, folder.resolve("harness.log")));
    }

    private static String owner(long pid) throws IOException {
        return Files.getOwner(Path.of("/proc/" + pid)).getName();
    }
}
