// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;

/** nginx that signs users in, in front of a console, with the lines of docs/console.md. One thread. */
final class ReverseProxy implements AutoCloseable {
    /** An address of this machine that the console does not answer under by itself. */
    static final String NAME = "127.0.0.2";

    private static final Pattern DOCUMENTED = Pattern.compile("```nginx\n(.*?)```", Pattern.DOTALL);

    private final Process process;

    private ReverseProxy(Process process) {
        this.process = process;
    }

    /** An address with a port that is free now. */
    static URI address(String name) throws IOException {
        try {
            return URI.create("http://" + name + ":" + Ports.free() + "/");
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    /** Serves a console at another address. The cookie {@code who} names the user to whom the sign-in service agrees. */
    static ReverseProxy start(Path folder, URI console, URI consoleAs) throws Exception {
        int signIn = address(NAME).getPort();
        String configuration = """
                daemon off; master_process off;
                pid nginx.pid; error_log error.log;
                events { worker_connections 64; }
                http {
                    access_log off;
                    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                    server {
                        listen %s;
                        %s
                    }
                    server {
                        listen 127.0.0.1:%d;
                        location = /oauth2/auth {
                            if ($cookie_who = "") { return 401; }
                            add_header X-Auth-Request-Email $cookie_who always;
                            return 202;
                        }
                    }
                }
                """.formatted(
                        consoleAs.getAuthority(),
                        documented()
                                .replace("127.0.0.1:7070", console.getAuthority())
                                .replace("127.0.0.1:4180", "127.0.0.1:" + signIn),
                        signIn);
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
        Await.until("nginx serves", () -> {
            try (Socket socket = new Socket(consoleAs.getHost(), consoleAs.getPort())) {
                return socket.isConnected();
            } catch (IOException e) {
                assertThat(process.isAlive())
                        .as(Files.readString(folder.resolve("nginx.txt")))
                        .isTrue();
                return false;
            }
        });
        return proxy;
    }

    /** The documented lines for a proxy that signs users in. */
    private static String documented() throws IOException {
        return DOCUMENTED
                .matcher(Files.readString(Path.of("../docs/console.md")))
                .results()
                .map(lines -> lines.group(1))
                .filter(lines -> lines.contains("auth_request"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
