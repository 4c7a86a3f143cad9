// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus;

/** Runs the server in a separate process. */
final class KvService implements SutService {
    private final Flaw flaw;
    private final SutContext<Parameters> context;
    private @Nullable Process process;

    private KvService(Flaw flaw, SutContext<Parameters> context) {
        this.flaw = flaw;
        this.context = context;
    }

    public record Parameters(
            @Parameter(description = "Port, 0 for a free one.", defaultValue = "0", min = 0, max = 65_535)
            int port) {}

    record Type(Flaw flaw) implements SutServiceType<Parameters> {
        @Override
        public String name() {
            return flaw.id() + "-server";
        }

        @Override
        public String description() {
            return "Holds numbers.";
        }

        @Override
        public Class<Parameters> parametersType() {
            return Parameters.class;
        }

        @Override
        public SutService create(SutContext<Parameters> context) {
            if (flaw == Flaw.SERVICE_WITHOUT_LIBRARY) {
                LibraryCache.fill();
            }
            return new KvService(flaw, context);
        }
    }

    private Path stored() {
        return context.folder().resolve("port.txt");
    }

    private Path log() {
        return context.folder().resolve("server.log");
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        try {
            Files.deleteIfExists(stored());
            String jar = Path.of(KvService.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
            String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
            ProcessBuilder command = new ProcessBuilder(
                    java,
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    jar,
                    KvServer.class.getName(),
                    Integer.toString(
                            flaw == Flaw.IGNORES_PORT ? 0 : context.parameters().port()),
                    stored().toString());
            if (flaw == Flaw.ORPHAN) {
                command.command().add("orphan");
            }
            Process started = command.redirectErrorStream(true)
                    .redirectOutput(log().toFile())
                    .start();
            process = started;
            while (!Files.exists(stored()) || Files.size(stored()) == 0) {
                if (started.waitFor(10, TimeUnit.MILLISECONDS)) {
                    throw new SutException("The server does not start; see " + log() + ".");
                }
            }
            return new SutAddress(
                    "checked", flaw.id() + "-server", Map.of("host", "127.0.0.1", "port", Files.readString(stored())));
        } catch (IOException | URISyntaxException e) {
            throw new SutException("The server does not start: " + e, e);
        }
    }

    @Override
    public void stop() throws SutException {
        Process running = process;
        process = null;
        if (running != null && flaw != Flaw.ORPHAN) {
            running.destroyForcibly();
            running.onExit().join();
        }
    }

    @Override
    public void clear() throws SutException {
        if (process != null) {
            throw new SutException("The server runs; stop it first.");
        }
        try {
            if (flaw != Flaw.CLEARS_NOTHING) {
                Files.deleteIfExists(stored());
            }
        } catch (IOException e) {
            throw new SutException("Not removed: " + e, e);
        }
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of();
    }

    @Override
    public List<Path> logs() {
        return List.of(log());
    }

    @Override
    public SutStatus status() {
        Process running = process;
        if (running == null) {
            return new SutStatus(SutStatus.State.STOPPED, "", List.of());
        }
        boolean isUp = flaw == Flaw.IGNORES_DEATH || running.isAlive();
        return new SutStatus(isUp ? SutStatus.State.RUNNING : SutStatus.State.FAILED, "", List.of(running.pid()));
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
