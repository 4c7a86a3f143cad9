// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.process.ClientCertificate;

/** A redis-server of a test, with its data in a folder, which may be stopped, killed and started again. */
final class OwnRedis implements AutoCloseable {
    private final Process process;
    private final int port;

    private OwnRedis(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a server when it answers.
     *
     * @param port port, 0 for a free one
     * @param directives lines of its configuration
     */
    static OwnRedis start(Path folder, int port, List<String> directives) throws IOException {
        int own = port == 0 ? Forked.freePort() : port;
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>(List.of("bind 127.0.0.1", "port " + own, "save \"\"", "dir " + folder));
        lines.addAll(directives);
        Path configuration = Files.write(folder.resolve("redis.conf"), lines);
        Process started = new ProcessBuilder("redis-server", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("redis.log").toFile()))
                .start();
        Forked.awaitPort(own);
        return new OwnRedis(started, own);
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

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
    }
}
