// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** A database server that the harness runs in a process of its own, on loopback, with one database and one user. */
public abstract class EmbeddedServer implements SutService {
    /** Where it listens. */
    public static final String HOST = "127.0.0.1";

    /** Name of the one database. */
    public static final String DATABASE = "plateau";

    /** Owner of the database; schema objects of a workload belong to it. */
    public static final String USER = "plateau";

    private final Product product;
    private final String sut;
    private final int givenPort;
    private final Path folder;
    private final DataFolder data;
    /** Held by whoever starts, stops or clears: a start that is given up takes a while to end what it began. */
    private final ReentrantLock change = new ReentrantLock();

    private volatile @Nullable Running running;

    /**
     * A server that answers.
     *
     * @param child the server, or what ties it to the harness
     * @param pid of the server itself
     */
    public record Running(ChildProcess child, long pid, DatabaseClient client, int port) {}

    /** Of a SUT; port 0 is a free one. */
    protected EmbeddedServer(Product product, SutContext<?> context, int givenPort) {
        this.product = product;
        this.sut = context.name();
        this.givenPort = givenPort;
        this.folder = context.folder().toAbsolutePath();
        this.data = new DataFolder(folder.resolve("data"));
    }

    /**
     * Starts the process and returns when a client has got an answer; leaves no process behind otherwise.
     *
     * @param port as given, 0 for a free one
     */
    protected abstract Running launch(int port, Progress progress) throws SutException, InterruptedException;

    /** What is told of a running server beside the settings that it knows itself. */
    protected abstract Map<String, String> ownConfiguration();

    /** What a workload is told beside the address. */
    protected Map<String, String> ownProperties() {
        return Map.of();
    }

    /** A command that a person can type to look inside, the password from a file. */
    protected abstract String clientCommand(int port, Path passwordFile);

    /** Further log files, whether they are there or not. */
    protected abstract List<Path> ownLogs();

    /** How messages call the server. */
    protected final String name() {
        return product.title() + " of SUT " + sut;
    }

    /** Takes what the server's process writes. */
    protected final Path log() {
        return folder.resolve(product.service() + ".log");
    }

    /** The folder of the SUT. */
    protected final Path folder() {
        return folder;
    }

    /** What the server stores. */
    protected final DataFolder data() {
        return data;
    }

    /** A client of an address on this host. */
    protected final DatabaseClient client(String url, String password) {
        return new DatabaseClient(product, sut, url, USER, password);
    }

    @Override
    public final SutAddress start(Progress progress) throws SutException, InterruptedException {
        change.lockInterruptibly();
        try {
            return startedOnce(progress);
        } finally {
            change.unlock();
        }
    }

    private SutAddress startedOnce(Progress progress) throws SutException, InterruptedException {
        if (running != null) {
            throw new SutException(name() + " was started already; stop it first.");
        }
        if (givenPort != 0) {
            Ports.requireFree(givenPort, name());
        }
        Running server = launch(givenPort, progress);
        running = server;
        Map<String, String> properties = new TreeMap<>(server.client().properties());
        properties.put("host", HOST);
        properties.put("port", Integer.toString(server.port()));
        properties.putAll(ownProperties());
        return new SutAddress(sut, product.service(), properties);
    }

    @Override
    public final void stop() throws SutException {
        change.lock();
        try {
            Running server = running;
            if (server != null) {
                server.child().close();
                running = null;
            }
        } finally {
            change.unlock();
        }
    }

    @Override
    public final void clear() throws SutException {
        change.lock();
        try {
            if (running != null) {
                throw new SutException(name() + " is started; stop it before its data is removed.");
            }
            data.remove();
        } finally {
            change.unlock();
        }
    }

    @Override
    public final Map<String, String> configuration() throws SutException {
        Running server = running;
        if (server == null) {
            throw new SutException(name() + " is not started, so it cannot be asked for its settings.");
        }
        Map<String, String> configuration = new TreeMap<>(server.client().settings());
        configuration.putAll(ownConfiguration());
        return configuration;
    }

    @Override
    public final List<Path> logs() {
        return Stream.concat(Stream.of(log()), ownLogs().stream())
                .filter(Files::exists)
                .toList();
    }

    @Override
    public final List<String> access() {
        Running server = running;
        Path password = data.passwordFile();
        return server == null
                ? List.of()
                : List.of("password: in " + password, "client: " + clientCommand(server.port(), password));
    }

    @Override
    public final SutStatus status() {
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
    public final void close() throws SutException {
        stop();
    }
}
