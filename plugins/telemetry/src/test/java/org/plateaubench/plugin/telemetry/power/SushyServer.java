// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.spi.SutException;

/** A real Redfish server of the sushy-tools project over TLS, as a process of its own. */
final class SushyServer implements AutoCloseable {
    /** Where {@code ./verify} installs it. */
    private static final Path PROGRAMS = Path.of("../../.plateau/sushy/bin").toAbsolutePath();

    private final Process process;
    private final int port;

    private SushyServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The server of documents in files: it sends what stands in them. */
    static SushyServer ofDocuments(Path documents, ServerCertificate certificate, Path log)
            throws IOException, InterruptedException {
        int port = freePort();
        return start(
                List.of(
                        program("sushy-static"),
                        "--interface",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--mockup-files",
                        documents.toString(),
                        "--ssl-certificate",
                        certificate.certificate().toString(),
                        "--ssl-key",
                        certificate.key().toString()),
                port,
                log);
    }

    /** The emulator with its simulated systems, which asks for no user and has no power. */
    static SushyServer emulator(ServerCertificate certificate, Path log) throws IOException, InterruptedException {
        int port = freePort();
        return start(
                List.of(
                        program("sushy-emulator"),
                        "--fake",
                        "--interface",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--ssl-certificate",
                        certificate.certificate().toString(),
                        "--ssl-key",
                        certificate.key().toString()),
                port,
                log);
    }

    private static String program(String name) {
        Path program = PROGRAMS.resolve(name);
        assumeTrue(Files.isExecutable(program), "sushy-tools is not installed; ./verify installs it");
        return program.toString();
    }

    private static SushyServer start(List<String> command, int port, Path log)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(new ArrayList<>(command))
                .directory(log.resolveSibling("").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        SushyServer server = new SushyServer(process, port);
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return server;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    server.close();
                    throw new IOException("it did not start: " + Files.readString(log), e);
                }
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
    }

    private static int freePort() throws IOException {
        try {
            return Ports.free();
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    String url() {
        return "https://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
