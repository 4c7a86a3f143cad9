// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.process.Ports;
import org.plateaubench.process.Program;
import org.plateaubench.spi.SutException;

/**
 * Provides the program of the broker, and folders that share one certificate, because the JDK's keytool needs a second
 * of processor time to make a certificate.
 */
public final class TestBroker {
    private static final String HOST = "localhost";

    /** A server to use instead of the one that is installed on this host, such as a newer version. */
    private static final String NAMED = System.getProperty("plateau.tests.natsServer", "");

    private TestBroker() {}

    /** The nats-server of the tests; without one, they are skipped. */
    static Path program() throws IOException {
        assumeTrue(
                NAMED.isEmpty()
                        ? Program.find("nats-server", List.of()).isPresent()
                        : Files.isExecutable(Path.of(NAMED)),
                "there is no nats-server " + NAMED + "; ./verify --all installs it");
        return BrokerServer.program(NAMED.isEmpty() ? null : Path.of(NAMED));
    }

    /** Prepares a folder with a copy of the certificate. */
    public static BrokerFolder prepare(Path folder) throws Exception {
        Path copy = Files.createDirectories(folder).resolve(Certificate.MADE.getFileName());
        Files.copy(Certificate.MADE, copy, StandardCopyOption.COPY_ATTRIBUTES);
        try (Stream<Path> files = Files.list(Certificate.MADE)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return BrokerFolder.prepare(folder, HOST, Ports.free(), null);
    }

    /** The folder of the certificate of a broker that is never started. */
    private static final class Certificate {
        static final Path MADE = make();

        private static Path make() {
            Path folder = Path.of("target", "test-broker");
            try {
                BrokerFolder.prepare(folder, HOST, Ports.free(), null);
                try (Stream<Path> files = Files.list(folder)) {
                    return files.filter(file -> file.getFileName().toString().startsWith("certificate-"))
                            .findFirst()
                            .orElseThrow();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (SutException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
