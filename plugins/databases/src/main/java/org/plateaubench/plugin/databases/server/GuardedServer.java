// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerGuard;
import org.plateaubench.process.ServerGuard.StopSignal;
import org.plateaubench.process.ServerRights;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/**
 * An embedded server whose program knows nothing of the harness: a guard ties the two together, the port is chosen for
 * it, and its data stays until it is cleared.
 */
public abstract class GuardedServer extends EmbeddedServer {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    /** For the pages that are not written yet; what is committed is safe in any case. */
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(20);

    /** The guard kills the server first and then ends itself; with a kill of the guard, a stop ends in 30 s. */
    private static final Duration PATIENCE = SHUTDOWN_LIMIT.plusSeconds(4);

    private static final int PORT_TRIES = 3;

    private final ServerPrograms programs;
    private final StopSignal stopSignal;
    private final String home;

    /**
     * A server whose data is there.
     *
     * @param options that name folders and files
     * @param pidFile in which the server writes its process id, in the first line
     */
    public record Prepared(List<String> options, Path pidFile) {}

    /** The home is the folder of an installed server, empty for the published programs. */
    protected GuardedServer(
            ServerPrograms programs,
            Product product,
            SutContext<?> context,
            int givenPort,
            StopSignal stopSignal,
            String home) {
        super(product, context, givenPort);
        this.programs = programs;
        this.stopSignal = stopSignal;
        this.home = home;
    }

    /**
     * Makes the data on the first start.
     *
     * @param rights to put before each program
     */
    protected abstract Prepared prepare(Path programsHome, List<String> rights, String password)
            throws SutException, InterruptedException;

    /** The address of a database on this host. */
    protected abstract String url(int port, String database);

    /** What the server is told beside folders and port; why each: docs/plugins/databases.md. */
    protected abstract List<String> settings();

    /** Returns when the server takes clients and the database is there. */
    protected abstract void probe(int port, String password) throws SutException, InterruptedException;

    /** Called once the server has answered, or will not any more. */
    protected void settled() throws SutException {}

    @Override
    public final void fetch(Progress progress) throws SutException, InterruptedException {
        programs.home(home, progress);
    }

    @Override
    protected final Running launch(int port, Progress progress) throws SutException, InterruptedException {
        Path base = programs.home(home, progress);
        Path server = programs.find(base, programs.server());
        data().madeBy(programs.series(server, folder()));
        String password = data().keptPassword();
        List<String> rights = ServerRights.prefix(programs.title(), folder());
        progress.report("starting " + name(), 0, 0, "");
        try {
            Prepared prepared = prepare(base, rights, password);
            List<String> command = line(rights, server, prepared.options());
            command.addAll(settings());
            return launched(command, prepared.pidFile(), password, port);
        } finally {
            settled();
        }
    }

    private Running launched(List<String> command, Path pidFile, String password, int port)
            throws SutException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return launchedAt(port == 0 ? Ports.free() : port, command, pidFile, password);
            } catch (SutException e) {
                // Somebody took the port between our look and the server's.
                boolean taken = String.valueOf(e.getMessage()).contains("Address already in use");
                if (port != 0 || !taken || tries == PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    /** The command line of a program. */
    protected static List<String> line(List<String> rights, Path program, List<String> options) {
        List<String> line = new ArrayList<>(rights);
        line.add(program.toString());
        line.addAll(options);
        return line;
    }

    private Running launchedAt(int port, List<String> withoutPort, Path pidFile, String password)
            throws SutException, InterruptedException {
        List<String> command = new ArrayList<>(withoutPort);
        command.add("--port=" + port);
        ChildProcess guard = ChildProcess.start(
                new ChildCommand(
                        name(),
                        ServerGuard.guarded(stopSignal, SHUTDOWN_LIMIT, command),
                        Map.of("LC_ALL", "C"),
                        data().path(),
                        log()),
                PATIENCE);
        boolean answers = false;
        try {
            DatabaseClient client = client(url(port, DATABASE), password);
            guard.awaitReady(child -> probed(port, password), READY_LIMIT);
            client.check();
            Running server = new Running(guard, pid(pidFile), client, port);
            answers = true;
            return server;
        } finally {
            if (!answers) {
                guard.close();
            }
        }
    }

    private Optional<Boolean> probed(int port, String password) {
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

    private long pid(Path file) throws SutException {
        try {
            return Long.parseLong(
                    Files.readString(file).lines().findFirst().orElse("").strip());
        } catch (IOException | NumberFormatException e) {
            throw new SutException(name() + " does not say its process id: " + e, e);
        }
    }

    @Override
    protected final List<Path> ownLogs() {
        return List.of(data().makingLog());
    }

    @Override
    protected final Map<String, String> ownConfiguration() {
        return Map.of("programs", home.isEmpty() ? "published" : home, "options", String.join(" ", settings()));
    }
}
