// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.plateaubench.plugin.vsphere.Inventory;
import org.plateaubench.plugin.vsphere.VcenterSession;
import org.plateaubench.servers.Vcsim;
import tools.jackson.databind.JsonNode;

/** Operations of a vCenter Server, which is a real vcsim whose clones take a while to be powered off. */
@Tag("slow")
@Order(3)
@Execution(ExecutionMode.CONCURRENT)
final class VsphereIT {
    private static final Pattern FINGERPRINT = Pattern.compile("fingerprint\\s+([0-9a-f]{64})");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Vcsim server;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void start() throws IOException {
        server = Vcsim.start(0, "-method-delay", "PowerOff:1500");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    /**
     * A wrong certificate is refused with the right one; with that a run deploys clones until its harness is killed, and the next one, which
     * resets the data, deletes what that has left, moves machines, and accounts for all of it.
     */
    @Test
    void aRunMovesMachinesAndDeletesWhatAKilledOneHasLeft() throws Exception {
        LaunchedPlateau refused = plateau("0".repeat(64), "wrong", "vmotion: 1", "1s");
        assertThat(refused.awaitExit(LIMIT)).as(refused.everything()).isEqualTo(3);
        Matcher offered = FINGERPRINT.matcher(refused.everything());
        assertThat(offered.find()).as(refused.everything()).isTrue();

        killWhileThereIsAClone(offered.group(1));
        LaunchedPlateau launched = plateau(
                offered.group(1),
                "moves",
                "vmotion: 1, storageVmotion: 1, xvmotion: 1, snapshot: 1, deploy: 1",
                "12s",
                "--set",
                "workloads.infrastructure.data=reset");
        int exit = launched.awaitExit(LIMIT);

        // Loaded hosts make the harness late, which makes a verdict invalid but changes no count.
        assertThat(exit).as(launched.everything()).isIn(0, 2);
        RunFolder run = RunFolder.only(folder.resolve("moves"));
        assertThat(run.text("environment.json"))
                .as("the clone of the killed run was there when this one began, and the password nowhere")
                .contains("plateau-infrastructure-1-")
                .doesNotContain("secret");
        JsonNode workload = run.json("result.json").path("workloads").path(0);
        for (String operation : List.of("vmotion", "storageVmotion", "xvmotion", "takeSnapshot", "clone")) {
            assertThat(RunFolder.count(workload, operation, "ok"))
                    .as(operation + " of " + workload)
                    .isPositive();
            assertThat(RunFolder.count(workload, operation, "errors"))
                    .as("errors of " + operation + " in " + workload)
                    .isZero();
            assertThat(RunFolder.line(workload, operation + "Task")
                            .path("figures")
                            .path("max")
                            .asDouble())
                    .as("the server's time is part of the client's, " + operation)
                    .isLessThanOrEqualTo(RunFolder.line(workload, operation)
                            .path("figures")
                            .path("max")
                            .asDouble());
        }
        assertThat(launched.everything()).doesNotContain("violated: reconciliation");
        assertThat(run.text("telemetry.ndjson")).contains("DC0_C0_H0 cpu.usage.average");
    }

    /** Kills runs until one leaves a clone: what it has made it may delete before the signal arrives. */
    private void killWhileThereIsAClone(String fingerprint) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        for (int number = 1; clones().isEmpty(); number++) {
            assertThat(System.nanoTime()).as("no run has left a clone").isLessThan(end);
            String runs = "killed" + number;
            try (LaunchedPlateau killed = plateau(fingerprint, runs, "deploy: 1", "1m")) {
                Await.until(
                        LIMIT,
                        () -> "no clone: " + killed.everything(),
                        () -> RunFolder.all(folder.resolve(runs)).stream()
                                .map(RunFolder::new)
                                .flatMap(run -> run.intervals().stream())
                                .anyMatch(VsphereIT::hasMadeAClone));
                List<ProcessHandle> agents = killed.descendants();
                killed.signal("KILL");
                killed.awaitExit(LIMIT);
                Await.until(LIMIT, () -> "agents live", () -> agents.stream().noneMatch(ProcessHandle::isAlive));
            }
        }
    }

    private List<String> clones() throws Exception {
        try (VcenterSession session = server.session()) {
            return session.inventory().machines().stream()
                    .map(Inventory.Machine::name)
                    .filter(name -> name.startsWith("plateau-"))
                    .toList();
        }
    }

    private static boolean hasMadeAClone(JsonNode interval) {
        return interval.path("workloads")
                .valueStream()
                .anyMatch(
                        workload -> workload.path("counters").path("clonesMade").asLong() > 0);
    }

    private LaunchedPlateau plateau(String fingerprint, String runs, String mix, String steady, String... more)
            throws IOException {
        Path file = file(server.url(), fingerprint, runs, mix, steady);
        return started(Stream.concat(
                        Stream.of(
                                "run",
                                file.toString(),
                                "--runs-dir",
                                folder.resolve(runs).toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private LaunchedPlateau started(String... arguments) throws IOException {
        return LaunchedPlateau.start(folder, Map.of("VCENTER_PASSWORD", "secret"), List.of(arguments));
    }

    private Path file(String url, String fingerprint, String runs, String mix, String steady) throws IOException {
        return Files.writeString(folder.resolve(runs + ".yaml"), """
                run: { name: moves, seed: 3 }
                phases: { rampUp: 0s, steady: %s, rampDown: 0s }
                suts:
                  lab:
                    service: vcenter
                    mode: external
                    url: %s
                    user: bench
                    password: "${env:VCENTER_PASSWORD}"
                    fingerprint: "%s"
                    machines: ["DC0_C0_*"]
                workloads:
                  infrastructure:
                    plugin: vsphere/operations
                    sut: lab
                    load: { users: 2, think: 50ms }
                    mix: { flat: { %s } }
                    parameters: { machines: ["DC0_C0_*"], template: DC0_H0_VM1 }
                """.formatted(steady, url, fingerprint, mix));
    }
}
