// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.SutStatus.State;

/** One server of each engine for all tests that leave it unchanged; started on first use. */
public final class SharedServers implements BeforeAllCallback {
    /** Resource lock of each class whose tests use the servers. */
    public static final String LOCK = "shared servers";

    private Servers servers = new Servers();

    /** A started server and its folder. */
    public record Shared(SutService service, SutAddress address, Path folder) {}

    @Override
    public void beforeAll(ExtensionContext context) {
        servers = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedServers.class))
                .computeIfAbsent(Servers.class, key -> new Servers(), Servers.class);
    }

    /** The server of an engine. */
    public Shared of(Engine engine) throws Exception {
        return servers.of(engine);
    }

    /** Waits until a service reports the end of its process, which may be later than the end itself. */
    public static SutStatus failure(SutService service) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        SutStatus status = service.status();
        while (status.state() != State.FAILED) {
            assertThat(System.nanoTime()).as(status.toString()).isLessThan(deadlineNanos);
            status = service.status();
        }
        return status;
    }

    private static final class Servers implements AutoCloseable {
        private final Map<Engine, Shared> started = new EnumMap<>(Engine.class);

        Shared of(Engine engine) throws IOException, SutException, InterruptedException {
            Shared shared = started.get(engine);
            if (shared == null) {
                Path folder = Files.createTempDirectory("shared-" + engine.service());
                // A fixed port, which does not change when a test restarts the server.
                SutService service = engine.embedded(folder, Ports.free(), "");
                service.fetch(Progress.SILENT);
                shared = new Shared(service, service.start(Progress.SILENT), folder);
                started.put(engine, shared);
            }
            return shared;
        }

        @Override
        public void close() throws IOException, SutException {
            for (Shared shared : started.values()) {
                shared.service().close();
                FileTree.remove(shared.folder());
            }
        }
    }
}
