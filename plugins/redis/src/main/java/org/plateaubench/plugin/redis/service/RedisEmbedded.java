// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Persistence;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** Servers, and proxies before them, that the harness runs in processes of their own on loopback. */
final class RedisEmbedded implements SutService {
    /** Directives whose values may be secret. */
    private static final Pattern SECRET = Pattern.compile("auth|pass|user|acl", Pattern.CASE_INSENSITIVE);

    private final String sut;
    private final RedisServiceParameters given;
    private final Path folder;
    /** Held by whoever starts, stops or clears: a start that is given up takes a while to end what it began. */
    private final ReentrantLock change = new ReentrantLock();

    private volatile @Nullable RedisFleet running;

    RedisEmbedded(SutContext<RedisServiceParameters> context) {
        this.sut = context.name();
        this.given = context.parameters();
        this.folder = context.folder().toAbsolutePath();
    }

    @Override
    public void fetch(Progress progress) throws SutException, InterruptedException {
        RedisProgram.server(given.server(), progress);
        if (given.twemproxy() > 0) {
            RedisProxy.Product.TWEMPROXY.installed();
        }
        if (given.haproxy()) {
            RedisProxy.Product.HAPROXY.installed();
        }
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        change.lockInterruptibly();
        try {
            if (running != null) {
                throw new SutException(name() + " was started already; stop it first.");
            }
            prepareFolders();
            RedisFleet fleet = RedisFleet.start(name(), given, folder, progress);
            running = fleet;
            return fleet.place().address(sut);
        } finally {
            change.unlock();
        }
    }

    /** Without persistence nothing of an earlier start is loaded, and a cluster begins with empty nodes. */
    private void prepareFolders() throws SutException {
        try {
            if (given.cluster() || given.persistence() == Persistence.NONE) {
                for (Path server : RedisFleet.everyServer(folder)) {
                    FileTree.remove(RedisProcess.data(server));
                }
            }
        } catch (IOException e) {
            throw new SutException(
                    name() + ": what an earlier start has stored in " + folder + " cannot be removed: " + e, e);
        }
    }

    private String name() {
        return "Redis of SUT " + sut;
    }

    @Override
    public void stop() throws SutException {
        change.lock();
        try {
            RedisFleet fleet = running;
            if (fleet != null) {
                fleet.close();
                running = null;
            }
        } finally {
            change.unlock();
        }
    }

    @Override
    public void clear() throws SutException {
        change.lock();
        try {
            if (running != null) {
                throw new SutException(name() + " is started; stop it before its data is removed.");
            }
            for (Path server : RedisFleet.everyServer(folder)) {
                FileTree.remove(RedisProcess.data(server));
            }
        } catch (IOException e) {
            throw new SutException("The data in " + RedisFleet.servers(folder) + " cannot be removed: " + e, e);
        } finally {
            change.unlock();
        }
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        RedisFleet fleet = running;
        if (fleet == null) {
            throw new SutException(name() + " is not started, so it cannot be asked for its settings.");
        }
        try {
            Map<String, String> configuration = RedisDescription.of(fleet.place());
            configuration.put("program", fleet.program().toString());
            configuration.put("instances", Integer.toString(given.instances()));
            configuration.put("twemproxies", Integer.toString(given.twemproxy()));
            configuration.put("haproxy", Boolean.toString(given.haproxy()));
            given.settings()
                    .forEach((name, value) ->
                            configuration.put(name, SECRET.matcher(name).find() ? "(not shown)" : value));
            return configuration;
        } catch (IOException e) {
            throw new SutException(name() + " does not tell its settings: " + e.getMessage(), e);
        }
    }

    @Override
    public List<Path> logs() {
        RedisFleet fleet = running;
        return fleet == null ? List.of() : fleet.logs();
    }

    @Override
    public List<String> access() {
        RedisFleet fleet = running;
        if (fleet == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        if (!given.password().isEmpty()) {
            lines.add("password: the one that was given, in REDISCLI_AUTH");
        }
        InetSocketAddress entry = fleet.place().nodes().getFirst();
        lines.add("client: redis-cli " + (given.cluster() ? "-c " : "") + "-h " + entry.getHostString() + " -p "
                + entry.getPort());
        return lines;
    }

    @Override
    public SutStatus status() {
        RedisFleet fleet = running;
        return fleet == null
                ? new SutStatus(SutStatus.State.STOPPED, name() + " is not started", List.of())
                : fleet.status(name());
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
