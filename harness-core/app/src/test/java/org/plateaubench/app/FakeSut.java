// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus;

/** A SUT service whose SUT is a sleeping process. */
final class FakeSut implements SutServiceType<FakeSut.Parameters> {
    record Parameters(
            @Parameter(description = "Whether it starts.", defaultValue = "true")
            boolean starts,

            @Parameter(description = "How long it lives.", defaultValue = "60s")
            Duration life,

            @Parameter(description = "Whether telemetry is broken.", defaultValue = "false")
            boolean broken,

            @Parameter(description = "A SUT that it uses.", defaultValue = "", sut = true)
            String behind) {}

    @Override
    public String name() {
        return "fakestore";
    }

    @Override
    public String description() {
        return "A sleeping process.";
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public SutService create(SutContext<Parameters> context) {
        return new Service(context);
    }

    private static final class Service implements SutService {
        private final SutContext<Parameters> context;
        private final AtomicReference<Process> process = new AtomicReference<>();

        Service(SutContext<Parameters> context) {
            this.context = context;
        }

        @Override
        public SutAddress start(Progress progress) throws SutException {
            if (!context.parameters().starts()) {
                throw new SutException("No answer from " + context.name() + "; start it and try again.");
            }
            try {
                String behind = context.parameters().behind();
                Files.writeString(
                        context.folder().resolve("sut.log"),
                        behind.isEmpty() ? "started\n" : "started, behind it " + described(context.use(behind)) + "\n");
                double seconds = context.parameters().life().toMillis() / 1000.0;
                process.set(new ProcessBuilder("sleep", String.valueOf(seconds)).start());
            } catch (IOException e) {
                throw new SutException("It cannot be started.", e);
            }
            String telemetry = context.parameters().broken() ? "broken" : "fine";
            return new SutAddress(context.name(), "fakestore", Map.of("telemetry", telemetry, "password", "s3cret"));
        }

        private static String described(SutAddress address) {
            return address.name() + " (" + address.service() + ") with "
                    + address.properties().keySet() + ", password " + address.property("password");
        }

        @Override
        public void stop() {
            Process running = process.get();
            if (running != null) {
                running.destroyForcibly();
            }
        }

        @Override
        public void clear() {}

        @Override
        public Map<String, String> configuration() {
            return Map.of("life", context.parameters().life().toString());
        }

        @Override
        public List<Path> logs() {
            return List.of(context.folder().resolve("sut.log"));
        }

        @Override
        public SutStatus status() {
            Process running = process.get();
            if (running == null) {
                return new SutStatus(SutStatus.State.STOPPED, "not started", List.of());
            }
            // The process itself: its Process object reports the end a little later.
            return running.toHandle().isAlive()
                    ? new SutStatus(SutStatus.State.RUNNING, "sleeps", List.of(running.pid()))
                    : new SutStatus(SutStatus.State.FAILED, "its process has ended", List.of());
        }

        @Override
        public void close() {
            stop();
        }
    }
}
