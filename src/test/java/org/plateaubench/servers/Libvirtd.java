// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.servers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.LibvirtParameters;
import org.plateaubench.process.FileTree;

/**
 * A real libvirt daemon for one test, with real QEMU machines that emulate processors and boot no operating system.
 * It needs no privileges: all its files are in a folder of the test. If root runs the test, the daemon runs as
 * another user.
 */
public final class Libvirtd implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PROGRAM = "/usr/sbin/libvirtd";
    private static final String EMULATOR = "/usr/bin/qemu-system-x86_64";

    private static final String LOG = "home/log";

    private final Path folder;
    private Process process;

    private Libvirtd(Path folder) throws IOException {
        this.folder = folder;
        process = daemon(folder);
    }

    /** Starts a daemon with a storage pool and running machines of the given names; skips the test if libvirt is not installed. */
    public static Libvirtd start(String... machines) throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(PROGRAM, EMULATOR, "/usr/bin/virsh", "/usr/bin/qemu-img")
                        .allMatch(program -> Files.isExecutable(Path.of(program))),
                "libvirt and QEMU are not installed; ./verify installs them");
        // Sockets below it have paths of a hundred characters at most.
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "lv");
        for (String part : List.of("config", "cache", "run", "home", "disks")) {
            Files.createDirectory(folder.resolve(part));
        }
        if (isRoot()) {
            new ProcessBuilder("chown", "-R", "nobody:", folder.toString())
                    .start()
                    .waitFor();
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Libvirtd started = new Libvirtd(folder);
        started.prepare(machines);
        return started;
    }

    private static Process daemon(Path folder) throws IOException {
        return command(folder, PROGRAM)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(LOG).toFile())
                .start();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static ProcessBuilder command(Path folder, String... words) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"));
        }
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH", "/usr/sbin:/usr/bin:/sbin:/bin",
                        "HOME", folder.resolve("home").toString(),
                        "XDG_CONFIG_HOME", folder.resolve("config").toString(),
                        "XDG_CACHE_HOME", folder.resolve("cache").toString(),
                        "XDG_RUNTIME_DIR", folder.resolve("run").toString()));
        return builder;
    }

    private void prepare(String... machines) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (virsh("version") != 0) {
            String log = Files.readString(folder.resolve(LOG));
            if (System.nanoTime() > deadline || !process.isAlive()) {
                throw new IOException("libvirtd did not start: " + log);
            }
            // It probes QEMU only once; if that fails on a busy machine, the daemon must be restarted.
            if (log.contains("Failed to probe capabilities")) {
                end();
                process = daemon(folder);
            }
            process.waitFor(100, TimeUnit.MILLISECONDS);
        }
        requireSuccess(virsh("pool-create-as", "bench", "dir", "--target", disks().toString()), "a storage pool");
        for (String machine : machines) {
            requireSuccess(virsh("vol-create-as", "bench", machine + ".qcow2", "8M", "--format", "qcow2"), "a disk");
            requireSuccess(virsh("define", description(machine).toString()), "the machine " + machine);
            requireSuccess(virsh("start", machine), "the start of " + machine);
        }
    }

    private static void requireSuccess(int exit, String what) throws IOException {
        if (exit != 0) {
            throw new IOException("libvirt has refused " + what);
        }
    }

    public Path pool(String name) throws IOException {
        Path files = folder.resolve("config").resolve(name);
        requireSuccess(virsh("pool-create-as", name, "dir", "--target", files.toString(), "--build"), "a storage pool");
        return files;
    }

    /** Description of a machine without a disk. */
    public Path diskless(String machine) throws IOException {
        String description = Files.readString(description(machine));
        return Files.writeString(folder.resolve(machine + ".xml"), description.replaceAll("(?s)<disk.*</disk>", ""));
    }

    /** Description of a machine, whose disk has the name of the machine. */
    public Path description(String machine) throws IOException {
        return Files.writeString(folder.resolve(machine + ".xml"), """
                <domain type='qemu'>
                  <name>%s</name>
                  <memory unit='MiB'>16</memory>
                  <os><type arch='x86_64' machine='pc'>hvm</type></os>
                  <devices>
                    <emulator>%s</emulator>
                    <disk type='file' device='disk'>
                      <driver name='qemu' type='qcow2'/>
                      <source file='%s'/>
                      <target dev='vda' bus='virtio'/>
                    </disk>
                  </devices>
                </domain>
                """.formatted(
                        machine, EMULATOR, disks().resolve(machine + ".qcow2")));
    }

    public Path disks() {
        return folder.resolve("disks");
    }

    public Path socket() {
        return folder.resolve("run/libvirt/libvirt-sock");
    }

    public SutAddress address() {
        return new LibvirtParameters(socket().toString(), "qemu:///session").address("lab");
    }

    /** Calls {@code virsh} and returns its exit code. */
    public int virsh(String... words) throws IOException {
        return run(words).onExit().join().exitValue();
    }

    public String printed(String... words) throws IOException {
        virsh(words);
        return Files.readString(folder.resolve("printed"), StandardCharsets.UTF_8);
    }

    /** The names that a command of {@code virsh} lists, such as those of machines. */
    public List<String> names(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(words));
        command.add("--name");
        requireSuccess(
                virsh(command.toArray(String[]::new)), "to list names: " + Files.readString(folder.resolve("printed")));
        return lines();
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("printed")).stream()
                .filter(line -> !line.isBlank())
                .toList();
    }

    private Process run(String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("virsh", "-c", "qemu+unix:///session?socket=" + socket().toString()));
        command.addAll(List.of(words));
        return command(folder, command.toArray(String[]::new))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("printed").toFile())
                .start();
    }

    /** Sends a signal such as {@code STOP} to the daemon. */
    public void signal(String name) throws IOException, InterruptedException {
        signal(process.pid(), name);
    }

    public static void signal(long process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process)).start().waitFor();
    }

    /** Waits until the daemon runs a program that copies a disk, stops it with SIGSTOP, and returns its process id. */
    public long stopped(String program, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<ProcessHandle> found = process.descendants()
                    .filter(child -> child.info().arguments().stream()
                            .flatMap(Stream::of)
                            .anyMatch("convert"::equals))
                    .filter(child -> child.info().command().orElse("").endsWith(program))
                    .findFirst();
            if (found.isPresent()) {
                signal(found.get().pid(), "STOP");
                return found.get().pid();
            }
            process.waitFor(1, TimeUnit.MILLISECONDS);
        }
        throw new IOException("No " + program + " was started within " + limit);
    }

    /** Ends the machines and the daemon, and removes their files. */
    @Override
    public void close() throws IOException {
        virsh("list", "--name");
        for (String machine : lines()) {
            virsh("destroy", machine);
        }
        end();
        FileTree.remove(folder);
    }

    private void end() {
        process.destroy();
        process.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
