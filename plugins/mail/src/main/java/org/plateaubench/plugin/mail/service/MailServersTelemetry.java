// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Queued mail and processes of the mail store, for servers that the harness has started on this host. */
public final class MailServersTelemetry implements TelemetrySourceType {
    /** Property of the address: folder of Postfix's queue. */
    static final String QUEUE = "queueFolder";
    /** Property of the address: process whose children serve IMAP. */
    static final String STORE_PROCESS = "storeProcess";

    @Override
    public String service() {
        return DovecotParameters.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new QueueAndProcesses(Path.of(sut.property(QUEUE)), Long.parseLong(sut.property(STORE_PROCESS)));
    }

    /** Counts files of Postfix's queue and children of the store's master. Not thread-safe. */
    private record QueueAndProcesses(Path queue, long master) implements TelemetrySource {
        @Override
        public List<Sample> sample() throws IOException {
            long due = files(queue.resolve("incoming")) + files(queue.resolve("active"));
            return List.of(
                    new Sample("queued-mail", due, "messages", false),
                    new Sample("deferred-mail", files(queue.resolve("deferred")), "messages", false),
                    new Sample("store-processes", children(), "processes", false));
        }

        /** Counts the files of messages, which may change meanwhile; deferred messages are in subfolders. */
        private static long files(Path folder) throws IOException {
            try (Stream<Path> all = Files.walk(folder, 2)) {
                return all.filter(Files::isRegularFile).count();
            } catch (UncheckedIOException e) {
                if (e.getCause() instanceof NoSuchFileException) {
                    return files(folder);
                }
                throw e.getCause();
            }
        }

        private long children() throws IOException {
            String listed = Files.readString(Path.of("/proc/" + master + "/task/" + master + "/children"));
            return Stream.of(listed.split(" ", -1))
                    .filter(word -> !word.isBlank())
                    .count();
        }
    }
}
