// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.Program;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.SutException;

/** A real proxy in a separate process on loopback, like the servers. */
final class RedisProxy {
    /** The proxy allocates space for as many connections as it may have files, which some containers do not limit. */
    private static final String WITH_FILE_LIMIT = "ulimit -n 65536 2>/dev/null; exec \"$0\" \"$@\"";

    private static final Duration READY_TIMEOUT = Duration.ofSeconds(30);

    enum Product {
        TWEMPROXY("Twemproxy", "nutcracker"),
        HAPROXY("HAProxy", "haproxy");

        private final String title;
        private final String program;

        Product(String title, String program) {
            this.title = title;
            this.program = program;
        }

        Path findProgram() throws SutException {
            return Program.find(program, List.of())
                    .orElseThrow(() -> new SutException(title + " (program " + program
                            + ") is not installed here; run: sudo apt-get install " + program
                            + ", or leave it out of the SUT."));
        }

        private String configuration(int port, String password, List<InetSocketAddress> backends) {
            return this == TWEMPROXY ? twemproxy(port, password, backends) : haproxy(port, backends);
        }

        /**
         * Returns the configuration of Twemproxy. No server is ever ejected ({@code auto_eject_hosts}): its keys would
         * move to other servers, and a fault would look like misses. The default hash, which really has 32 bits, puts
         * numbered keys close together on the ring, so that of three servers one may get none of 300 keys.
         */
        private static String twemproxy(int port, String password, List<InetSocketAddress> backends) {
            String login = password.isEmpty() ? "" : "  redis_auth: '" + password.replace("'", "''") + "'\n";
            return """
                    plateau:
                      listen: %s:%d
                      hash: murmur
                      distribution: ketama
                      auto_eject_hosts: false
                      preconnect: true
                      redis: true
                    %s  servers:
                    """.formatted(EmbeddedService.HOST, port, login)
                    // By name: the hash ring, which determines the server of a key, must not depend on the ports.
                    + lines(backends, "   - %s:1 server%d\n");
        }

        private static String haproxy(int port, List<InetSocketAddress> backends) {
            return """
                    defaults
                      mode tcp
                      timeout connect 5s
                      timeout client 1h
                      timeout server 1h
                    listen plateau
                      bind %s:%d
                      balance roundrobin
                    """.formatted(EmbeddedService.HOST, port) + lines(backends, "  server proxy%2$d %1$s\n");
        }

        private static String lines(List<InetSocketAddress> backends, String line) {
            return IntStream.range(0, backends.size())
                    .mapToObj(i -> line.formatted(RedisAddress.text(backends.get(i)), i + 1))
                    .collect(Collectors.joining());
        }

        private List<String> command(Path program, Path configuration, Path log, Path pid, Servers servers)
                throws SutException {
            return switch (this) {
                case TWEMPROXY ->
                    List.of(
                            program.toString(),
                            "--conf-file=" + configuration,
                            "--output=" + log,
                            // It must be able to write a file for its process id; the default one is the system's.
                            "--pid-file=" + pid,
                            "--stats-addr=" + EmbeddedService.HOST,
                            "--stats-port=" + servers.port(title, 0));
                case HAPROXY ->
                    List.of(
                            "/bin/sh",
                            "-c",
                            WITH_FILE_LIMIT,
                            program.toString(),
                            "-db",
                            "-f",
                            configuration.toString());
            };
        }
    }

    private RedisProxy() {}

    /** Starts a proxy on the wanted port, 0 for any, and returns its address when it forwards connections. */
    static InetSocketAddress start(
            Servers servers,
            Product product,
            String name,
            Path folder,
            int wantedPort,
            String password,
            List<InetSocketAddress> backends)
            throws IOException, SutException, InterruptedException {
        Path program = product.findProgram();
        String title = product.title + " " + name;
        int port = servers.port(title, wantedPort);
        Path configuration =
                OwnerOnly.file(folder.resolve(name + ".conf"), product.configuration(port, password, backends));
        Path log = folder.resolve(name + ".log");
        Path pid = OwnerOnly.file(folder.resolve(name + ".own-pid"), "");
        List<String> line = product.command(program, configuration, log, pid, servers);
        InetSocketAddress endpoint = InetSocketAddress.createUnresolved(EmbeddedService.HOST, port);
        servers.start(
                ServerCommand.program(title, line, folder, log)
                        .withTemporaryFile(configuration)
                        .withTemporaryFile(pid),
                child -> Optional.of(RedisProcess.ping(endpoint, password)),
                READY_TIMEOUT);
        return endpoint;
    }
}
