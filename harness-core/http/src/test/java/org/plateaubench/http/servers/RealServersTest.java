// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.connect.HttpConnections;

/** HTTP/1.1 against nginx and Jetty. */
@Tag("slow")
@Timeout(120)
final class RealServersTest {
    private static WebServer nginx;
    private static WebServer jetty;

    private final HttpRequest request = new HttpRequest();

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        TestCertificate certificate = TestCertificate.in(folder);
        nginx = ServerProcess.nginx(Files.createDirectory(folder.resolve("nginx")), certificate);
        jetty = new JettyServer(certificate);
    }

    @AfterAll
    static void stop() throws Exception {
        nginx.end();
        jetty.end();
    }

    private static WebServer named(String name) {
        return name.equals("nginx") ? nginx : jetty;
    }

    private static HttpConnection to(HttpOrigin origin, HttpTrust trust) {
        return new HttpConnections(HttpSettings.usual().withTrust(trust)).connection(origin);
    }

    private static HttpConnection plain(WebServer server) {
        return to(server.plain(), new HttpTrust.Authorities());
    }

    private static HttpConnection secure(WebServer server) {
        return to(server.secure(), new HttpTrust.CertificateFile(server.certificate()));
    }

    private HttpResponse get(HttpConnection connection, String path) throws HttpFailure {
        return connection.exchange(request.start("GET", path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "jetty"})
    void pagesComeWholeOverOneConnection(String name) throws Exception {
        for (HttpConnection connection : List.of(plain(named(name)), secure(named(name)))) {
            try (connection) {
                for (int i = 0; i < 5; i++) {
                    assertThat(get(connection, "/small.txt").bodyCopy()).isEqualTo(Pages.small());
                    HttpResponse large = get(connection, "/large.txt");
                    assertThat(large.bodyCopy()).isEqualTo(Pages.large());
                    assertThat(large.header("Content-Length")).isEqualTo(String.valueOf(WebServer.LARGE_BYTES));
                    assertThat(large.receivedBytes()).isBetween(300_050L, 301_000L);
                    connection.release();
                    assertThat(get(connection, "/missing").status()).isEqualTo(404);
                }
                assertThat(connection.connects()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "jetty"})
    void answersWithoutABodyKeepTheConnection(String name) throws Exception {
        try (HttpConnection connection = plain(named(name))) {
            HttpResponse head = connection.exchange(request.start("HEAD", "/large.txt"));
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Length")).isEqualTo(String.valueOf(WebServer.LARGE_BYTES));
            assertThat(head.bodyLength()).isZero();
            String tag = Objects.requireNonNull(get(connection, "/small.txt").header("etag"));
            HttpResponse same =
                    connection.exchange(request.start("GET", "/small.txt").header("If-None-Match", tag));
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.bodyLength()).isZero();
            assertThat(get(connection, "/small.txt").bodyLength()).isEqualTo(WebServer.SMALL_BYTES);
            assertThat(connection.connects()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "jetty"})
    void chunksArePutTogether(String name) throws Exception {
        try (HttpConnection connection = plain(named(name))) {
            for (int i = 0; i < 3; i++) {
                HttpResponse response =
                        connection.exchange(request.start("GET", "/large.txt").header("Accept-Encoding", "gzip"));
                assertThat(response.header("Transfer-Encoding")).isEqualTo("chunked");
                assertThat(response.header("Content-Length")).isNull();
                assertThat(unpacked(response)).isEqualTo(Pages.large());
            }
            assertThat(connection.connects()).isEqualTo(1);
        }
    }

    private static byte[] unpacked(HttpResponse response) throws IOException {
        if (response.header("Content-Encoding") == null) {
            return response.bodyCopy();
        }
        try (InputStream in = new GZIPInputStream(response.bodyStream())) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "jetty"})
    void aServerThatEndsConnectionsGetsNewOnes(String name) throws Exception {
        try (HttpConnection connection = to(named(name).hasty(), new HttpTrust.Authorities())) {
            for (int i = 0; i < 2 * WebServer.HASTY_EXCHANGES; i++) {
                assertThat(get(connection, "/small.txt").bodyLength()).isEqualTo(WebServer.SMALL_BYTES);
            }
            assertThat(connection.connects()).isIn(2L, 3L);
            assertThat(connection.repeats()).isZero();
        }
    }

    @Test
    void bodiesGoThereAndBackInAnyFraming() throws Exception {
        byte[] large = Pages.large();
        for (HttpConnection connection : List.of(plain(jetty), secure(jetty))) {
            try (connection) {
                for (RequestBody body : List.of(RequestBody.of(large, "text/plain"), RequestBody.of(new byte[0], ""))) {
                    request.start("POST", "/echo").body(body);
                    assertThat(connection.exchange(request).bodyCopy())
                            .isEqualTo(body.lengthBytes() == 0 ? new byte[0] : large);
                }
                assertThat(connection.connects()).isEqualTo(1);
            }
        }
    }

    @Test
    void aTrailerIsReadWithTheHeaders() throws Exception {
        try (HttpConnection connection = plain(jetty)) {
            HttpResponse response =
                    connection.exchange(request.start("GET", "/trailer").header("TE", "trailers"));
            assertThat(response.header("sum")).isEqualTo("42");
            assertThat(response.bodyText(US_ASCII)).isEqualTo(new String(Pages.small(), US_ASCII));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "jetty"})
    void aCertificateMustBeBelieved(String name) throws Exception {
        WebServer server = named(name);
        assertThat(failure(server.secure(), new HttpTrust.Authorities())).isEqualTo(HttpFailure.Kind.TLS_CERTIFICATE);
        try (HttpConnection connection = to(server.secure(), new HttpTrust.Anything())) {
            assertThat(get(connection, "/small.txt").status()).isEqualTo(200);
        }
        HttpOrigin speaksNoTls =
                new HttpOrigin("https", "localhost", server.plain().port());
        assertThat(failure(speaksNoTls, new HttpTrust.Anything())).isEqualTo(HttpFailure.Kind.TLS_FAILED);
    }

    @Test
    void aCertificateMustBeOfTheHost() {
        HttpOrigin other = new HttpOrigin("https", "127.0.0.2", nginx.secure().port());
        assertThat(failure(other, new HttpTrust.CertificateFile(nginx.certificate())))
                .isEqualTo(HttpFailure.Kind.TLS_CERTIFICATE);
        assertThat(failure(other, new HttpTrust.Anything())).isNull();
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
