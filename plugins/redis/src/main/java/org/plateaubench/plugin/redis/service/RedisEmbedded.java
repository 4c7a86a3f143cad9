// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.service.RedisProxy.Product;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Persistence;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** Servers, and proxies in front of them, that the harness runs in separate processes on loopback. */
final class RedisEmbedded extends EmbeddedService {
    /** Directives whose values may be secret. */
    private static final Pattern SECRET = Pattern.compile("auth|pass|user|acl", Pattern.CASE_INSENSITIVE);

    private final RedisServiceParameters parameters;

    RedisEmbedded(SutContext<RedisServiceParameters> context) {
        super("Redis", RedisAddress.SERVICE, context);
        this.parameters = context.parameters();
    }

    @Override
    public void fetch(Progress progress) throws SutException, InterruptedException {
        RedisProcess.program(parameters.server(), progress);
        if (parameters.twemproxy() > 0) {
            RedisProxy.Product.TWEMPROXY.findProgram();
        }
        if (parameters.haproxy()) {
            RedisProxy.Product.HAPROXY.findProgram();
        }
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        // Without persistence no data of an earlier start is loaded, and a cluster begins with empty nodes.
        if (parameters.cluster() || parameters.persistence() == Persistence.NONE) {
            for (Path data : storedFiles()) {
                FileTree.remove(data);
            }
        }
        Path program = RedisProcess.program(parameters.server(), progress);
        List<InetSocketAddress> endpoints = startServers(program, servers, progress);
        List<InetSocketAddress> proxies = startProxies(endpoints, servers, progress);
        return running(parameters.redisAddress(proxies.isEmpty() ? endpoints : proxies, endpoints), program);
    }

    private List<InetSocketAddress> startServers(Path program, Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        List<RedisProcess> all = new ArrayList<>();
        int count = parameters.instances();
        for (int i = 1; i <= count; i++) {
            progress.report("starting " + name(), i - 1L, count, "servers");
            String title = name() + (count == 1 ? "" : ", server " + i);
            Path folder = folder().resolve("servers").resolve(Integer.toString(i));
            all.add(RedisProcess.start(
                    servers, title, program, folder, port(i - 1), parameters.password(), parameters.directives()));
        }
        if (parameters.cluster()) {
            progress.report("creating a cluster of " + name(), 0, 0, "");
            RedisProcess.formCluster(all);
        }
        return all.stream().map(RedisProcess::endpoint).toList();
    }

    private List<InetSocketAddress> startProxies(List<InetSocketAddress> endpoints, Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        Path proxyFolder = Files.createDirectories(folder().resolve("proxies"));
        String password = parameters.password();
        List<InetSocketAddress> twemproxies = new ArrayList<>();
        for (int i = 1; i <= parameters.twemproxy(); i++) {
            progress.report("starting Twemproxies", i - 1L, parameters.twemproxy(), "proxies");
            int port = port(parameters.instances() + i - 1);
            twemproxies.add(RedisProxy.start(
                    servers, Product.TWEMPROXY, "twemproxy" + i, proxyFolder, port, password, endpoints));
        }
        if (!parameters.haproxy()) {
            return twemproxies;
        }
        progress.report("starting HAProxy", 0, 1, "proxies");
        int port = port(parameters.instances() + parameters.twemproxy());
        List<InetSocketAddress> backends = twemproxies.isEmpty() ? endpoints : twemproxies;
        return List.of(RedisProxy.start(servers, Product.HAPROXY, "haproxy", proxyFolder, port, password, backends));
    }

    private int port(int offset) {
        return parameters.port() == 0 ? 0 : parameters.port() + offset;
    }

    @Override
    protected List<Path> storedFiles() throws IOException {
        return files("/data");
    }

    @Override
    protected List<Path> logFiles() throws IOException {
        return files(".log");
    }

    /** Returns the files of this and earlier starts whose paths end with a suffix. */
    private List<Path> files(String suffix) throws IOException {
        if (!Files.isDirectory(folder())) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder(), 3)) {
            return all.filter(path -> folder().relativize(path).toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private RunningSut running(RedisAddress address, Path program) {
        return new RunningSut() {
            @Override
            public Map<String, String> properties() {
                return address.properties();
            }

            @Override
            public String endpoint() {
                return address.toString();
            }

            @Override
            public Map<String, String> configuration() throws IOException {
                Map<String, String> configuration = RedisExternal.Description.of(address);
                configuration.put("program", program.toString());
                configuration.put("instances", Integer.toString(parameters.instances()));
                configuration.put("twemproxies", Integer.toString(parameters.twemproxy()));
                configuration.put("haproxy", Boolean.toString(parameters.haproxy()));
                parameters
                        .settings()
                        .forEach((name, value) ->
                                configuration.put(name, SECRET.matcher(name).find() ? "(not shown)" : value));
                return configuration;
            }

            @Override
            public List<String> access() {
                InetSocketAddress entry = address.nodes().getFirst();
                String login = parameters.password().isEmpty() ? "" : ", with the given password in REDISCLI_AUTH";
                return List.of("client: redis-cli " + (parameters.cluster() ? "-c " : "") + "-h "
                        + entry.getHostString() + " -p " + entry.getPort() + login);
            }
        };
    }
}
