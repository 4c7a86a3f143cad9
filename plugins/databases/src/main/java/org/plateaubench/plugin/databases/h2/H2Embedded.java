// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.h2.Driver;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.h2.H2Parameters.Storage;
import org.plateaubench.plugin.databases.server.DataFolder;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** An H2 server that the harness runs in a process of its own, on loopback, with one database. */
final class H2Embedded implements SutService {
    private static final String HOST = "127.0.0.1";

    /** With the check of the answer (5 s) and the end of a server that never got ready (5 s), a start ends in 30 s. */
    private static final Duration READY_LIMIT = Duration.ofSeconds(18);

    private final SutContext<H2Parameters> context;
    private final Path log;
    private final DataFolder data;
    private volatile @Nullable Running running;

    private record Running(ChildProcess child, H2Client client, int port) {}

    H2Embedded(SutContext<H2Parameters> context) {
        this.context = context;
        this.log = context.folder().resolve("h2.log");
        this.data = new DataFolder(context.folder().resolve("data"));
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        H2Parameters given = context.parameters();
        if (running != null) {
            throw new SutException(name() + " was started already; stop it first.");
        }
        if (!(given.url() + given.user() + given.password()).isEmpty()) {
            throw new SutException("SUT " + context.name() + " is embedded, so url, user and password are not yours to"
                    + " give; take them out or set mode: external.");
        }
        if (given.port() != 0) {
            Ports.requireFree(given.port(), name());
        }
        progress.report("starting H2", 0, 0, "");
        String password = given.storage() == Storage.FILE ? data.keptPassword() : DataFolder.newPassword();
        Running server = launch(password);
        running = server;
        return address(server.port(), password);
    }

    private SutAddress address(int port, String password) {
        Map<String, String> properties = new TreeMap<>(Map.of(
                "url",
                url(port),
                "user",
                H2Server.USER,
                "password",
                password,
                "host",
                HOST,
                "port",
                Integer.toString(port)));
        if (context.parameters().storage() == Storage.MEMORY) {
            properties.put(
                    "memoryMebibytes", Integer.toString(context.parameters().heapMebibytes()));
        }
        return new SutAddress(context.name(), H2ServiceType.NAME, properties);
    }

    private Running launch(String password) throws SutException, InterruptedException {
        ChildProcess child = ChildProcess.start(command());
        boolean answers = false;
        try {
            child.tell(password);
            int port = Integer.parseInt(child.awaitReady(ReadyLine.awaited(), READY_LIMIT));
            H2Client client = new H2Client("SUT " + context.name(), url(port), H2Server.USER, password);
            client.check();
            answers = true;
            return new Running(child, client, port);
        } finally {
            if (!answers) {
                child.close();
            }
        }
    }

    private ChildCommand command() throws SutException {
        H2Parameters given = context.parameters();
        boolean file = given.storage() == Storage.FILE;
        // Relative to the working folder, so that no character of the path can be taken for a setting.
        String database = (file ? "file:./" : "mem:") + H2Server.DATABASE;
        List<String> command = JavaCommand.of(
                H2Server.class,
                List.of(Driver.class),
                javaOptions(given.heapMebibytes()),
                List.of(Integer.toString(given.port()), database));
        return new ChildCommand(name(), command, Map.of(), data.created(), log);
    }

    private static List<String> javaOptions(int heapMebibytes) {
        return List.of(
                "-Xms" + heapMebibytes + "m",
                "-Xmx" + heapMebibytes + "m",
                // Named, since the JVM chooses by the size of the host.
                "-XX:+UseG1GC",
                // Half a database after the first failed allocation is no system to measure.
                "-XX:+ExitOnOutOfMemoryError",
                "-Dh2.bindAddress=" + HOST);
    }

    private static String url(int port) {
        return "jdbc:h2:tcp://" + HOST + ":" + port + "/" + H2Server.DATABASE;
    }

    private String name() {
        return "H2 of SUT " + context.name();
    }

    @Override
    public void stop() throws SutException {
        Running server = running;
        if (server != null) {
            server.child().close();
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
        H2Parameters given = context.parameters();
        configuration.put("storage", given.storage().name().toLowerCase(Locale.ROOT));
        configuration.put("javaOptions", String.join(" ", javaOptions(given.heapMebibytes())));
        return configuration;
    }

    @Override
    public List<Path> logs() {
        return Stream.of(log, data.path().resolve(H2Server.DATABASE + ".trace.db"))
                .filter(Files::exists)
                .toList();
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
                    child.description() + " listens on " + HOST + ":" + server.port(),
                    List.of(child.pid()));
        }
        return new SutStatus(SutStatus.State.FAILED, child.ending() + "; " + child.logTail(), List.of());
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
