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
 * A real redis-server for a test, on a free loopback port and in a temporary folder that is removed with it.
 * Persistence is off unless a directive enables it. Not thread-safe.
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
        this.process = startProcess(0);
        this.certificate = certificate;
        this.tlsPort = tlsPort;
    }

    /** A server with further lines in its configuration file, such as {@code maxmemory 2mb}. */
    public static TestRedis start(String... directives) throws IOException, SutException, InterruptedException {
        return withPassword("", directives);
    }

    /** A server that requires a password of its default user. */
    public static TestRedis withPassword(String password, String... directives)
            throws IOException, SutException, InterruptedException {
        Path folder = Files.createTempDirectory("test-redis");
        return new TestRedis(folder, password, List.of(directives), null, 0);
    }

    /** A server that accepts TLS connections at {@link #tlsAddress()}, and plain ones at {@link #address()}. */
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

    /** The nodes of a complete cluster; {@link #clusterAddress} returns its address. */
    public static List<TestRedis> cluster(int nodes) throws IOException, SutException, InterruptedException {
        List<TestRedis> servers = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            servers.add(start(RedisProcess.CLUSTER_DIRECTIVES.toArray(String[]::new)));
        }
        RedisProcess.formCluster(servers.stream().map(server -> server.process).toList());
        return List.copyOf(servers);
    }

    /** The address of the cluster of these nodes. */
    public static RedisAddress clusterAddress(List<TestRedis> nodes) {
        return address(nodes, Topology.CLUSTER);
    }

    /** The address of these servers, which are independent of each other. */
    public static RedisAddress serversAddress(List<TestRedis> servers) {
        return address(servers, Topology.SERVERS);
    }

    private static RedisAddress address(List<TestRedis> servers, Topology topology) {
        List<InetSocketAddress> endpoints =
                servers.stream().map(server -> server.process.endpoint()).toList();
        return with(at(topology, endpoints, endpoints), "", servers.getFirst().password, 0, 2);
    }

    private RedisProcess startProcess(int port) throws IOException, SutException, InterruptedException {
        Path program = RedisProcess.program("", Progress.SILENT);
        return Servers.launch(
                servers -> RedisProcess.start(servers, "Redis of a test", program, folder, port, password, directives));
    }

    /** The address of the server, with protocol 2 and database 0. */
    public RedisAddress address() {
        return process.address();
    }

    /** The same address with protocol 3. */
    public RedisAddress address3() {
        return with(address(), "", password, 0, 3);
    }

    /** The certificate of a server {@link #withTls}; the server also trusts its authority. */
    public ServerCertificate certificate() {
        return Objects.requireNonNull(certificate, "the server was started without TLS");
    }

    /** The address for TLS connections that trust the server's certificate; only for servers {@link #withTls}. */
    public RedisAddress tlsAddress() {
        List<InetSocketAddress> endpoint = List.of(InetSocketAddress.createUnresolved(RedisProcess.HOST, tlsPort));
        RedisAddress plain = with(at(Topology.SERVERS, endpoint, endpoint), "", password, 0, 2);
        return encrypted(plain, certificate().authority().toString(), ClientCertificate.NONE);
    }

    /** An address without credentials, with protocol 2 and database 0. */
    public static RedisAddress at(Topology topology, List<InetSocketAddress> nodes, List<InetSocketAddress> servers) {
        return new RedisAddress(nodes, servers, topology, "", "", false, "", ClientCertificate.NONE, 0, 2);
    }

    /** The same address with TLS. */
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

    /** The same address with another login, database and protocol. */
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

    /** Port on 127.0.0.1; it is unchanged after a restart. */
    public int port() {
        return process.endpoint().getPort();
    }

    /** Process id of the server. */
    public long pid() {
        return process.server().pid();
    }

    /** Sends a command, such as {@code execute("SET", "key", "1")}; see {@link RedisConnection#execute}. */
    public @Nullable Object execute(String command, String... arguments) throws IOException {
        try (RedisConnection admin = process.admin()) {
            return admin.execute(command, arguments);
        }
    }

    /** Sends a command whose reply is a number. */
    public long number(String command, String... arguments) throws IOException {
        return (Long) Objects.requireNonNull(execute(command, arguments));
    }

    /** Sends a command whose reply is a text. */
    public String text(String command, String... arguments) throws IOException {
        return (String) Objects.requireNonNull(execute(command, arguments));
    }

    /** Returns a number from the reply to {@code INFO}. */
    public long info(String name) throws IOException {
        try (RedisConnection admin = process.admin()) {
            return Long.parseLong(admin.info("everything").getOrDefault(name, "none"));
        }
    }

    /** Returns how often the server has executed a command since its start or {@code CONFIG RESETSTAT}. */
    public long calls(String command) throws IOException {
        try (RedisConnection admin = process.admin()) {
            String line = admin.info("commandstats").getOrDefault("cmdstat_" + command, "calls=0");
            return Stream.of(line.split(",", -1))
                    .filter(part -> part.startsWith("calls="))
                    .mapToLong(part -> Long.parseLong(part.substring("calls=".length())))
                    .sum();
        }
    }

    /** Kills the server with {@code SIGKILL} and waits until it has ended. */
    public void kill() throws Exception {
        ProcessHandle server = ProcessHandle.of(pid()).orElseThrow();
        server.destroyForcibly();
        server.onExit().get(60, TimeUnit.SECONDS);
        process.server().close();
    }

    /** Stops the server gracefully. */
    public void stop() throws SutException {
        process.server().close();
    }

    /** Sends {@code SIGSTOP}: connections stay open, but the server does not reply. */
    public void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Sends {@code SIGCONT}. */
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
     * Restarts the server on the same port, after {@link #kill} or {@link #stop}, and returns when it has replied. The
     * given directives, if any, replace the earlier ones.
     */
    public void restart(String... otherDirectives) throws IOException, SutException, InterruptedException {
        directives = otherDirectives.length == 0 ? directives : List.of(otherDirectives);
        process = startProcess(port());
    }

    /** Kills the server and removes its folder. */
    @Override
    public void close() throws IOException, SutException {
        if (process.server().isAlive()) {
            ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
        process.server().close();
        FileTree.remove(folder);
    }
}
