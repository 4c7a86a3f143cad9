// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/**
 * A real redis-server for a test, on a free loopback port and in a temporary folder that goes with it. Persistence is
 * off unless a directive says otherwise. Not for several threads.
 */
public final class TestRedis implements AutoCloseable {
    private final Path folder;
    private final String password;
    private final @Nullable ServerCertificate certificate;
    private final int tlsPort;
    private List<String> directives;
    private RedisProcess process;

    private TestRedis(
            Path folder, String password, List<String> directives, @Nullable ServerCertificate certificate, int tlsPort)
            throws IOException, SutException, InterruptedException {
        this.folder = folder;
        this.password = password;
        this.directives = directives;
        this.process = started(0);
        this.certificate = certificate;
        this.tlsPort = tlsPort;
    }

    /** A server with further lines in its configuration file, such as {@code maxmemory 2mb}. */
    public static TestRedis start(String... directives) throws IOException, SutException, InterruptedException {
        return withPassword("", directives);
    }

    /** One that wants a password of its default user. */
    public static TestRedis withPassword(String password, String... directives)
            throws IOException, SutException, InterruptedException {
        Path folder = Files.createTempDirectory("test-redis");
        return new TestRedis(folder, password, List.of(directives), null, 0);
    }

    /** One that takes encrypted connections at {@link #tlsAddress()}, and others where any server does. */
    public static TestRedis withTls(String... directives) throws IOException, SutException, InterruptedException {
        Path folder = Files.createTempDirectory("test-redis");
        ServerCertificate certificate = ServerCertificate.in(folder.resolve("tls"));
        int tlsPort = Ports.free();
        List<String> lines = new ArrayList<>(List.of(
                "tls-port " + tlsPort,
                "tls-cert-file " + certificate.certificate(),
                "tls-key-file " + certificate.key(),
                "tls-ca-cert-file " + certificate.authority(),
                "tls-auth-clients no"));
        lines.addAll(List.of(directives));
        return new TestRedis(folder, "", lines, certificate, tlsPort);
    }

