// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.FileTree;
import tools.jackson.databind.JsonNode;

/** Operations of a real libvirt daemon on real machines of QEMU, which emulates processors and boots no system. */
final class LibvirtIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
    private static final List<String> PROGRAMS =
            List.of("/usr/sbin/libvirtd", "/usr/bin/virsh", "/usr/bin/qemu-img", "/usr/bin/qemu-system-x86_64");

    private Path lab = Path.of("");
    private Process daemon;

    @TempDir
    private Path folder = Path.of("");

    /** A daemon of the test's own, as another user where the test is run by root, with three machines, of which two run. */
    @BeforeEach
    void start() throws IOException, InterruptedException {
        assumeTrue(
                PROGRAMS.stream().map(Path::of).allMatch(Files::isExecutable),
                "libvirt and QEMU are not installed; ./verify installs them");
        // Sockets below it have paths of a hundred characters at most.
        lab = Files.createTempDirectory(Path.of("/tmp"), "lv");
        for (String part : List.of("config", "cache", "run", "home", "disks")) {
            Files.createDirectory(lab.resolve(part));
        }
        if (ROOT) {
            new ProcessBuilder("chown", "-R", "nobody:", lab.toString()).start().waitFor();
            Files.setPosixFilePermissions(lab, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        daemon = command("/usr/sbin/libvirtd")
                .redirectErrorStream(true)
                .redirectOutput(lab.resolve("home/log").toFile())
                .start();
        Await.until(LIMIT, () -> "libvirtd did not start", () -> virsh("version") == 0 || !daemon.isAlive());
        assertThat(virsh("pool-create-as", "bench", "dir", "--target", disks().toString()))
                .isZero();
        for (String machine : List.of("gold", "bench-1", "bench-2")) {
            assertThat(virsh("vol-create-as", "bench", machine + ".qcow2", "8M", "--format", "qcow2"))
                    .isZero();
            Path description = Files.writeString(
                    lab.resolve(machine + ".xml"), """
                    <domain type='qemu'>
                      <name>%s</name>
                      <memory unit='MiB'>16</memory>
                      <os><type arch='x86_64' machine='pc'>hvm</type></os>
                      <devices>
                        <emulator>/usr/bin/qemu-system-x86_64</emulator>
                        <disk type='file' device='disk'>
                          <driver name='qemu' type='qcow2'/>
                          <source file='%s'/>
                          <target dev='vda' bus='virtio'/>
                        </disk>
                      </devices>
                    </domain>
                    """.formatted(machine, disks().resolve(machine + ".qcow2")));
            assertThat(virsh("define", description.toString())).isZero();
            assertThat(machine.equals("gold") ? 0 : virsh("start", machine)).isZero();
        }
    }

    private Path disks() {
        return lab.resolve("disks");
    }

    private Path socket() {
        return lab.resolve("run/libvirt/libvirt-sock");
    }

    private ProcessBuilder command(String... words) {
        List<String> command = new ArrayList<>();
        if (ROOT) {
            command.addAll(List.of("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"));
        }
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH", "/usr/sbin:/usr/bin:/sbin:/bin",
                        "HOME", lab.resolve("home").toString(),
                        "XDG_CONFIG_HOME", lab.resolve("config").toString(),
                        "XDG_CACHE_HOME", lab.resolve("cache").toString(),
                        "XDG_RUNTIME_DIR", lab.resolve("run").toString()));
        return builder;
    }

    private int virsh(String... words) {
        List<String> command = new ArrayList<>(List.of("virsh", "-c", "qemu+unix:///session?socket=" + socket()));
        command.addAll(List.of(words));
        try {
            return command(command.toArray(String[]::new))
                    .redirectErrorStream(true)
                    .redirectOutput(lab.resolve("printed").toFile())
                    .start()
                    .onExit()
                    .join()
                    .exitValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> machines(String which) throws IOException {
        assertThat(virsh("list", which, "--name")).isZero();
        return Files.readAllLines(lab.resolve("printed")).stream()
                .filter(line -> !line.isBlank())
                .toList();
    }

    @AfterEach
    void stop() throws IOException {
        if (daemon != null) {
            machines("--state-running").forEach(machine -> virsh("destroy", machine));
            machines("--state-paused").forEach(machine -> virsh("destroy", machine));
            daemon.destroy();
            daemon.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
            FileTree.remove(lab);
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

        // A busy host makes the harness late, which voids a verdict and no count.
        assertThat(exit).as(launched.everything()).isIn(0, 2);
        assertThat(machines("--all")).containsExactlyInAnyOrder("gold", "bench-1", "bench-2");
        assertThat(machines("--state-running")).as("as they were").containsExactlyInAnyOrder("bench-1", "bench-2");
        assertThat(snapshots()).isZero();
        try (Stream<Path> left = Files.list(disks())) {
            assertThat(left).hasSize(3);
        }
        RunFolder run = RunFolder.only(folder.resolve("whole"));
        JsonNode workload = run.json("result.json").path("workloads").path(0);
        for (String operation : List.of("clone", "powerOff", "takeSnapshot", "pause", "resume")) {
            assertThat(line(workload, operation).path("counts").path("ok").asLong())
                    .as(operation + " of " + workload)
                    .isPositive();
            assertThat(line(workload, operation).path("counts").path("errors").asLong())
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
            return machines("--all").stream()
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
                assertThat(virsh("snapshot-list", machine, "--name")).isZero();
                found += Files.readAllLines(lab.resolve("printed")).stream()
                        .filter(name -> name.startsWith("plateau-infrastructure-1-"))
                        .count();
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode line(JsonNode workload, String name) {
        return workload.path("operations")
                .valueStream()
                .filter(operation -> operation.path("name").asString("").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name + " in " + workload));
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
                """.formatted(steady, socket(), mix));
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
