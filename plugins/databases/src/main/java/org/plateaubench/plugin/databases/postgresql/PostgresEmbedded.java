// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.server.DataFolder;
import org.plateaubench.plugin.databases.server.ServerRights;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerGuard;
import org.plateaubench.process.ServerGuard.StopSignal;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** A PostgreSQL server that the harness runs on loopback, with one database, whose data stays until it is cleared. */
final class PostgresEmbedded implements SutService {
    private static final String HOST = "127.0.0.1";
    private static final String DATABASE = "plateau";
    private static final Duration READY_LIMIT = Duration.ofSeconds(20);

    /** A fast shutdown writes a checkpoint; with the guard's own end and a kill, a stop ends in 30 s. */
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(15);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(18);
    private static final int PORT_TRIES = 3;

    private final SutContext<PostgresParameters> context;
    private final Path log;
    private final DataFolder data;
    private volatile @Nullable Running running;

    private record Running(ChildProcess guard, long pid, PostgresClient client, int port) {}

    PostgresEmbedded(SutContext<PostgresParameters> context) {
        this.context = context;
        this.log = context.folder().resolve("postgresql.log");
        this.data = new DataFolder(context.folder().resolve("data").toAbsolutePath());
    }

    @Override
    public void fetch(Progress progress) throws SutException, InterruptedException {
        PostgresPrograms.of(context.parameters().home(), progress);
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        PostgresParameters given = context.parameters();
        if (running != null) {
            throw new SutException(name() + " was started already; stop it first.");
        }
        if (given.port() != 0) {
            Ports.requireFree(given.port(), name());
        }
        PostgresPrograms programs = PostgresPrograms.of(given.home(), progress);
        progress.report("starting PostgreSQL", 0, 0, "");
        String password = data.keptPassword();
        List<String> prefix = ServerRights.prefix("PostgreSQL", data.path());
        Path cluster = programs.cluster(data, prefix);
        Running server = launch(programs.server(prefix), cluster, password);
        running = server;
        return new SutAddress(
                context.name(),
                PostgresServiceType.NAME,
                Map.of(
                        "url",
                        url(server.port(), DATABASE),
                        "user",
                        PostgresPrograms.USER,
                        "password",
                        password,
                        "host",
                        HOST,
                        "port",
                        Integer.toString(server.port())));
    }

    private Running launch(List<String> program, Path cluster, String password)
            throws SutException, InterruptedException {
        int given = context.parameters().port();
        for (int tries = 1; ; tries++) {
            try {
                return launch(program, cluster, password, given == 0 ? Ports.free() : given);
            } catch (SutException e) {
                // Somebody took the port between our look and the server's.
                boolean taken = String.valueOf(e.getMessage()).contains("Address already in use");
                if (given != 0 || !taken || tries == PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    private Running launch(List<String> program, Path cluster, String password, int port)
            throws SutException, InterruptedException {
        List<String> command = Stream.concat(program.stream(), settings(cluster, port).stream())
                .toList();
        ChildProcess guard = ChildProcess.start(new ChildCommand(
                name(),
                ServerGuard.guarded(StopSignal.INT, SHUTDOWN_LIMIT, command),
                Map.of("LC_ALL", "C"),
                data.path(),
                log));
        boolean answers = false;
        try {
            PostgresClient first = client(port, "postgres", password);
            guard.awaitReady(child -> probe(first), READY_LIMIT);
            first.requireDatabase(DATABASE);
            PostgresClient client = client(port, DATABASE, password);
            client.check();
            answers = true;
            return new Running(guard, pid(cluster), client, port);
        } finally {
            if (!answers) {
                guard.stop(STOP_LIMIT);
            }
        }
    }

    private static Optional<Boolean> probe(PostgresClient client) {
        try {
            client.check();
            return Optional.of(true);
        } catch (SutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Why each: docs/plugins/databases.md. */
    private List<String> settings(Path cluster, int port) {
        return List.of(
                "-D",
                cluster.toString(),
                "-c",
                "port=" + port,
                "-c",
                "listen_addresses=" + HOST,
                "-c",
                "unix_socket_directories=",
                "-c",
                "shared_buffers=" + context.parameters().sharedBuffersMebibytes() + "MB",
                "-c",
                "max_connections=" + context.parameters().maxConnections());
    }

    /** Of the server itself; the child process is its guard. */
    private long pid(Path cluster) throws SutException {
        try (Stream<String> lines = Files.lines(cluster.resolve("postmaster.pid"))) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        } catch (IOException e) {
            throw new SutException(name() + " does not say its process id: " + e.getMessage(), e);
        }
    }

    private PostgresClient client(int port, String database, String password) {
        return new PostgresClient("SUT " + context.name(), url(port, database), PostgresPrograms.USER, password);
    }

    private static String url(int port, String database) {
        return "jdbc:postgresql://" + HOST + ":" + port + "/" + database;
    }

    private String name() {
        return "PostgreSQL of SUT " + context.name();
    }

    @Override
    public void stop() throws SutException {
        Running server = running;
        if (server != null) {
            server.guard().stop(STOP_LIMIT);
            running = null;
        }
    }

    @Override
    public void clear() throws SutException {
        if (running != null) {
            throw new SutException(name() + " is started; stop it before its data is removed.");
        }
        data.remove();
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        Running server = running;
        if (server == null) {
            throw new SutException(name() + " is not started, so it cannot be asked for its settings.");
        }
        String home = context.parameters().home();
        Map<String, String> configuration = new TreeMap<>(server.client().settings());
        configuration.put("programs", home.isEmpty() ? "published" : home);
        return configuration;
    }

    @Override
    public List<Path> logs() {
        return Stream.of(log, data.path().resolve("initdb.log"))
                .filter(Files::exists)
                .toList();
    }

    @Override
    public SutStatus status() {
        Running server = running;
        if (server == null) {
            return new SutStatus(SutStatus.State.STOPPED, name() + " is not started", List.of());
        }
        ChildProcess guard = server.guard();
        if (guard.isAlive()) {
            return new SutStatus(
                    SutStatus.State.RUNNING,
                    name() + " (process " + server.pid() + ") listens on " + HOST + ":" + server.port(),
                    List.of(server.pid()));
        }
        return new SutStatus(SutStatus.State.FAILED, guard.ending() + "; " + guard.logTail(), List.of());
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
