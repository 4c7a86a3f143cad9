// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.connect.HttpConnections;

/** HTTP/2 against nginx and Jetty, by TLS and in clear. */
@Tag("slow")
@Timeout(120)
final class Http2ConnectionTest {
    private static WebServer nginx;
    private static WebServer jetty;
    private static HttpConnections connections;
    private static HttpSettings settings;

    private final HttpRequest request = new HttpRequest();

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        TestCertificate certificate = TestCertificate.in(folder);
        nginx = ServerProcess.nginx(Files.createDirectory(folder.resolve("nginx")), certificate);
        jetty = new JettyServer(certificate);
        settings = HttpSettings.usual()
                .withProtocol(HttpSettings.Protocol.HTTP2)
                .withTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(3), Duration.ofSeconds(60))
                .withTrust(new HttpTrust.CertificateFile(certificate.certificate()));
        connections = new HttpConnections(settings);
    }

    @AfterAll
    static void stop() throws Exception {
        connections.close();
        nginx.end();
        jetty.end();
    }

    private static List<HttpOrigin> origins() {
        return List.of(nginx.secure(), jetty.secure(), jetty.plain());
    }

    @Test
    void pagesComeWhole() throws Exception {
        for (HttpOrigin origin : origins()) {
            try (HttpConnection connection = connections.ofUser().connection(origin)) {
                for (int i = 0; i < 3; i++) {
                    HttpResponse large = connection.exchange(request.start("GET", "/large.txt"));
                    assertThat(large.status()).isEqualTo(200);
                    assertThat(large.bodyCopy()).isEqualTo(Pages.large());
                    assertThat(large.receivedBytes()).isBetween(300_000L, 301_000L);
                    assertThat(large.header("ETag")).isNotEmpty();
                    HttpResponse counted = connection.exchange(
                            request.start("GET", "/large.txt").discardBody(true));
                    assertThat(counted.bodyLength()).isEqualTo(WebServer.LARGE_BYTES);
                    assertThat(connection
                                    .exchange(request.start("HEAD", "/small.txt"))
                                    .bodyLength())
                            .isZero();
                    assertThat(connection.exchange(request.start("GET", "/no")).status())
                            .isEqualTo(404);
                }
                assertThat(connection.connects()).isEqualTo(1);
            }
        }
    }

    @Test
    void exchangesOfOneUserShareASession() throws Exception {
        HttpConnector user = connections.ofUser();
        try (HttpConnection first = user.connection(jetty.plain());
                HttpConnection second = user.connection(jetty.plain());
                HttpConnection stranger = connections.ofUser().connection(jetty.plain())) {
            CompletableFuture<HttpFailure> waiting = CompletableFuture.supplyAsync(() -> catchThrowableOfType(
                    HttpFailure.class, () -> first.exchange(new HttpRequest().start("GET", "/never"))));
            assertThat(second.exchange(request.start("GET", "/small.txt")).status())
                    .isEqualTo(200);
            assertThat(waiting.join().kind()).isEqualTo(HttpFailure.Kind.READ_TIMEOUT);
            assertThat(first.connects() + second.connects()).isEqualTo(1);
            assertThat(second.exchange(request).status()).isEqualTo(200);
            stranger.connect();
            assertThat(stranger.connects()).isEqualTo(1);
        }
    }

    @Test
    void bodiesGoThereAndBack() throws Exception {
        for (HttpOrigin origin : List.of(jetty.secure(), jetty.plain())) {
            try (HttpConnection connection = connections.ofUser().connection(origin)) {
                request.start("POST", "/echo").body(RequestBody.of(Pages.large(), "text/plain"));
                HttpResponse response = connection.exchange(request);
                assertThat(response.bodyCopy()).isEqualTo(Pages.large());
                assertThat(response.sentBytes()).isBetween(300_000L, 301_000L);
            }
        }
    }

    @Test
    void anotherThreadMayAbort() throws Exception {
        try (HttpConnection connection = connections.ofUser().connection(jetty.plain())) {
            connection.connect();
            CompletableFuture<HttpFailure> waiting = CompletableFuture.supplyAsync(() ->
                    catchThrowableOfType(HttpFailure.class, () -> connection.exchange(request.start("GET", "/never"))));
            while (!waiting.isDone()) {
                connection.abort();
                Thread.onSpinWait();
            }
            assertThat(waiting.join().kind()).isEqualTo(HttpFailure.Kind.ABORTED);
            assertThat(connection
                            .exchange(new HttpRequest().start("GET", "/small.txt"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void limitsHold() throws Exception {
        try (HttpConnections strict = new HttpConnections(settings.withLimits(100, 8000, 1000));
                HttpConnection connection = strict.connection(jetty.plain())) {
            HttpFailure failure = catchThrowableOfType(
                    HttpFailure.class, () -> connection.exchange(request.start("GET", "/large.txt")));
            assertThat(failure.kind()).isEqualTo(HttpFailure.Kind.TOO_LARGE);
            assertThat(connection.exchange(request.start("GET", "/small.txt")).bodyLength())
                    .isEqualTo(WebServer.SMALL_BYTES);
        }
    }

    @Test
    void whatCannotBeOpenedSaysWhy() throws Exception {
        HttpOrigin nobody = new HttpOrigin("http", "127.0.0.1", 1);
        assertThat(failure(connections, nobody)).isEqualTo(HttpFailure.Kind.CONNECT_REFUSED);
        HttpSettings distrustful = settings.withTrust(new HttpTrust.Authorities());
        try (HttpConnections strict = new HttpConnections(distrustful)) {
            assertThat(failure(strict, jetty.secure())).isEqualTo(HttpFailure.Kind.TLS_CERTIFICATE);
        }
    }

    private static HttpFailure.Kind failure(HttpConnections from, HttpOrigin origin) {
        try (HttpConnection connection = from.connection(origin)) {
            return catchThrowableOfType(HttpFailure.class, connection::connect).kind();
        }
    }
}
