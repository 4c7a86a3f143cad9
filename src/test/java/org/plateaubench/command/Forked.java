// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;

/**
 * A program that runs in parallel with the harness: a main class of the tests in a separate JVM, or a server.
 * A main class ends when its standard input is closed.
 */
public final class Forked implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Process process;
    /** The port of a server, 0 for a main class. */
    private final int port;

    private Forked(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static int freePort() throws IOException {
        try {
            return Ports.free();
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    /** Waits until servers listen on the ports, and starts a main class. */
    static Forked start(Path folder, Class<?> main, Collection<Integer> ports, String... arguments)
            throws IOException, InterruptedException {
        ports.forEach(Forked::awaitPort);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx192m",
                "-Xmn128m",
                "-cp",
                codeLocation(main),
                main.getName()));
        command.addAll(List.of(arguments));
        return start(folder, 0, command);
    }

    private static Forked start(Path folder, int port, List<String> command) throws IOException {
        return new Forked(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(
                                folder.resolve("forked.txt").toFile()))
                        .start(),
                port);
    }

    public static Forked redis(Path folder, int port) throws IOException {
        Forked server = start(
                folder,
                port,
                List.of("redis-server", "--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", ""));
        awaitPort(port);
        return server;
    }

    /** Returns when a server listens. */
    static void awaitPort(int port) {
        Await.until(TIMEOUT, () -> "nothing listens on port " + port, () -> {
            try (Socket open = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return open.isConnected();
            } catch (IOException e) {
                return false;
            }
        });
    }

    static String codeLocation(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    RedisConnection admin() throws IOException {
        InetSocketAddress endpoint = InetSocketAddress.createUnresolved("127.0.0.1", port);
        List<InetSocketAddress> only = List.of(endpoint);
        return RedisConnection.open(
                new RedisAddress(
                        only, only, RedisAddress.Topology.SERVERS, "", "", false, "", ClientCertificate.NONE, 0, 2),
                endpoint);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends a main class, which then writes its results. */
    void end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
            throw new AssertionError("the program did not end with exit code 0; see forked.txt");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
