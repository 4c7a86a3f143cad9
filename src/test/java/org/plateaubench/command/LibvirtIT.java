// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.servers.Libvirtd;
import tools.jackson.databind.JsonNode;

/** Operations of a real libvirt daemon on real machines of QEMU, which emulates processors and boots no system. */
@Tag("slow")
@Order(3)
final class LibvirtIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private Libvirtd server;

    @TempDir
    private Path folder = Path.of("");

    /** Three machines, of which two run. */
    @BeforeEach
    void start() throws IOException, InterruptedException {
        server = Libvirtd.start("gold", "bench-1", "bench-2");
        assertThat(server.virsh("destroy", "gold")).isZero();
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /**
     * A run deploys clones and takes snapshots until its harness is killed; the next one, which resets the data, deletes what that has left, and
     * accounts for its own.
     */
    @Test
    void aRunDeploysAndSwitchesMachinesAndDeletesWhatAKilledOneHasLeft() throws IOException, InterruptedException {
        try (LaunchedPlateau killed = plateau("killed", "deploy: 1, snapshot: 1", "2m")) {
            Await.until(LIMIT, killed::everything, () -> clones() > 0 && snapshots() > 0);
            killed.signal("KILL");
            killed.awaitExit(LIMIT);
        }

        LaunchedPlateau launched = plateau(
                "whole",
                "deploy: 1, powerCycle: 1, snapshot: 1, pauseAndResume: 1",
                "20s",
                "--set",
                "workloads.infrastructure.data=reset");
        int exit = launched.awaitExit(LIMIT);

        // A busy host makes the harness late, which makes a verdict invalid but changes no count.
        assertThat(exit).as(launched.everything()).isIn(0, 2);
        assertThat(server.names("list", "--all")).containsExactlyInAnyOrder("gold", "bench-1", "bench-2");
        assertThat(server.names("list", "--state-running"))
                .as("as they were")
                .containsExactlyInAnyOrder("bench-1", "bench-2");
        assertThat(snapshots()).isZero();
        try (Stream<Path> left = Files.list(server.disks())) {
            assertThat(left).hasSize(3);
        }
        RunFolder run = RunFolder.only(folder.resolve("whole"));
        JsonNode workload = run.json("result.json").path("workloads").path(0);
        for (String operation : List.of("clone", "powerOff", "takeSnapshot", "pause", "resume")) {
            assertThat(RunFolder.count(workload, operation, "ok"))
                    .as(operation + " of " + workload)
                    .isPositive();
            assertThat(RunFolder.count(workload, operation, "errors"))
                    .as("errors of " + operation + " in " + workload)
                    .isZero();
        }
        assertThat(workload.path("metric").path("unit").asString("")).isEqualTo("operations/h");
        assertThat(workload.path("metric").path("value").asDouble()).isPositive();
        assertThat(launched.everything()).doesNotContain("violated: reconciliation");
        assertThat(run.text("environment.json")).contains("libvirt ", "machine bench-1");
    }

    private long clones() {
        try {
            return server.names("list", "--all").stream()
                    .filter(name -> name.startsWith("plateau-infrastructure-1-"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long snapshots() {
        try {
            long found = 0;
            for (String machine : List.of("bench-1", "bench-2")) {
                found += server.names("snapshot-list", machine).stream()
                        .filter(name -> name.startsWith("plateau-infrastructure-1-"))
                        .count();
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LaunchedPlateau plateau(String runs, String mix, String steady, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve(runs + ".yaml"), """
                run: { name: switches, seed: 3 }
                phases: { rampUp: 0s, steady: %s, rampDown: 0s }
                suts:
                  lab: { service: libvirt, mode: external, socket: "%s", driver: "qemu:///session" }
                workloads:
                  infrastructure:
                    plugin: vsphere/libvirt
                    sut: lab
                    load: { users: 2, think: 50ms }
                    mix: { flat: { %s } }
                    parameters: { machines: ["bench-*"], template: gold }
                """.formatted(steady, server.socket(), mix));
        return LaunchedPlateau.start(
                folder,
                Map.of(),
                Stream.concat(
                                Stream.of(
                                        "run",
                                        file.toString(),
                                        "--runs-dir",
                                        folder.resolve(runs).toString()),
                                Stream.of(more))
                        .toList());
    }
}
