// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerRights;
import org.plateaubench.process.Servers;
import org.plateaubench.process.StopSignal;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/**
 * An embedded server that is a third-party program: a guard process ends it when the harness ends, the harness chooses
 * the port, and the data stays until it is cleared.
 */
public abstract class GuardedServer extends EmbeddedServer {
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

    /** Time to write the dirty pages; committed data is safe in any case. */
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

    private final ServerPrograms programs;
    private final int configuredPort;
    private final StopSignal stopSignal;
    private final String home;

    /** Creates the server. The home is the folder of an installed server, empty for the published programs. */
    protected GuardedServer(
            ServerPrograms programs,
            Product product,
            SutContext<?> context,
            int configuredPort,
            StopSignal stopSignal,
            String home) {
        super(product, context);
        this.configuredPort = configuredPort;
        this.programs = programs;
        this.stopSignal = stopSignal;
        this.home = home;
    }

    /** Creates the data on the first start, and returns options for the server. Command lines begin with the prefix. */
    protected abstract List<String> prepare(Path programsHome, List<String> commandPrefix)
            throws SutException, InterruptedException;

    /**
     * Returns the content of the {@linkplain #secretFile file} that the programs read the password from, since every
     * user of the host can read a command line.
     */
    protected abstract String secret(String password);

    /** Returns the file with the secret, which exists only while the server starts. */
    protected final Path secretFile() {
        return data().path().resolve("secret");
    }

    /** Returns the server options other than folders and port; the reason for each is in docs/plugins/databases.md. */
    protected abstract List<String> settings();

    /** Returns when the server accepts clients and the database exists. */
    protected abstract void probe(int port, String password) throws SutException, InterruptedException;

    @Override
    public final void fetch(Progress progress) throws SutException, InterruptedException {
        programs.home(home, progress);
    }

    @Override
    protected final RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        int requestedPort = servers.portOrAny(name(), configuredPort);
        Path base = programs.home(home, progress);
        Path program = programs.find(base, programs.server());
        data().createFor(programs.series(program, folder()));
        String password = data().storedOrNewPassword();
        OwnerOnly.file(secretFile(), secret(password));
        try {
            List<String> commandPrefix = ServerRights.withoutRoot(name(), List.of(data().path()));
            List<String> options = new ArrayList<>(prepare(base, commandPrefix));
            options.addAll(settings());
            int port = requestedPort == 0 ? servers.port(name(), 0) : requestedPort;
            options.add("--port=" + port);
            List<String> command = commandLine(commandPrefix, program, options);
            ServerCommand server = ServerCommand.program(name(), command, data().path(), log())
                    .withStop(stopSignal, SHUTDOWN_TIMEOUT)
                    .withTemporaryFile(secretFile());
            servers.start(server, child -> probeResult(port, password), READY_TIMEOUT);
            return runningDatabase(port, password);
        } finally {
            Files.deleteIfExists(secretFile());
        }
    }

    protected static List<String> commandLine(List<String> prefix, Path program, List<String> options) {
        List<String> line = new ArrayList<>(prefix);
        line.add(program.toString());
        line.addAll(options);
        return line;
    }

    private Optional<Boolean> probeResult(int port, String password) {
        try {
            probe(port, password);
            return Optional.of(true);
        } catch (SutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    protected final List<Path> ownLogs() {
        return List.of(data().creationLog());
    }

    @Override
    protected final Map<String, String> ownConfiguration() {
        return Map.of("programs", home.isEmpty() ? "published" : home, "options", String.join(" ", settings()));
    }
}
