// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.plugin.redis.service.RedisPlace.Topology;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerGuard;
import org.plateaubench.process.ServerGuard.StopSignal;
import org.plateaubench.spi.SutException;

/** A real proxy in a process of its own on loopback, tied to the harness as the servers are. Any thread. */
final class RedisProxy implements AutoCloseable {
    /** It makes room for as many connections as it may have files, which some containers leave without bound. */
    private static final String BOUNDED = "ulimit -n 65536 2>/dev/null; exec \"$0\" \"$@\"";

    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(3);
    private static final Duration PATIENCE = SHUTDOWN_LIMIT.plusSeconds(3);

    private final ChildProcess guard;
    private final Product product;
    private final int port;
    private final Path configuration;
    private final Path log;

    /** The proxies that can be started. */
    enum Product {
        /** Spreads keys over servers by consistent hashing. */
        TWEMPROXY("Twemproxy", "nutcracker", "nutcracker"),
        /** Hands connections to the next in turn. */
        HAPROXY("HAProxy", "haproxy", "haproxy");

        private final String title;
        private final String program;
        private final String systemPackage;

        Product(String title, String program, String systemPackage) {
            this.title = title;
            this.program = program;
            this.systemPackage = systemPackage;
        }

        String title() {
            return title;
        }

        /** Where it is installed. */
        Path installed() throws SutException {
            return RedisProgram.installed(program)
                    .orElseThrow(() -> new SutException(title + " (program " + program
                            + ") is not installed here; run: sudo apt-get install " + systemPackage
                            + ", or leave it out of the SUT."));
        }

        private String configuration(int port, String password, List<InetSocketAddress> behind) {
            return this == TWEMPROXY ? twemproxy(port, password, behind) : haproxy(port, behind);
        }

        /**
         * No server is ever left out ({@code auto_eject_hosts}): its keys would move to others, and a fault would look
         * like misses. The default hash, of 32 bits in truth, puts numbered keys close together on the ring, so that of
         * three servers one may get none of 300 keys.
         */
        private static String twemproxy(int port, String password, List<InetSocketAddress> behind) {
            StringBuilder text = new StringBuilder("""
                    plateau:
                      listen: %s:%d
                      hash: murmur
                      distribution: ketama
                      auto_eject_hosts: false
                      preconnect: true
                      redis: true
                    """.formatted(RedisProcess.HOST, port));
            if (!password.isEmpty()) {
                text.append("  redis_auth: '")
                        .append(password.replace("'", "''"))
                        .append("'\n");
            }
            text.append("  servers:\n");
            for (int i = 0; i < behind.size(); i++) {
                // By name: the ring, and with it the place of every key, is the same whatever the ports are.
                text.append("   - %s:1 server%d\n".formatted(RedisDescription.text(behind.get(i)), i + 1));
            }
            return text.toString();
        }

        private static String haproxy(int port, List<InetSocketAddress> behind) {
            StringBuilder text = new StringBuilder("""
                    defaults
                      mode tcp
                      timeout connect 5s
                      timeout client 1h
                      timeout server 1h
                    listen plateau
                      bind %s:%d
                      balance roundrobin
                    """.formatted(RedisProcess.HOST, port));
            for (int i = 0; i < behind.size(); i++) {
                text.append("  server proxy%d %s\n".formatted(i + 1, RedisDescription.text(behind.get(i))));
            }
            return text.toString();
        }

        private List<String> command(Path program, Path configuration, Path log) throws SutException {
            return switch (this) {
                case TWEMPROXY ->
                    List.of(
                            program.toString(),
                            "--conf-file=" + configuration,
                            "--output=" + log,
                            "--pid-file=" + configuration + ".pid",
                            "--stats-addr=" + RedisProcess.HOST,
                            "--stats-port=" + Ports.free());
                case HAPROXY ->
                    List.of("/bin/sh", "-c", BOUNDED, program.toString(), "-db", "-f", configuration.toString());
            };
        }
    }

    private RedisProxy(ChildProcess guard, Product product, int port, Path configuration, Path log) {
        this.guard = guard;
        this.product = product;
        this.port = port;
        this.configuration = configuration;
        this.log = log;
    }

    /**
     * Starts a proxy and returns when it passes on a client's connection; leaves no process behind otherwise.
     *
     * @param name what it is called in messages and files
     * @param folder takes configuration and log; exists
     * @param port 0 for a free one
     * @param password of the servers, and what clients must say
     * @param behind where it passes on to
     */
    static RedisProxy start(
            Product product, String name, Path folder, int port, String password, List<InetSocketAddress> behind)
            throws SutException, InterruptedException {
        Path program = product.installed();
        return ChosenPort.start(port, product.title + " " + name, itsPort -> {
            Path configuration = written(folder.resolve(name + ".conf"), product, itsPort, password, behind);
            Path log = folder.resolve(name + ".log");
            ChildProcess guard = ChildProcess.start(
                    new ChildCommand(
                            product.title + " " + name,
                            ServerGuard.guarded(
                                    StopSignal.TERM, SHUTDOWN_LIMIT, product.command(program, configuration, log)),
                            Map.of("LC_ALL", "C"),
                            folder,
                            log),
                    PATIENCE);
            RedisProxy proxy = new RedisProxy(guard, product, itsPort, configuration, log);
            guard.awaitReady(child -> Optional.of(proxy.answer(password)), READY_LIMIT);
            return proxy;
        });
    }

    private static Path written(Path file, Product product, int port, String password, List<InetSocketAddress> behind)
            throws SutException {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, product.configuration(port, password, behind));
        } catch (IOException e) {
            throw new SutException("The file " + file + " cannot be written: " + e, e);
        }
    }

    private String answer(String password) throws IOException {
        List<InetSocketAddress> itself = List.of(endpoint());
        RedisPlace place = new RedisPlace(itself, List.of(), Topology.PROXY, "", password, false, "", 0, 2);
        try (RedisConsole console = RedisConsole.open(place, endpoint())) {
            return console.text("PING");
        }
    }

    InetSocketAddress endpoint() {
        return InetSocketAddress.createUnresolved(RedisProcess.HOST, port);
    }

    Path log() {
        return log;
    }

    /** Process id of the proxy itself, none when it is gone. */
    Optional<Long> pid() {
        return ProcessHandle.of(guard.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(process -> process.info().command().orElse("").endsWith("/" + product.program))
                .map(ProcessHandle::pid)
                .findFirst();
    }

    boolean isAlive() {
        return guard.isAlive();
    }

    String ending() {
        return guard.ending() + "; " + guard.logTail();
    }

    /** Stops it, and removes its configuration file, which may hold a password. */
    @Override
    public void close() throws SutException {
        guard.close();
        RedisProcess.remove(configuration);
    }
}
