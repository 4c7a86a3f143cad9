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

    private final RedisServiceParameters given;

    RedisEmbedded(SutContext<RedisServiceParameters> context) {
        super("Redis", RedisAddress.SERVICE, context);
        this.given = context.parameters();
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
    protected RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        // Without persistence no data of an earlier start is loaded, and a cluster begins with empty nodes.
        if (given.cluster() || given.persistence() == Persistence.NONE) {
            for (Path data : stored()) {
                FileTree.remove(data);
            }
        }
        Path program = RedisProgram.server(given.server(), progress);
        return new Processes(new RedisLauncher(name(), given, folder(), program, servers, progress).started(), program);
    }

    /** Returns the data of all servers of this and earlier starts. */
    @Override
    protected List<Path> stored() throws IOException {
        return inside("servers").map(RedisProcess::data).toList();
    }

    /** Returns the logs, including those of earlier starts. */
    @Override
    protected List<Path> logFiles() throws IOException {
        Stream<Path> servers = inside("servers").map(RedisProcess::log);
        Stream<Path> proxies = inside("proxies").filter(file -> file.toString().endsWith(".log"));
        return Stream.concat(servers, proxies).toList();
    }

    private Stream<Path> inside(String name) throws IOException {
        if (!Files.isDirectory(folder().resolve(name))) {
            return Stream.of();
        }
        try (Stream<Path> all = Files.list(folder().resolve(name))) {
            return all.sorted().toList().stream();
        }
    }

    /** All processes. */
    private final class Processes implements RunningSut {
        private final RedisAddress place;
        private final Path program;

        Processes(RedisAddress place, Path program) {
            this.place = place;
            this.program = program;
        }

        @Override
        public Map<String, String> properties() {
            return place.properties();
        }

        @Override
        public String place() {
            return place.toString();
        }

        @Override
        public Map<String, String> configuration() throws IOException {
            Map<String, String> configuration = RedisDescription.of(place);
            configuration.put("program", program.toString());
            configuration.put("instances", Integer.toString(given.instances()));
            configuration.put("twemproxies", Integer.toString(given.twemproxy()));
            configuration.put("haproxy", Boolean.toString(given.haproxy()));
            given.settings()
                    .forEach((name, value) ->
                            configuration.put(name, SECRET.matcher(name).find() ? "(not shown)" : value));
            return configuration;
        }

        @Override
        public List<String> access() {
            List<String> lines = new ArrayList<>();
            if (!given.password().isEmpty()) {
                lines.add("password: the one that was given, in REDISCLI_AUTH");
            }
            InetSocketAddress entry = place.nodes().getFirst();
            lines.add("client: redis-cli " + (given.cluster() ? "-c " : "") + "-h " + entry.getHostString() + " -p "
                    + entry.getPort());
            return lines;
        }
    }
}
