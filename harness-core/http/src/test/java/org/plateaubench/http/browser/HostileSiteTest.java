// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;

/** Servers that violate the protocol, and aborts at random times. */
@Timeout(120)
final class HostileSiteTest {
    private WebSite site;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new WebSite();
        browser = new Browser(
                new HttpConnections(HttpSettings.defaults()),
                site.origin(),
                BrowserSettings.defaults(),
                System::nanoTime);
        browser.newSession(CacheModel.NONE);
    }

    @AfterEach
    void close() {
        browser.close();
        site.close();
    }

    /** An abort ends the running requests soon as aborted, and the browser can be connected again. */
    @Test
    void abortAtAnyMomentEndsRunningRequests() throws Exception {
        SplittableRandom random = new SplittableRandom(10);
        site.page("/", "page").on("/go", (request, reply) -> reply.status(302).header("Location", "/"));
        List<WebAddress> parts = site.parts(12, (request, reply) -> reply.body(new byte[2000]));
        for (int round = 0; round < 60; round++) {
            AtomicReference<IOException> thrown = new AtomicReference<>();
            Thread user = Thread.ofVirtual().start(() -> surf(parts, thrown));
            LockSupport.parkNanos(random.nextLong(4_000_000));

            browser.abort();

            assertThat(user.join(Duration.ofSeconds(30))).as("round %d", round).isTrue();
            assertThat(thrown.get())
                    .isInstanceOfSatisfying(
                            HttpFailure.class, e -> assertThat(e.kind()).isEqualTo(HttpFailure.Kind.ABORTED));
            browser.endOperation();
            browser.connect();
            assertThat(browser.page("/").contains("page")).isTrue();
            assertThat(browser.fetchAll(parts, Resource.IMAGE).loaded()).isEqualTo(12);
        }
        assertThat(VirtualThreads.dump()).doesNotContain("browser-fetch");
    }

    private void surf(List<WebAddress> parts, AtomicReference<IOException> thrown) {
        try {
            while (true) {
                browser.page("/go");
                browser.fetchAll(parts, Resource.IMAGE);
            }
        } catch (IOException e) {
            thrown.set(e);
        }
    }

    @Test
    void failuresLeakNoConnections() throws IOException {
        List<WebAddress> parts =
                site.parts(12, (request, reply) -> reply.status(500).body(new byte[100]));
        for (int round = 0; round < 30; round++) {
            assertThatExceptionOfType(StatusFailure.class).isThrownBy(() -> browser.fetchAll(parts, Resource.STATIC));
            assertThatExceptionOfType(StatusFailure.class).isThrownBy(() -> browser.page("/nothing"));
        }

        assertThat(site.connections()).isLessThanOrEqualTo(6);
        assertThat(browser.endOperation().connectionsOpened()).isLessThanOrEqualTo(6);
    }

    @Test
    void faultyResponsesHaveSpecificErrorClasses() throws IOException {
        assertThat(outcomeOf("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort"))
                .isEqualTo("truncated");
        assertThat(outcomeOf("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n"))
                .isEqualTo("truncated");
        assertThat(outcomeOf("HTTP/1.1 200 OK\r\nContent-Le")).isEqualTo("truncated");
        assertThat(outcomeOf("")).isEqualTo("connection-lost");
        assertThat(outcomeOf("no server at all\r\n\r\n")).isEqualTo("malformed-response");
        assertThat(outcomeOf("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo("connect-refused");
        assertThat(outcomeOf(
                        "HTTP/1.1 302 Found\r\nLocation: http://no-such-host.invalid/\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo("unknown-host");
        assertThat(outcomeOf("HTTP/1.1 302 Found\r\nLocation: http://\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo("bad-redirect");
    }

    /** Fetches one part from a server that answers this and closes. */
    private String outcomeOf(String answer) throws IOException {
        try (ServerSocket raw = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answer(raw, answer));
            WebAddress part = new WebAddress(new HttpOrigin("http", "127.0.0.1", raw.getLocalPort()), "/x");
            AtomicReference<String> reason = new AtomicReference<>("");
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> browser.fetchAll(List.of(part), Resource.IMAGE))
                    .satisfies(e -> reason.set(HttpOutcomes.of(e).reason()));
            return Objects.requireNonNull(reason.get());
        }
    }

    private static void answer(ServerSocket raw, String answer) {
        try (Socket socket = raw.accept()) {
            socket.getInputStream().read(new byte[4096]);
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            socket.getInputStream().read();
        } catch (IOException e) {
            // The browser has closed the connection.
            return;
        }
    }
}
