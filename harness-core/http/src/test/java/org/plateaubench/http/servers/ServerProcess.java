// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.process.ServerCertificate;

/** nginx in a process of its own, in a folder of its own. */
final class ServerProcess {
    private static final int LOWEST_PORT = 10_000;
    private static final int LOWEST_EPHEMERAL = 32_768;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Process process;
    private final ServerCertificate certificate;
    private final int[] ports;

    private ServerProcess(Process process, ServerCertificate certificate, int[] ports) {
        this.process = process;
        this.certificate = certificate;
        this.ports = ports;
    }

    static ServerProcess nginx(Path folder, ServerCertificate certificate) throws Exception {
        Files.createDirectory(folder.resolve("logs"));
        return started(folder, certificate, List.of("nginx", "-p", folder.toString(), "-c", "server.conf"), """
                daemon off;
                master_process off;
                pid nginx.pid;
                error_log logs/error.log;
                events { worker_connections 64; }
                http {
                    access_log off;
                    types { text/plain txt; }
                    gzip on; gzip_types text/plain; gzip_min_length 1;
                    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                    root pages;
                    ssl_certificate certificate.pem; ssl_certificate_key key.pem;
                    server { listen 127.0.0.1:PORT0; listen 127.0.0.1:PORT1 ssl http2; listen 127.0.0.2:PORT1 ssl; }
                    server { listen 127.0.0.1:PORT2; keepalive_requests 3; }
                }
                """);
    }

    private static ServerProcess started(
            Path folder, ServerCertificate certificate, List<String> command, String configuration) throws Exception {
        Files.copy(certificate.certificate(), folder.resolve("certificate.pem"));
        Files.copy(certificate.key(), folder.resolve("key.pem"));
        Pages.write(folder.resolve("pages"));
        readable(folder);
        int[] ports = freePorts();
        String text = configuration;
        for (int i = 0; i < ports.length; i++) {
            text = text.replace("PORT" + i, Integer.toString(ports[i]));
        }
        Files.writeString(folder.resolve("server.conf"), text);
        Path said = folder.resolve("said.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().merge("PATH", "/usr/sbin", (path, more) -> path + ":" + more);
        ServerProcess server = new ServerProcess(start(builder, folder), certificate, ports);
        try {
            server.awaitReady(folder);
        } catch (IOException e) {
            server.end();
            throw e;
        }
        return server;
    }

    private static Process start(ProcessBuilder builder, Path folder) throws IOException {
        List<String> command = builder.command();
        for (String place : List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")) {
            Path program = Path.of(place, command.get(0));
            if (Files.isExecutable(program)) {
                return builder.command(Stream.concat(
                                        Stream.of(program.toString()),
                                        command.stream().skip(1))
                                .toList())
                        .start();
            }
        }
        throw new IOException(command.get(0) + " was not found for " + folder + "; ./verify installs it");
    }

    /** Its workers may be of another user. */
    private static void readable(Path folder) throws IOException {
        folder.getParent().toFile().setExecutable(true, false);
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList()) {
                path.toFile().setReadable(true, false);
                path.toFile().setExecutable(Files.isDirectory(path), false);
            }
        }
    }

    /** Below the ports that the system gives to any connection, one of which would take it before the server does. */
    private static int[] freePorts() {
        return ThreadLocalRandom.current()
                .ints(LOWEST_PORT, LOWEST_EPHEMERAL)
                .distinct()
                .filter(ServerProcess::isFree)
                .limit(3)
                .toArray();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private void awaitReady(Path folder) throws IOException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IOException("no server: " + Files.readString(folder.resolve("said.log")));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private boolean answers() {
        for (int port : ports) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    HttpOrigin plain() {
        return new HttpOrigin("http", "127.0.0.1", ports[0]);
    }

    /** With TLS, by a certificate of its own. */
    HttpOrigin secure() {
        return new HttpOrigin("https", "localhost", ports[1]);
    }

    /** Closes connections after a few exchanges. */
    HttpOrigin hasty() {
        return new HttpOrigin("http", "127.0.0.1", ports[2]);
    }

    /** The authority of its certificate. */
    Path authority() {
        return certificate.authority();
    }

    void end() throws InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
