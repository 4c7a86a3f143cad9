// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.process.ServerCertificate;

/** HTTP against nginx. */
@Tag("slow")
@Timeout(120)
final class RealServersTest {
    private static ServerProcess nginx;

    private final HttpRequest request = new HttpRequest();

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        ServerCertificate certificate = ServerCertificate.in(folder);
        nginx = ServerProcess.nginx(Files.createDirectory(folder.resolve("nginx")), certificate);
    }

    @AfterAll
    static void stop() throws Exception {
        nginx.end();
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
                    assertThat(get(connection, "/small.txt").bodyCopy()).isEqualTo(Pages.small());
                    HttpResponse large = get(connection, "/large.txt");
                    assertThat(large.bodyCopy()).isEqualTo(Pages.large());
                    assertThat(large.header("Content-Length")).isEqualTo(String.valueOf(Pages.LARGE_BYTES));
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
                assertThat(large.bodyCopy()).isEqualTo(Pages.large());
                assertThat(large.receivedBytes()).isBetween(300_000L, 301_000L);
                assertThat(large.header("ETag")).isNotEmpty();
                HttpResponse counted =
                        connection.exchange(request.start("GET", "/large.txt").discardBody(true));
                assertThat(counted.bodyLength()).isEqualTo(Pages.LARGE_BYTES);
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
    void answersWithoutBodyKeepConnection() throws Exception {
        try (HttpConnection connection = plain()) {
            HttpResponse head = connection.exchange(request.start("HEAD", "/large.txt"));
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Length")).isEqualTo(String.valueOf(Pages.LARGE_BYTES));
            assertThat(head.bodyLength()).isZero();
            String tag = Objects.requireNonNull(get(connection, "/small.txt").header("etag"));
            HttpResponse same =
                    connection.exchange(request.start("GET", "/small.txt").header("If-None-Match", tag));
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.bodyLength()).isZero();
            assertThat(get(connection, "/small.txt").bodyLength()).isEqualTo(Pages.SMALL_BYTES);
            assertThat(connection.connects()).isEqualTo(1);
        }
    }

    @Test
    void chunkedBodyIsAssembled() throws Exception {
        try (HttpConnection connection = plain()) {
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

    @Test
    void connectionClosedByServerIsReopened() throws Exception {
        try (HttpConnection connection = to(nginx.hasty(), new HttpTrust.Authorities())) {
            for (int i = 0; i < 2 * Pages.HASTY_EXCHANGES; i++) {
                assertThat(get(connection, "/small.txt").bodyLength()).isEqualTo(Pages.SMALL_BYTES);
            }
            assertThat(connection.connects()).isIn(2L, 3L);
            assertThat(connection.retries()).isZero();
        }
    }

    @Test
    void untrustedCertificateIsRefused() throws Exception {
        assertThat(failure(nginx.secure(), new HttpTrust.Authorities())).isEqualTo(HttpFailure.Kind.TLS_CERTIFICATE);
        try (HttpConnection connection = to(nginx.secure(), new HttpTrust.Anything())) {
            assertThat(get(connection, "/small.txt").status()).isEqualTo(200);
        }
        HttpOrigin speaksNoTls =
                new HttpOrigin("https", "localhost", nginx.plain().port());
        assertThat(failure(speaksNoTls, new HttpTrust.Anything())).isEqualTo(HttpFailure.Kind.TLS_FAILED);
    }

    @Test
    void certificateOfOtherHostIsRefused() {
        HttpOrigin other = new HttpOrigin("https", "127.0.0.2", nginx.secure().port());
        assertThat(failure(other, new HttpTrust.CertificateFile(nginx.authority())))
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
