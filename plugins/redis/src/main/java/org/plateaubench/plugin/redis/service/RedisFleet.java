// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.plugin.redis.service.RedisPlace.Topology;
import org.plateaubench.plugin.redis.service.RedisProxy.Product;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutStatus;

/** All processes of one embedded SUT that runs. Filled by one thread; then any. */
final class RedisFleet implements AutoCloseable {
    private final RedisServiceParameters given;
    private final Path folder;
    private final Path program;
    private final List<RedisProcess> servers = new ArrayList<>();
    private final List<RedisProxy> twemproxies = new ArrayList<>();
    private final List<RedisProxy> haproxies = new ArrayList<>();

    private RedisFleet(RedisServiceParameters given, Path folder, Path program) {
        this.given = given;
        this.folder = folder;
        this.program = program;
    }

    /** Starts all of it or leaves nothing behind. */
    static RedisFleet start(String name, RedisServiceParameters given, Path folder, Progress progress)
            throws SutException, InterruptedException {
        RedisFleet fleet = new RedisFleet(given, folder, RedisProgram.server(given.server(), progress));
        boolean complete = false;
        try {
            fleet.startServers(name, progress);
            fleet.startProxies(name, progress);
            complete = true;
            return fleet;
        } finally {
            if (!complete) {
                fleet.close();
            }
        }
    }

    private void startServers(String name, Progress progress) throws SutException, InterruptedException {
        int count = given.instances();
        for (int i = 1; i <= count; i++) {
            progress.report("starting " + name, i - 1L, count, "servers");
            String which = count == 1 ? "" : ", server " + i;
            servers.add(RedisProcess.start(new RedisProcess.Launch(
                    name + which, program, server(folder, i), port(i - 1), given.password(), given.directives())));
        }
        if (given.cluster()) {
            progress.report("making a cluster of " + name, 0, 0, "");
            RedisCluster.form(servers);
        }
    }

    private void startProxies(String name, Progress progress) throws SutException, InterruptedException {
        Path proxies = folder.resolve("proxies");
        try {
            Files.createDirectories(proxies);
        } catch (IOException e) {
            throw new SutException(name + ": the folder " + proxies + " cannot be made: " + e, e);
        }
        List<InetSocketAddress> behind =
                servers.stream().map(RedisProcess::endpoint).toList();
        for (int i = 1; i <= given.twemproxy(); i++) {
            progress.report("starting Twemproxies", i - 1L, given.twemproxy(), "proxies");
            int port = port(given.instances() + i - 1);
            twemproxies.add(
                    RedisProxy.start(Product.TWEMPROXY, "twemproxy" + i, proxies, port, given.password(), behind));
        }
        if (given.haproxy()) {
            progress.report("starting HAProxy", 0, 1, "proxies");
            int port = port(given.instances() + given.twemproxy());
            List<InetSocketAddress> next = twemproxies.isEmpty() ? behind : endpoints(twemproxies);
            haproxies.add(RedisProxy.start(Product.HAPROXY, "haproxy", proxies, port, given.password(), next));
        }
    }

    private int port(int offset) {
        return given.port() == 0 ? 0 : given.port() + offset;
    }

    private static List<InetSocketAddress> endpoints(List<RedisProxy> proxies) {
        return proxies.stream().map(RedisProxy::endpoint).toList();
    }

    /** The folder of all servers of a SUT. */
    static Path servers(Path folder) {
        return folder.resolve("servers");
    }

    /** The folders of all servers of this and earlier starts. */
    static List<Path> everyServer(Path folder) throws IOException {
        if (!Files.isDirectory(servers(folder))) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(servers(folder))) {
            return all.toList();
        }
    }

    /** The folder of a server, counted from 1. */
    static Path server(Path folder, int number) {
        return servers(folder).resolve(Integer.toString(number));
    }

    /** Where clients connect, and where the counters are. */
    RedisPlace place() {
        List<InetSocketAddress> ends =
                servers.stream().map(RedisProcess::endpoint).toList();
        List<RedisProxy> first = haproxies.isEmpty() ? twemproxies : haproxies;
        return new RedisPlace(
                first.isEmpty() ? ends : endpoints(first),
                ends,
                topology(first),
                "",
                given.password(),
                false,
                "",
                given.database(),
                given.protocol());
    }

    private Topology topology(List<RedisProxy> proxies) {
        if (!proxies.isEmpty()) {
            return Topology.PROXY;
        }
        return given.cluster() ? Topology.CLUSTER : Topology.SERVERS;
    }

    /** The server's program. */
    Path program() {
        return program;
    }

    List<Path> logs() {
        return Stream.of(
                        servers.stream().map(RedisProcess::log),
                        twemproxies.stream().map(RedisProxy::log),
                        haproxies.stream().map(RedisProxy::log))
                .flatMap(logs -> logs)
                .filter(Files::exists)
                .toList();
    }

    /** How all of it is; the first process that is gone tells how. */
    SutStatus status(String name) {
        List<Long> processes = new ArrayList<>();
        List<String> endings = new ArrayList<>();
        for (RedisProcess server : servers) {
            if (server.isAlive()) {
                processes.add(server.pid());
            } else {
                endings.add(server.ending());
            }
        }
        for (RedisProxy proxy :
                Stream.concat(twemproxies.stream(), haproxies.stream()).toList()) {
            if (proxy.isAlive()) {
                proxy.pid().ifPresent(processes::add);
            } else {
                endings.add(proxy.ending());
            }
        }
        if (!endings.isEmpty()) {
            return new SutStatus(SutStatus.State.FAILED, endings.getFirst(), processes);
        }
        String detail = name + " (process" + (processes.size() == 1 ? " " : "es ")
                + String.join(", ", processes.stream().map(String::valueOf).toList()) + ") listens at " + place();
        return new SutStatus(SutStatus.State.RUNNING, detail, processes);
    }

    /** Ends all; the first failure is told once the others have ended. */
    @Override
    public void close() throws SutException {
        List<AutoCloseable> all = new ArrayList<>(haproxies);
        all.addAll(twemproxies);
        all.addAll(servers);
        SutException failure = null;
        for (AutoCloseable process : all) {
            try {
                process.close();
            } catch (SutException e) {
                failure = failure == null ? e : failure;
            } catch (Exception e) {
                throw new IllegalStateException("processes end with a SutException or without one", e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
