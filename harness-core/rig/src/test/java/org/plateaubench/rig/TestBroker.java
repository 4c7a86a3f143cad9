// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.plateaubench.process.Ports;
import org.plateaubench.rig.broker.BrokerFolder;
import org.plateaubench.spi.SutException;

/** Folders of brokers that share one certificate, which the JDK's keytool takes a second of processor time to make. */
final class TestBroker {
    private static final String HOST = "localhost";

    private TestBroker() {}

    /** Prepares a folder with a copy of the certificate. */
    static BrokerFolder prepare(Path folder) throws Exception {
        Path copy = Files.createDirectories(folder).resolve(Certificate.MADE.getFileName());
        Files.copy(Certificate.MADE, copy, StandardCopyOption.COPY_ATTRIBUTES);
        try (Stream<Path> files = Files.list(Certificate.MADE)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return BrokerFolder.prepare(folder, HOST, Ports.free());
    }

    /** The folder of the certificate of a broker that is never started. */
    private static final class Certificate {
        static final Path MADE = make();

        private static Path make() {
            Path folder = Path.of("target", "test-broker");
            try {
                BrokerFolder.prepare(folder, HOST, Ports.free());
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
