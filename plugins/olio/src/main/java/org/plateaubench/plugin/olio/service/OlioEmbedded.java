// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.JavaServerRights;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** The reference application in a JVM of its own, which ends with the harness. */
final class OlioEmbedded implements SutService {
    private static final String MAIN = "org.plateaubench.olio.Application";
    private static final String HOST = "127.0.0.1";
    private static final Duration READY_LIMIT = Duration.ofSeconds(40);
    private static final int TOKEN_BYTES = 16;
    /** Of the data that is loaded for trying it by hand. */
    private static final long TRIAL_SEED = 1;

    private final String sut;
    private final OlioSutParameters given;
    private final SutContext<OlioSutParameters> context;
    private final ApplicationJars jars;
    private final Path folder;
    private final ReentrantLock change = new ReentrantLock();
    private volatile @Nullable Running running;

    private record Running(ChildProcess child, int port, HarnessClient client) {}

    OlioEmbedded(SutContext<OlioSutParameters> context, ApplicationJars jars) {
        this.context = context;
        this.sut = context.name();
        this.given = context.parameters();
        this.jars = jars;
        this.folder = context.folder().toAbsolutePath();
    }

    private String name() {
        return "Olio of SUT " + sut;
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path log() {
        return folder.resolve("olio.log");
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        change.lockInterruptibly();
        try {
            if (running != null) {
                throw new SutException(name() + " was started already; stop it first.");
            }
            if (given.port() != 0) {
                Ports.requireFree(given.port(), name());
            }
            progress.report("starting " + name(), 0, 0, "");
            String token = newToken();
            Running started = launched(token, progress);
            running = started;
            return new SutAddress(
                    sut,
                    OlioServiceType.NAME,
                    Map.of(
                            SutProperties.URL,
                            url(started.port()),
                            SutProperties.TOKEN,
                            token,
                            "host",
                            HOST,
                            "port",
                            Integer.toString(started.port())));
        } finally {
            change.unlock();
        }
    }

    private Running launched(String token, Progress progress) throws SutException, InterruptedException {
        Path data = madeData();
        List<String> command = JavaServerRights.without(
                JavaCommand.of(MAIN, jars.classPath(), javaOptions(), List.of()), data, Set.of());
        ChildProcess child = ChildProcess.start(new ChildCommand(name(), command, Map.of(), data, log()));
        boolean answers = false;
        try {
            child.tell(settings(token).toLine());
            int port = Integer.parseInt(child.awaitReady(ReadyLine.awaited(), READY_LIMIT));
            HarnessClient client = new HarnessClient(url(port), token);
            client.state();
            if (given.loadUsers() > 0) {
                client.load(Scale.forUsers(given.loadUsers()), TRIAL_SEED, progress);
            }
            answers = true;
            return new Running(child, port, client);
        } finally {
            if (!answers) {
                child.close();
            }
        }
    }

    private Path madeData() throws SutException {
        try {
            return Files.createDirectories(
                    data(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new SutException("The folder " + data() + " cannot be used: " + e, e);
        }
    }

    private ApplicationSettings settings(String token) {
        String url = "";
        String user = "";
        String password = "";
        if (!given.database().isEmpty()) {
            SutAddress database = context.use(given.database());
            url = database.property("url");
            user = database.properties().getOrDefault("user", "");
            password = database.properties().getOrDefault("password", "");
        }
        // The folder is the working one, so that no character of its path can be taken for a setting.
        return new ApplicationSettings(
                HOST, given.port(), ".", url, user, password, given.connections(), given.pageCache(), token);
    }

    private List<String> javaOptions() {
        return List.of(
                "-Xms" + given.heapMebibytes() + "m",
                "-Xmx" + given.heapMebibytes() + "m",
                // Named, since the JVM chooses by the size of the host.
                "-XX:+UseG1GC",
                // Half an application after the first failed allocation is no system to measure.
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.awt.headless=true",
                "-Dh2.bindAddress=" + HOST);
    }

    private static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static String url(int port) {
        return "http://" + HOST + ":" + port;
    }

    @Override
    public void stop() throws SutException {
        change.lock();
        try {
            Running started = running;
            if (started != null) {
                started.child().close();
                running = null;
            }
        } finally {
            change.unlock();
        }
    }

    /** Its own database and the uploads; what it has in another SUT is that SUT's. */
    @Override
    public void clear() throws SutException {
        change.lock();
        try {
            if (running != null) {
                throw new SutException(name() + " is started; stop it before its data is removed.");
            }
            FileTree.remove(data());
        } catch (IOException e) {
            throw new SutException("The data in " + data() + " cannot be removed: " + e, e);
        } finally {
            change.unlock();
        }
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        Running started = running;
        if (started == null) {
            throw new SutException(name() + " is not started, so it cannot be asked for its settings.");
        }
        Map<String, String> configuration = new TreeMap<>(started.client().settings());
        configuration.put("javaOptions", String.join(" ", javaOptions()));
        if (!given.database().isEmpty()) {
            configuration.put("databasePlace", "SUT " + given.database());
        }
        return configuration;
    }

    @Override
    public List<Path> logs() {
        return Stream.of(log()).filter(Files::exists).toList();
    }

    @Override
    public List<String> access() {
        Running started = running;
        return started == null
                ? List.of()
                : List.of(
                        "browser: " + url(started.port()) + "/",
                        "sign in (once data is loaded): user " + Names.userName(1) + ", password " + Names.password(1));
    }

    @Override
    public SutStatus status() {
        Running started = running;
        if (started == null) {
            return new SutStatus(SutStatus.State.STOPPED, name() + " is not started", List.of());
        }
        ChildProcess child = started.child();
        if (child.isAlive()) {
            return new SutStatus(
                    SutStatus.State.RUNNING,
                    name() + " (process " + child.pid() + ") listens on " + HOST + ":" + started.port(),
                    List.of(child.pid()));
        }
        return new SutStatus(SutStatus.State.FAILED, child.ending() + "; " + child.logTail(), List.of());
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
