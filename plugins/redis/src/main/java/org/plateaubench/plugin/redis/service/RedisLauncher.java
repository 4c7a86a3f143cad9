// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.plugin.redis.service.RedisProxy.Product;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** Launches all processes of one embedded SUT. One thread. */
final class RedisLauncher {
    private final String name;
    private final RedisServiceParameters given;
    private final Path folder;
    private final Path program;
    private final Servers servers;
    private final Progress progress;

    /** Creates a launcher with the server's program and the SUT's folder. */
    RedisLauncher(
            String name, RedisServiceParameters given, Path folder, Path program, Servers servers, Progress progress) {
        this.name = name;
        this.given = given;
        this.folder = folder;
        this.program = program;
        this.servers = servers;
        this.progress = progress;
    }

    /** Returns the addresses for clients and of the counters. */
    RedisAddress started() throws IOException, SutException, InterruptedException {
        List<InetSocketAddress> ends = startServers();
        List<InetSocketAddress> proxies = startProxies(ends);
        return new RedisAddress(
                proxies.isEmpty() ? ends : proxies,
                ends,
                topology(!proxies.isEmpty()),
                "",
                given.password(),
                false,
                "",
                given.database(),
                given.protocol());
    }

    private Topology topology(boolean behindProxies) {
        if (behindProxies) {
            return Topology.PROXY;
        }
        return given.cluster() ? Topology.CLUSTER : Topology.SERVERS;
    }

    private List<InetSocketAddress> startServers() throws IOException, SutException, InterruptedException {
        List<RedisProcess> all = new ArrayList<>();
        int count = given.instances();
        for (int i = 1; i <= count; i++) {
            progress.report("starting " + name, i - 1L, count, "servers");
            String which = count == 1 ? "" : ", server " + i;
            Path own = folder.resolve("servers").resolve(Integer.toString(i));
            all.add(RedisProcess.start(
                    new RedisProcess.Launch(
                            name + which, program, own, port(i - 1), given.password(), given.directives()),
                    servers));
        }
        if (given.cluster()) {
            progress.report("creating a cluster of " + name, 0, 0, "");
            RedisCluster.form(all);
        }
        return all.stream().map(RedisProcess::endpoint).toList();
    }

    /** Returns the addresses of the first proxies; none without proxies. */
    private List<InetSocketAddress> startProxies(List<InetSocketAddress> ends)
            throws IOException, SutException, InterruptedException {
        Path own = Files.createDirectories(folder.resolve("proxies"));
        String password = given.password();
        List<InetSocketAddress> twemproxies = new ArrayList<>();
        for (int i = 1; i <= given.twemproxy(); i++) {
            progress.report("starting Twemproxies", i - 1L, given.twemproxy(), "proxies");
            int port = port(given.instances() + i - 1);
            twemproxies.add(RedisProxy.start(servers, Product.TWEMPROXY, "twemproxy" + i, own, port, password, ends));
        }
        if (!given.haproxy()) {
            return twemproxies;
        }
        progress.report("starting HAProxy", 0, 1, "proxies");
        int port = port(given.instances() + given.twemproxy());
        List<InetSocketAddress> behind = twemproxies.isEmpty() ? ends : twemproxies;
        return List.of(RedisProxy.start(servers, Product.HAPROXY, "haproxy", own, port, password, behind));
    }

    private int port(int offset) {
        return given.port() == 0 ? 0 : given.port() + offset;
    }
}
