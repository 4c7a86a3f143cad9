// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;
import org.plateaubench.web.http.TestAuthority;

/** nginx that speaks TLS in front of a console, as docs/console.md says, and in front of a provider. One thread. */
final class ReverseProxy implements AutoCloseable {
    /** An address of this machine that the console does not answer under by itself. */
    static final String NAME = "127.0.0.2";

    private static final Pattern DOCUMENTED = Pattern.compile("```nginx\n(.*?)```", Pattern.DOTALL);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;

    private ReverseProxy(Process process) {
        this.process = process;
    }

    /** An address of TLS with a port that is free now. */
    static URI address(String name) throws IOException {
        try {
            return URI.create("https://" + name + ":" + Ports.free() + "/");
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    /** Serves both under other addresses. */
    static ReverseProxy start(
            Path folder, TestAuthority authority, URI console, URI consoleAs, URI provider, URI providerAs)
            throws IOException {
        String configuration = """
                daemon off; master_process off;
                pid nginx.pid; error_log error.log;
                events { worker_connections 64; }
                http {
                    access_log off;
                    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                    ssl_certificate %s; ssl_certificate_key %s;
                    server {
                        listen %s ssl;
                        %s
                    }
                    server {
                        listen 127.0.0.1:%d ssl;
                        location / {
                            proxy_pass %s;
                            proxy_set_header Host $http_host;
                            proxy_set_header X-Forwarded-Proto https;
                        }
                    }
                }
                """.formatted(
                        authority.certificate(),
                        authority.key(),
                        consoleAs.getAuthority(),
                        documented().replace("127.0.0.1:7070", console.getAuthority()),
                        providerAs.getPort(),
                        provider);
        Path file = Files.writeString(folder.resolve("nginx.conf"), configuration);
        String nginx = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx")
                .filter(program -> Files.isExecutable(Path.of(program)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("needs nginx, which ./verify installs"));
        Process process = new ProcessBuilder(List.of(nginx, "-p", folder.toString(), "-c", file.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.txt").toFile())
                .start();
        ReverseProxy proxy = new ReverseProxy(process);
        for (URI address : List.of(consoleAs, providerAs)) {
            proxy.await(address, folder);
        }
        return proxy;
    }

    /** What is said to those who put a proxy before their console. */
    private static String documented() throws IOException {
        Matcher lines = DOCUMENTED.matcher(Files.readString(Path.of("../docs/console.md")));
        if (!lines.find()) {
            throw new AssertionError("docs/console.md has no lines for nginx");
        }
        return lines.group(1);
    }

    private void await(URI address, Path folder) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), 1_000);
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    close();
                    throw new AssertionError(Files.readString(folder.resolve("nginx.txt")), e);
                }
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
