// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** Mail servers that are installed on this host, started together with a configuration of their own in a folder. */
public abstract class MailServers implements SutService {
    private static final int TRIES = 3;
    /** What a path may have so that a socket below it still has one that the system takes (107). */
    private static final int SHORT_PATH = 60;

    private final String title;
    private final String service;
    private final String sut;
    private final Path folder;
    /** Held by whoever starts, stops or clears: a start that is given up takes a while to end what it began. */
    private final ReentrantLock change = new ReentrantLock();

    private volatile @Nullable Running running;

    /**
     * Servers that answer.
     *
     * @param servers in the order of their start
     * @param properties of the address
     * @param configuration what is told of their versions and settings
     * @param access lines for a person
     */
    public record Running(
            List<HostServer> servers,
            Map<String, String> properties,
            Map<String, String> configuration,
            List<String> access) {
        public Running {
            servers = List.copyOf(servers);
            properties = Map.copyOf(properties);
            configuration = new TreeMap<>(configuration);
            access = List.copyOf(access);
        }
    }

    /** Of a SUT. */
    protected MailServers(String title, String service, SutContext<?> context) {
        this.title = title;
        this.service = service;
        this.sut = context.name();
        this.folder = context.folder().toAbsolutePath();
    }

    /**
     * Starts all servers.
     *
     * @param room where sockets can be made
     * @param started takes each server once it answers, so that none is left behind when a later one does not
     */
    protected abstract Running launch(Path room, String password, List<HostServer> started, Progress progress)
            throws IOException, SutException, InterruptedException;

    /** What they store. */
    protected abstract List<Path> stored();

    /** The folder of the SUT. */
    protected final Path folder() {
        return folder;
    }

    /** Name of the SUT. */
    protected final String sut() {
        return sut;
    }

    /** How messages call the servers. */
    protected final String name() {
        return title + " of SUT " + sut;
    }

    /** Holds the password of this start. */
    protected final Path passwordFile() {
        return folder.resolve("password");
    }

    @Override
    public final SutAddress start(Progress progress) throws SutException, InterruptedException {
        change.lockInterruptibly();
        try {
            if (running != null) {
                throw new SutException(name() + " was started already; stop it first.");
            }
            progress.report("starting " + name(), 0, 0, "");
            Running started = launched(progress);
            running = started;
            return new SutAddress(sut, service, started.properties());
        } catch (IOException e) {
            throw new SutException("The files of " + name() + " in " + folder + " cannot be written: " + e, e);
        } finally {
            change.unlock();
        }
    }

    private Running launched(Progress progress) throws IOException, SutException, InterruptedException {
        for (int tries = 1; ; tries++) {
            List<HostServer> started = new ArrayList<>();
            boolean complete = false;
            try {
                String password = OwnerOnly.newPassword();
                OwnerOnly.file(passwordFile(), password);
                Running all = launch(room(), password, started, progress);
                complete = true;
                return all;
            } catch (SutException e) {
                // Somebody took a port between our look and the server's.
                boolean taken = String.valueOf(e.getMessage()).contains("ddress already in use");
                if (!taken || tries == TRIES) {
                    throw e;
                }
            } finally {
                if (!complete) {
                    end(started);
                }
            }
        }
    }

    private Path room() throws IOException, SutException {
        Path room = folder.resolve("run");
        if (room.toString().length() <= SHORT_PATH) {
            FileTree.remove(room);
            // Dovecot wants it so; what is in it is for the owner only.
            return Files.createDirectory(
                    room, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        Path link = folder.resolve("run-elsewhere");
        if (Files.exists(link)) {
            FileTree.remove(link.toRealPath());
        }
        Files.deleteIfExists(link);
        Path elsewhere = Files.createTempDirectory("plateau-mail"); // its owner's only
        if (elsewhere.toString().length() > SHORT_PATH) {
            Files.delete(elsewhere);
            throw new SutException(name() + " has no place for its sockets, whose folder's path may have " + SHORT_PATH
                    + " characters: " + room + " has " + room.toString().length() + ", and " + elsewhere + " has "
                    + elsewhere.toString().length() + "; name a shorter folder for runs by --runs-dir.");
        }
        Files.createSymbolicLink(link, elsewhere);
        return elsewhere;
    }

    @Override
    public final void stop() throws SutException {
        change.lock();
        try {
            Running servers = running;
            if (servers != null) {
                end(servers.servers());
                running = null;
            }
            Path link = folder.resolve("run-elsewhere");
            if (Files.exists(link)) {
                FileTree.remove(link.toRealPath());
            }
        } catch (IOException e) {
            throw new SutException("The sockets of " + name() + " cannot be removed: " + e, e);
        } finally {
            change.unlock();
        }
    }

    /** Ends all, the last started first; the first failure is told once the others have ended. */
    private static void end(List<HostServer> servers) throws SutException {
        SutException failure = null;
        for (HostServer server : servers.reversed()) {
            try {
                server.close();
            } catch (SutException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public final void clear() throws SutException {
        change.lock();
        try {
            if (running != null) {
                throw new SutException(name() + " is started; stop it before its mail is removed.");
            }
            for (Path store : stored()) {
                FileTree.remove(store);
            }
        } catch (IOException e) {
            throw new SutException("The mail in " + folder + " cannot be removed: " + e, e);
        } finally {
            change.unlock();
        }
    }

    @Override
    public final Map<String, String> configuration() throws SutException {
        Running servers = running;
        if (servers == null) {
            throw new SutException(name() + " is not started, so it cannot be asked for its settings.");
        }
        return servers.configuration();
    }

    @Override
    public final List<Path> logs() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public final List<String> access() {
        Running servers = running;
        return servers == null ? List.of() : servers.access();
    }

    @Override
    public final SutStatus status() {
        Running servers = running;
        if (servers == null) {
            return new SutStatus(SutStatus.State.STOPPED, name() + " is not started", List.of());
        }
        List<Long> processes = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (HostServer server : servers.servers()) {
            if (!server.isAlive()) {
                return new SutStatus(SutStatus.State.FAILED, server.ending(), processes);
            }
            processes.add(server.pid());
            words.add(server.name() + " (process " + server.pid() + ")");
        }
        return new SutStatus(SutStatus.State.RUNNING, String.join(", ", words) + " run", processes);
    }

    @Override
    public final void close() throws SutException {
        stop();
    }
}
