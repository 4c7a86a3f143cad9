// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.plateaubench.process.Program;

/**
 * A real {@code ipmi_sim} of OpenIPMI, which implements RMCP+ with sessions, ciphers and privileges. Its DCMI power
 * readings come from a module of the test.
 */
final class IpmiSimulator implements AutoCloseable {
    private final Process process;
    private final Path power;
    private final int port;

    private IpmiSimulator(Process process, Path power, int port) {
        this.process = process;
        this.power = power;
        this.port = port;
    }

    static IpmiSimulator start(Path folder) throws IOException, InterruptedException {
        for (String needed : List.of("ipmi_sim", "ipmitool", "cc")) {
            assumeTrue(Program.find(needed, List.of()).isPresent(), needed + " is not installed; ./verify installs it");
        }
        assumeTrue(
                Files.exists(Path.of("/usr/include/OpenIPMI/mcserv.h")),
                "libopenipmi-dev is not installed; ./verify installs it");
        Path module = folder.resolve("dcmi.so");
        Path source = folder.resolve("dcmi.c");
        try (InputStream in = Objects.requireNonNull(IpmiSimulator.class.getResourceAsStream("dcmi.c"))) {
            Files.copy(in, source);
        }
        run(folder, "cc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", module.toString(), source.toString());
        Path power = folder.resolve("power");
        int port = freePort();
        Files.writeString(folder.resolve("lan.conf"), """
            name "meter"
            set_working_mc 0x20
              startlan 1
                addr 127.0.0.1 %d
                priv_limit admin
                allowed_auths_admin md5
                guid a123456789abcdefa123456789abcdef
              endlan
              user 2 true "bench" "secret" admin 10 md5
            loadlib "%s" "%s"
            """.formatted(port, module, power));
        Files.writeString(folder.resolve("commands"), """
            mc_setbmc 0x20
            mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02
            mc_enable 0x20
            """);
        Files.createDirectories(folder.resolve("state"));
        Process process = new ProcessBuilder("ipmi_sim", "-n", "-c", "lan.conf", "-f", "commands", "-s", "state")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        return new IpmiSimulator(process, power, port);
    }

    private static void run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    /**
     * Sets the power that the BMC reports.
     *
     * @param stamp time of its clock, in seconds since 1970; 0 for the current time
     */
    void set(int watts, boolean active, long stamp) throws IOException {
        Path next = power.resolveSibling("next");
        Files.writeString(next, watts + " " + (active ? 1 : 0) + " " + stamp);
        Files.move(next, power, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
