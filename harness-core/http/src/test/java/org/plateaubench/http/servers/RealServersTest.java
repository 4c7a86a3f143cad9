// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.process.Program;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;

/** HTTP against nginx. */
@Tag("slow")
@Timeout(120)
final class RealServersTest {
    private static final byte[] SMALL = text(1_000);
    private static final byte[] LARGE = text(300_000);
    private static final String CONFIGURATION = """
            daemon off; master_process off;
            pid nginx.pid; error_log error.log;
            events { worker_connections 64; }
            http {
                access_log off;
                client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                root pages;
                ssl_certificate %s; ssl_certificate_key %s;
                server { listen 127.0.0.1:%d; listen 127.0.0.1:%d ssl http2; listen 127.0.0.2:%4$d ssl; }
            }
            """;
    private static Nginx nginx;

    private record Nginx(ServerProcess process, HttpOrigin plain, HttpOrigin secure, Path authority) {}

    private static byte[] text(int length) {
        StringBuilder text = new StringBuilder(length);
        new Random(7).ints(length, 'a', 'z' + 1).forEach(c -> text.append((char) c));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private final HttpRequest request = new HttpRequest();

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        ServerCertificate certificate = ServerCertificate.in(folder);
        Path pages = Files.createDirectory(folder.resolve("pages"));
        Files.write(pages.resolve("small.txt"), SMALL);
        Files.write(pages.resolve("large.txt"), LARGE);
        Path program = Program.find("nginx", List.of("/usr/sbin")).orElseThrow();
        nginx = Servers.launch(servers -> {
            int plain = servers.port("nginx", 0);
            int secure = servers.port("nginx", 0);
            Path file = Files.writeString(
                    folder.resolve("nginx.conf"),
                    CONFIGURATION.formatted(certificate.certificate(), certificate.key(), plain, secure));
            List<String> line = List.of(program.toString(), "-p", folder.toString(), "-c", file.toString());
            ServerProcess process = servers.start(
                    ServerCommand.program("nginx", line, folder, folder.resolve("nginx.log")),
                    child -> answers(secure),
                    Duration.ofSeconds(20));
            return new Nginx(
                    process,
                    new HttpOrigin("http", "127.0.0.1", plain),
                    new HttpOrigin("https", "localhost", secure),
                    certificate.authority());
        });
    }

    private static Optional<Boolean> answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return Optional.of(socket.isConnected());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        nginx.process().close();
    }

    private static HttpConnection to(HttpOrigin origin, HttpTrust trust) {
        return new HttpConnections(HttpSettings.defaults().withTrust(trust)).connection(origin);
    }

    private static HttpConnection plain() {
        return to(nginx.plain(), new HttpTrust.Authorities());
    }

    private static HttpConnection secure() {
        return to(nginx.secure(), new HttpTrust.CertificateFile(nginx.authority()));
    }

    private HttpResponse get(HttpConnection connection, String path) throws HttpFailure {
        return connection.exchange(request.start("GET", path));
    }

    @Test
    void pagesAreReadCompletelyOverOneConnection() throws Exception {
        for (HttpConnection connection : List.of(plain(), secure())) {
            try (connection) {
                for (int i = 0; i < 5; i++) {
                    assertThat(get(connection, "/small.txt").bodyCopy()).isEqualTo(SMALL);
                    HttpResponse large = get(connection, "/large.txt");
                    assertThat(large.bodyCopy()).isEqualTo(LARGE);
                    assertThat(large.header("Content-Length")).isEqualTo("300000");
                    assertThat(large.receivedBytes()).isBetween(300_050L, 301_000L);
                    connection.release();
                    assertThat(get(connection, "/missing").status()).isEqualTo(404);
                }
                assertThat(connection.connects()).isEqualTo(1);
            }
        }
    }

    @Test
    void pagesAreReadCompletelyOverHttp2() throws Exception {
        HttpSettings settings = HttpSettings.defaults()
                .withProtocol(HttpSettings.Protocol.HTTP2)
                .withTrust(new HttpTrust.CertificateFile(nginx.authority()));
        try (HttpConnections connections = new HttpConnections(settings);
                HttpConnection connection = connections.ofUser().connection(nginx.secure())) {
            for (int i = 0; i < 3; i++) {
                HttpResponse large = get(connection, "/large.txt");
                assertThat(large.bodyCopy()).isEqualTo(LARGE);
                assertThat(large.receivedBytes()).isBetween(300_000L, 301_000L);
                assertThat(large.header("ETag")).isNotEmpty();
                HttpResponse counted =
                        connection.exchange(request.start("GET", "/large.txt").discardBody(true));
                assertThat(counted.bodyLength()).isEqualTo(LARGE.length);
                assertThat(connection
                                .exchange(request.start("HEAD", "/small.txt"))
                                .bodyLength())
                        .isZero();
                assertThat(get(connection, "/no").status()).isEqualTo(404);
            }
            assertThat(connection.connects()).isEqualTo(1);
        }
        try (HttpConnections strict = new HttpConnections(settings.withTrust(new HttpTrust.Authorities()));
                HttpConnection connection = strict.connection(nginx.secure())) {
            assertThat(catchThrowableOfType(HttpFailure.class, connection::connect)
                            .kind())
                    .isEqualTo(HttpFailure.Kind.TLS_CERTIFICATE);
        }
    }

    @Test
    void untrustedCertificateIsRefused() throws Exception {
        assertThat(failure(nginx.secure(), new HttpTrust.Authorities())).isEqualTo(HttpFailure.Kind.TLS_CERTIFICATE);
        try (HttpConnection connection = to(nginx.secure(), new HttpTrust.Anything())) {
            assertThat(get(connection, "/small.txt").status()).isEqualTo(200);
        }
        HttpOrigin withoutTls =
                new HttpOrigin("https", "localhost", nginx.plain().port());
        assertThat(failure(withoutTls, new HttpTrust.Anything())).isEqualTo(HttpFailure.Kind.TLS_FAILED);
    }

    @Test
    void certificateOfOtherHostIsRefused() {
        HttpOrigin otherHost =
                new HttpOrigin("https", "127.0.0.2", nginx.secure().port());
        assertThat(failure(otherHost, new HttpTrust.CertificateFile(nginx.authority())))
                .isEqualTo(HttpFailure.Kind.TLS_CERTIFICATE);
        assertThat(failure(otherHost, new HttpTrust.Anything())).isNull();
    }

    private static HttpFailure.@Nullable Kind failure(HttpOrigin origin, HttpTrust trust) {
        try (HttpConnection connection = to(origin, trust)) {
            connection.connect();
            return null;
        } catch (HttpFailure e) {
            return e.kind();
        }
    }
}