    /** Nodes of one cluster that is whole; {@link #clusterAddress} is where it is. */
    public static List<TestRedis> cluster(int nodes) throws IOException, SutException, InterruptedException {
        List<TestRedis> servers = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            servers.add(start(RedisProcess.CLUSTER_DIRECTIVES.toArray(String[]::new)));
        }
        RedisProcess.formCluster(servers.stream().map(server -> server.process).toList());
        return List.copyOf(servers);
    }

    /** The cluster of these nodes. */
    public static RedisAddress clusterAddress(List<TestRedis> nodes) {
        return address(nodes, Topology.CLUSTER);
    }

    /** These servers, each for itself. */
    public static RedisAddress serversAddress(List<TestRedis> servers) {
        return address(servers, Topology.SERVERS);
    }

    private static RedisAddress address(List<TestRedis> servers, Topology topology) {
        List<InetSocketAddress> endpoints =
                servers.stream().map(server -> server.process.endpoint()).toList();
        return with(at(topology, endpoints, endpoints), "", servers.getFirst().password, 0, 2);
    }

    private RedisProcess started(int port) throws IOException, SutException, InterruptedException {
        Path program = RedisProcess.program("", Progress.SILENT);
        return Servers.launched(
                servers -> RedisProcess.start(servers, "Redis of a test", program, folder, port, password, directives));
    }

    /** The address, for protocol 2 and database 0. */
    public RedisAddress address() {
        return process.address();
    }

    /** The same for protocol 3. */
    public RedisAddress place3() {
        return with(address(), "", password, 0, 3);
    }

    /** The certificate of {@link #withTls}, whose authority the server trusts too. */
    public ServerCertificate certificate() {
        return Objects.requireNonNull(certificate, "the server was started without TLS");
    }

    /** Where it takes encrypted connections, the authority of its certificate trusted; only of {@link #withTls}. */
    public RedisAddress tlsAddress() {
        List<InetSocketAddress> endpoint = List.of(InetSocketAddress.createUnresolved(RedisProcess.HOST, tlsPort));
        RedisAddress plain = with(at(Topology.SERVERS, endpoint, endpoint), "", password, 0, 2);
        return encrypted(plain, certificate().authority().toString(), ClientCertificate.NONE);
    }

    /** An address without credentials, for protocol 2 and database 0. */
    public static RedisAddress at(Topology topology, List<InetSocketAddress> nodes, List<InetSocketAddress> servers) {
        return new RedisAddress(nodes, servers, topology, "", "", false, "", ClientCertificate.NONE, 0, 2);
    }

    /** Returns an address that is accessed over TLS. */
    public static RedisAddress encrypted(RedisAddress address, String trust, ClientCertificate certificate) {
        return new RedisAddress(
                address.nodes(),
                address.servers(),
                address.topology(),
                address.user(),
                address.password(),
                true,
                trust,
                certificate,
                address.database(),
                address.protocol());
    }

    /** Returns an address with another login, database and protocol. */
    public static RedisAddress with(RedisAddress address, String user, String password, int database, int protocol) {
        return new RedisAddress(
                address.nodes(),
                address.servers(),
                address.topology(),
                user,
                password,
                address.tls(),
                address.trust(),
                address.certificate(),
                database,
                protocol);
    }

    /** Port on 127.0.0.1; a restart keeps it. */
    public int port() {
        return process.endpoint().getPort();
    }

    /** Process id of the server. */
    public long pid() {
        return process.server().pid();
    }

    /** Asks it something, such as {@code ask("SET", "key", "1")}; see {@link RedisConnection#ask}. */
    public @Nullable Object ask(String command, String... arguments) throws IOException {
        try (RedisConnection admin = process.admin()) {
            return admin.ask(command, arguments);
        }
    }

    /** Asks it something that is answered by a number. */
    public long number(String command, String... arguments) throws IOException {
        return (Long) Objects.requireNonNull(ask(command, arguments));
    }

    /** Asks it something that is answered by a text. */
    public String text(String command, String... arguments) throws IOException {
        return (String) Objects.requireNonNull(ask(command, arguments));
    }

    /** A number from its {@code INFO}. */
    public long info(String name) throws IOException {
        try (RedisConnection admin = process.admin()) {
            return Long.parseLong(admin.info("everything").getOrDefault(name, "none"));
        }
    }

    /** The number of calls of a command since the start or {@code CONFIG RESETSTAT}. */
    public long calls(String command) throws IOException {
        try (RedisConnection admin = process.admin()) {
            String line = admin.info("commandstats").getOrDefault("cmdstat_" + command, "calls=0");
            return Stream.of(line.split(",", -1))
                    .filter(part -> part.startsWith("calls="))
                    .mapToLong(part -> Long.parseLong(part.substring("calls=".length())))
                    .sum();
        }
    }

    /** Kills it with {@code SIGKILL} and waits for its end. */
    public void kill() throws Exception {
        ProcessHandle server = ProcessHandle.of(pid()).orElseThrow();
        server.destroyForcibly();
        server.onExit().get(60, TimeUnit.SECONDS);
        process.server().close();
    }

    /** Stops it in order. */
    public void stop() throws SutException {
        process.server().close();
    }

    /** {@code SIGSTOP}: connections stay open and nothing is answered. */
    public void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** {@code SIGCONT}. */
    public void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill -" + name + " " + pid() + " failed");
        }
    }

    /**
     * Starts it again at the same port, after {@link #kill} or {@link #stop}, and returns when it has answered; with
     * other lines than before where some are given.
     */
    public void restart(String... otherDirectives) throws IOException, SutException, InterruptedException {
        directives = otherDirectives.length == 0 ? directives : List.of(otherDirectives);
        process = started(port());
    }

    /** Ends it at once and removes its folder. */
    @Override
    public void close() throws IOException, SutException {
        if (process.server().isAlive()) {
            ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
        process.server().close();
        FileTree.remove(folder);
    }
}
