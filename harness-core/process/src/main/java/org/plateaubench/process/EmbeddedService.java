// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/**
 * The lifecycle of a SUT that the harness runs in separate processes on loopback, from start to clearing. A service
 * defines how its servers are {@linkplain #launch launched} and described; everything else is the same for all
 * services.
 */
public abstract class EmbeddedService implements SutService {
    /** Address on which servers of the harness listen. */
    public static final String HOST = "127.0.0.1";

    private final String title;
    private final String service;
    private final String sut;
    private final Path folder;
    /** Held while starting, stopping or clearing: a cancelled start takes a while to end the servers it started. */
    private final ReentrantLock lifecycleLock = new ReentrantLock();

    private volatile @Nullable Running running;

    private record Running(RunningSut sut, List<ServerProcess> servers) {}

    protected EmbeddedService(String title, String service, SutContext<?> context) {
        this.title = title;
        this.service = service;
        this.sut = context.name();
        this.folder = context.folder().toAbsolutePath();
    }

    /** Returns when all servers can be used. If this throws, the caller ends the servers, or retries a taken port. */
    protected abstract RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException;

    /** Returns the files that clearing removes, existing or not: by default the service's folder except its logs. */
    protected List<Path> storedFiles() throws IOException, SutException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> logs = logFiles();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !logs.contains(file)).toList();
        }
    }

    protected List<Path> logFiles() throws IOException {
        return List.of(log());
    }

    /** Called at the end of each stop, even if no server ran. */
    protected void stopped() throws IOException {}

    protected final String name() {
        return title + " of SUT " + sut;
    }

    protected final String sut() {
        return sut;
    }

    protected final Path folder() {
        return folder;
    }

    protected final Path log() {
        return folder.resolve(service + ".log");
    }

    @Override
    public final SutAddress start(Progress progress) throws SutException, InterruptedException {
        lifecycleLock.lockInterruptibly();
        try {
            if (running != null) {
                throw new SutException(name() + " was started already; stop it first.");
            }
            progress.report("starting " + name(), 0, 0, "");
            Running started = Servers.launch(servers -> new Running(launch(servers, progress), servers.started()));
            running = started;
            return new SutAddress(sut, service, started.sut().properties());
        } catch (IOException e) {
            throw new SutException(
                    "The files of " + name() + " in " + folder + " cannot be used: " + IoReason.of(e), e);
        } finally {
            lifecycleLock.unlock();
        }
    }

    @Override
    public final void stop() throws SutException {
        lifecycleLock.lock();
        try {
            Running started = running;
            if (started != null) {
                Servers.end(started.servers());
                running = null;
            }
            stopped();
        } catch (IOException e) {
            throw new SutException(name() + " has ended, but its files cannot be removed: " + IoReason.of(e), e);
        } finally {
            lifecycleLock.unlock();
        }
    }

    @Override
    public final void clear() throws SutException {
        lifecycleLock.lock();
        try {
            if (running != null) {
                throw new SutException(name() + " is started; stop it before its data is removed.");
            }
            for (Path file : storedFiles()) {
                FileTree.remove(file);
            }
        } catch (IOException e) {
            throw new SutException(
                    "The data of " + name() + " in " + folder + " cannot be removed: " + IoReason.of(e), e);
        } finally {
            lifecycleLock.unlock();
        }
    }

    @Override
    public final Map<String, String> configuration() throws SutException {
        Running started = running;
        if (started == null) {
            throw new SutException(name() + " is not started, so its settings cannot be read.");
        }
        try {
            return started.sut().configuration();
        } catch (IOException e) {
            throw new SutException(name() + " does not report its settings: " + e.getMessage(), e);
        }
    }

    @Override
    public final List<Path> logs() {
        try {
            return logFiles().stream().filter(Files::exists).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public final List<String> access() {
        Running started = running;
        return started == null ? List.of() : started.sut().access();
    }

    @Override
    public final SutStatus status() {
        Running started = running;
        if (started == null) {
            return new SutStatus(SutStatus.State.STOPPED, name() + " is not started", List.of());
        }
        List<ServerProcess> servers = started.servers();
        List<Long> pids = servers.stream()
                .filter(ServerProcess::isAlive)
                .map(ServerProcess::pid)
                .toList();
        return servers.stream()
                .filter(server -> !server.isAlive())
                .findFirst()
                .map(ended -> new SutStatus(SutStatus.State.FAILED, ended.ending(), pids))
                .orElseGet(() -> new SutStatus(
                        SutStatus.State.RUNNING,
                        nameWithProcesses(servers) + " listens on "
                                + started.sut().endpoint(),
                        pids));
    }

    private String nameWithProcesses(List<ServerProcess> servers) {
        String processes =
                servers.stream().map(server -> Long.toString(server.pid())).collect(Collectors.joining(", "));
        return name() + " (process" + (servers.size() == 1 ? " " : "es ") + processes + ")";
    }

    @Override
    public final void close() throws SutException {
        stop();
    }
}
