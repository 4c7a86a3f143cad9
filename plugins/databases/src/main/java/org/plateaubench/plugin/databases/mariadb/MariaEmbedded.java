// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.process.ServerGuard;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** A MariaDB server that the harness runs in a process of its own, on loopback, with one database. */
final class MariaEmbedded implements SutService {
    private static final String HOST = "127.0.0.1";

    /** Together with the end of a server that never got ready, a start ends in 30 s. */
    private static final Duration INSTALLATION_LIMIT = Duration.ofSeconds(12);

    private static final Duration READY_LIMIT = Duration.ofSeconds(12);

    /** For the pages that are not written yet; what is committed is safe in any case. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    /** The guard kills the server first and then ends itself. */
    private static final Duration GUARD_PATIENCE = STOP_PATIENCE.plusSeconds(5);

    private final SutContext<MariaParameters> context;
    private final Path log;
    private final MariaData data;
    private volatile @Nullable Running running;

    /** The child is the guard, the pid the server's. */
    private record Running(ChildProcess child, MariaClient client, int port, long pid) {}

    MariaEmbedded(SutContext<MariaParameters> context) {
        this.context = context;
        Path folder = context.folder().toAbsolutePath();
        this.log = folder.resolve("mariadb.log");
        this.data = new MariaData(folder.resolve("data"));
    }

    @Override
    public void fetch(Progress progress) throws SutException, InterruptedException {
        MariaPrograms.fetch(context.parameters().home(), progress);
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        MariaParameters given = context.parameters();
        if (running != null) {
            throw new SutException(name() + " was started already; stop it first.");
        }
        if (!(given.url() + given.user() + given.password()).isEmpty()) {
            throw new SutException("SUT " + context.name() + " is embedded, so url, user and password are not yours to"
                    + " give; take them out or set mode: external.");
        }
        MariaPrograms programs = MariaPrograms.of(given.home());
        if (given.port() != 0) {
            Ports.requireFree(given.port(), name());
        }
        if (!data.isInstalled()) {
            progress.report("making the system tables of MariaDB", 0, 0, "");
            install(programs);
        }
        progress.report("starting MariaDB", 0, 0, "");
        String password = MariaData.newPassword();
        Running server = launch(programs, given.port() == 0 ? freePort() : given.port(), password);
        running = server;
        return new SutAddress(
                context.name(),
                MariaServiceType.NAME,
                Map.of(
                        "url",
                        url(server.port()),
                        "user",
                        MariaData.USER,
                        "password",
                        password,
                        "host",
                        HOST,
                        "port",
                        Integer.toString(server.port())));
    }

    /** The shell says when the installer is done, and stays until it was heard. */
    private void install(MariaPrograms programs) throws SutException, InterruptedException {
        Path fresh = data.fresh();
        List<String> command = Stream.concat(
                        Stream.of("/bin/sh", "-c", "\"$@\" </dev/null && echo plateau-ready made && read -r end", "sh"),
                        programs.installation(fresh).stream())
                .toList();
        String installer = "The installer of " + name();
        try (ChildProcess child =
                ChildProcess.start(new ChildCommand(installer, command, Map.of(), data.created(), log))) {
            child.awaitReady(ReadyLine.awaited(), INSTALLATION_LIMIT);
        }
        data.accept(fresh);
    }

    private Running launch(MariaPrograms programs, int port, String password)
            throws SutException, InterruptedException {
        Path pidFile = data.path().resolve("mariadbd.pid");
        Path initFile = data.initFile(password);
        List<String> command = ServerGuard.guarded(
                ServerGuard.StopSignal.TERM,
                STOP_PATIENCE,
                programs.server(data.databases(), pidFile, initFile, settings(port)));
        boolean answers = false;
        ChildProcess child = ChildProcess.start(new ChildCommand(name(), command, Map.of(), data.created(), log));
        try {
            MariaClient client = new MariaClient("SUT " + context.name(), url(port), MariaData.USER, password);
            child.awaitReady(started -> client.answers(), READY_LIMIT);
            data.delete(initFile);
            answers = true;
            return new Running(child, client, port, data.pidIn(pidFile));
        } finally {
            if (!answers) {
                child.stop(GUARD_PATIENCE);
                data.delete(initFile);
            }
        }
    }

    /** The server cannot choose a port itself; should another program be faster, the start fails with its log. */
    private int freePort() throws SutException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new SutException(name() + " gets no free port on " + HOST + " (" + e.getMessage() + ").", e);
        }
    }

    /** Why each: docs/plugins/databases.md. */
    private List<String> settings(int port) {
        return List.of(
                "--bind-address=" + HOST,
                "--port=" + port,
                "--socket=",
                "--skip-name-resolve",
                "--skip-ssl",
                "--character-set-server=utf8mb4",
                "--innodb-buffer-pool-size=" + context.parameters().bufferPoolMebibytes() + "M",
                "--max-connections=" + context.parameters().maxConnections());
    }

    /** The driver insists on TLS unless it is told otherwise. */
    private static String url(int port) {
        return "jdbc:mariadb://" + HOST + ":" + port + "/" + MariaData.DATABASE + "?sslMode=disable";
    }

    private String name() {
        return "MariaDB of SUT " + context.name();
    }

    @Override
    public void stop() throws SutException {
        Running server = running;
        if (server != null) {
            server.child().stop(GUARD_PATIENCE);
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
        Map<String, String> configuration = new TreeMap<>(server.client().settings());
        String home = context.parameters().home();
        configuration.put("programs", home.isEmpty() ? "published" : home);
        configuration.put("options", String.join(" ", settings(server.port())));
        return configuration;
    }

    @Override
    public List<Path> logs() {
        return Stream.of(log).filter(Files::exists).toList();
    }

    @Override
    public SutStatus status() {
        Running server = running;
        if (server == null) {
            return new SutStatus(SutStatus.State.STOPPED, name() + " is not started", List.of());
        }
        ChildProcess child = server.child();
        if (child.isAlive()) {
            return new SutStatus(
                    SutStatus.State.RUNNING,
                    name() + " (process " + server.pid() + ") listens on " + HOST + ":" + server.port(),
                    List.of(server.pid()));
        }
        return new SutStatus(SutStatus.State.FAILED, child.ending() + "; " + child.logTail(), List.of());
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
