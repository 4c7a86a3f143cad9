// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleClient;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.TrustedCertificates;
import org.plateaubench.testkit.TlsServer;
import tools.jackson.databind.json.JsonMapper;

/** A console with a TLS certificate: its headers and cookies, its protocols, and the clients that trust it. */
final class TlsConsoleTest {
    private static final String KEYSTORE_PASSWORD = "of-the-keystore";

    @TempDir
    private static Path folder;

    private static Path certificate;
    private static TestConsole console;
    private static HttpClient http;

    @BeforeAll
    static void start() throws Exception {
        Path keystore = folder.resolve("console.p12");
        ServerCertificate made = ServerCertificate.in(folder.resolve("tls"));
        certificate = made.authority();
        ClientKeys keys =
                new ClientCertificate(made.certificate().toString(), made.key().toString(), "").keys();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        char[] password = KEYSTORE_PASSWORD.toCharArray();
        store.setKeyEntry("console", keys.getPrivateKey(""), password, keys.getCertificateChain(""));
        try (OutputStream out = Files.newOutputStream(keystore)) {
            store.store(out, password);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, TrustedCertificates.in(certificate), null);
        console = TestConsole.start(TestConsole.options(
                folder,
                List.of("false"),
                Optional.empty(),
                new ConsoleOptions.Exposure(List.of(), Optional.of(keystore), KEYSTORE_PASSWORD, false, false),
                Optional.empty(),
                Optional.empty()));
        http = HttpClient.newBuilder().sslContext(context).build();
    }

    @AfterAll
    static void stop() {
        http.close();
        console.close();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(console.address().resolve(path)).header("Content-Type", "application/json");
    }

    @Test
    void strictTransportSecurityAndSecureCookieAreSent() throws Exception {
        assertThat(console.address().getScheme()).isEqualTo("https");
        HttpResponse<String> page = send(request("/"));
        assertThat(page.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(page.headers().firstValue("Strict-Transport-Security")).hasValue("max-age=63072000");

        HttpResponse<String> first = send(request("/api/v1/session")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"token\":\"" + console.console().firstToken().orElseThrow() + "\"}")));
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie)
                .startsWith("__Host-plateau-session-" + console.address().getPort() + "=")
                .contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict")
                .doesNotContain("Domain");
        // A cookie without the prefix is ignored, because a page without TLS could have set it.
        String secret = cookie.split(";", 2)[0];
        assertThat(send(request("/api/v1/users").header("Cookie", secret)).statusCode())
                .isEqualTo(200);
        assertThat(send(request("/api/v1/users").header("Cookie", secret.replace("__Host-", "")))
                        .statusCode())
                .isEqualTo(401);

        String account = "{\"name\":\"ada\",\"password\":\"" + TestConsole.PASSWORD + "\",\"role\":\"admin\"}";
        String csrf = JsonMapper.shared().readTree(first.body()).get("csrf").asString();
        for (String origin : List.of(
                "http://127.0.0.1:" + console.address().getPort(), "https://localhost:1", "https://evil.example")) {
            assertThat(send(request("/api/v1/users")
                                    .header("Cookie", secret)
                                    .header("X-Plateau-Csrf", csrf)
                                    .header("Origin", origin)
                                    .POST(HttpRequest.BodyPublishers.ofString(account)))
                            .statusCode())
                    .as(origin)
                    .isEqualTo(403);
        }
    }

    private static ConsoleClient.TlsFiles trusting(Path file) {
        return new ConsoleClient.TlsFiles(Optional.of(file), Optional.empty(), Optional.empty(), "");
    }

    @Test
    void commandLineTrustsOnlyGivenCertificate() throws Exception {
        URI address = console.address();
        try (ConsoleClient trusting = new ConsoleClient(address, "plateau_no", trusting(certificate))) {
            assertThatThrownBy(() -> trusting.item("x"))
                    .isInstanceOf(UsageError.class)
                    .hasMessageContaining("does not accept the token");
        }
        try (ConsoleClient stranger = new ConsoleClient(address, "plateau_no", ConsoleClient.TlsFiles.NONE)) {
            assertThatThrownBy(() -> stranger.item("x"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(
                            "is not trusted (unable to find valid certification path to requested target)")
                    .hasMessageContaining("with --trust")
                    .hasMessageNotContaining("sun.");
        }
    }

    @Test
    void clientCertificateIsSentToDemandingProxy() throws Exception {
        ServerCertificate files = ServerCertificate.in(folder.resolve("tls"));
        byte[] item = "{\"id\":\"x\",\"state\":\"done\"}".getBytes(StandardCharsets.UTF_8);
        TlsServer server = new TlsServer(files.certificate(), files.key(), files.authority(), true, exchange -> {
            exchange.sendResponseHeaders(200, item.length);
            exchange.getResponseBody().write(item);
            exchange.close();
        });
        URI address = URI.create("https://127.0.0.1:" + server.port());
        Optional<Path> authority = Optional.of(files.authority());
        ConsoleClient.TlsFiles own =
                new ConsoleClient.TlsFiles(authority, Optional.of(files.certificate()), Optional.of(files.key()), "");
        try (ConsoleClient with = new ConsoleClient(address, "plateau_no", own)) {
            assertThat(with.item("x").isOver()).isTrue();
        }
        try (ConsoleClient without = new ConsoleClient(address, "plateau_no", trusting(files.authority()))) {
            assertThatThrownBy(() -> without.item("x"))
                    .hasMessageContaining("the server requires a client certificate")
                    .hasMessageContaining("give it with --client-certificate");
        } finally {
            server.close();
        }
    }

    @Test
    void invalidCertificateFileIsRefused() throws Exception {
        URI address = console.address();
        Path words = Files.writeString(folder.resolve("words.pem"), "no certificate");
        Path large = folder.resolve("large.pem");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(5L << 20);
        }
        for (Path wrong : List.of(Path.of("/dev/zero"), folder, words, large)) {
            assertThatThrownBy(() -> new ConsoleClient(address, "plateau_no", trusting(wrong)))
                    .as(wrong.toString())
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the certificates to trust in " + wrong)
                    .hasMessageContaining("PEM format")
                    .hasMessageNotContaining("java.");
        }
    }

    @Test
    void serverWithoutTlsIsReported() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ConsoleClient client = new ConsoleClient(
                        URI.create("https://localhost:" + plain.getLocalPort()),
                        "plateau_no",
                        ConsoleClient.TlsFiles.NONE)) {
            Thread server = Thread.ofVirtual().start(() -> {
                try (Socket caller = plain.accept()) {
                    caller.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    caller.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThatThrownBy(() -> client.item("x"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not use TLS");
            server.join();
        }
    }

    @Test
    void requestWithoutTlsGetsNoAnswer() {
        URI plain = URI.create("http://127.0.0.1:" + console.address().getPort() + "/");
        assertThatThrownBy(() -> send(HttpRequest.newBuilder(plain))).isInstanceOf(IOException.class);
    }
}
