// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A server of this harness that root starts has none of root's rights. */
final class JavaServersIT {
    private static final String NONE = "0000000000000000";

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"h2", "olio", "mail", "known-law"})
    void ofRootHaveNoCapabilitiesAndNoWayToNewOnes(String service) throws IOException, InterruptedException {
        assumeTrue(
                Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
                "only root has rights to give up");
        try {
            LaunchedPlateau started = LaunchedPlateau.run(folder, "sut", "start", service);
            assertThat(started.exitCode()).as(started.everything()).isZero();
            JsonNode kept = new ObjectMapper()
                    .readTree(Files.readString(folder.resolve(".plateau/suts/" + service + "/sut.json")));
            List<ProcessHandle> servers = ProcessHandle.of(
                            kept.path("keeperPid").asLong())
                    .orElseThrow()
                    .descendants()
                    .toList();
            assertThat(servers).hasSize(1);
            assertThat(status(servers.getFirst().pid()))
                    .containsEntry("CapInh", NONE)
                    .containsEntry("CapPrm", NONE)
                    .containsEntry("CapEff", NONE)
                    .containsEntry("CapBnd", NONE)
                    .containsEntry("CapAmb", NONE)
                    .containsEntry("NoNewPrivs", "1");
        } finally {
            LaunchedPlateau stopped = LaunchedPlateau.run(folder, "sut", "stop", service);
            assertThat(stopped.exitCode()).as(stopped.everything()).isZero();
        }
    }

    private static Map<String, String> status(long process) throws IOException {
        Map<String, String> status = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
            String[] parts = line.split(":\\s*", 2);
            status.put(parts[0], parts[1].strip());
        }
        return status;
    }
}
