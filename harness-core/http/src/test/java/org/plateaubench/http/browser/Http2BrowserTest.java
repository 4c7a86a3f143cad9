// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;

/** A browser over HTTP/2, whose parallel requests are streams of one connection. */
@Timeout(120)
final class Http2BrowserTest {
    private static final HttpSettings SETTINGS =
            HttpSettings.defaults().withProtocol(HttpSettings.Protocol.HTTP2).withTrust(new HttpTrust.Anything());

    private static Browser browser(HttpConnections connections, HttpOrigin origin) {
        Browser browser = new Browser(connections, origin, BrowserSettings.defaults(), System::nanoTime);
        browser.newSession(CacheModel.NONE);
        return browser;
    }

    @Test
    void sixParallelPartsShareOneConnection() throws Exception {
        CyclicBarrier six = new CyclicBarrier(6);
        try (WebSite site = new WebSite();
                HttpConnections connections = new HttpConnections(SETTINGS);
                Browser browser = browser(connections, site.origin())) {
            List<WebAddress> parts = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                site.on("/" + i, (request, reply) -> {
                    six.await(60, TimeUnit.SECONDS);
                    reply.body(new byte[5000]);
                });
                parts.add(site.address("/" + i));
            }
            site.on("/", (request, reply) -> reply.html("page").header("Set-Cookie", "a=1"));
            browser.page("/");

            assertThat(browser.fetchAll(parts, Resource.IMAGE)).isEqualTo(new Fetched(12, 0, 0, 60_000));

            assertThat(site.last().header("Cookie")).isEqualTo("a=1");
            assertThat(site.connections()).isEqualTo(1);
            Traffic traffic = browser.endOperation();
            assertThat(traffic.connectionsOpened()).isEqualTo(1);
            assertThat(traffic.requests()).isEqualTo(13);
        }
    }

    /** The server accepts the connection but never answers the TLS handshake. */
    @Test
    void abortEndsTlsHandshake() throws Exception {
        CountDownLatch accepted = new CountDownLatch(1);
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                HttpConnections connections = new HttpConnections(SETTINGS);
                Browser browser = browser(connections, new HttpOrigin("https", "localhost", silent.getLocalPort()))) {
            Thread.ofVirtual().start(() -> hold(silent, accepted));
            AtomicReference<IOException> thrown = new AtomicReference<>();
            Thread user = Thread.ofVirtual().start(() -> {
                try {
                    browser.page("/");
                } catch (IOException e) {
                    thrown.set(e);
                }
            });
            assertThat(accepted.await(60, TimeUnit.SECONDS)).isTrue();

            browser.abort();

            assertThat(user.join(Duration.ofSeconds(30))).isTrue();
            assertThat(thrown.get())
                    .isInstanceOfSatisfying(
                            HttpFailure.class, e -> assertThat(e.kind()).isEqualTo(HttpFailure.Kind.ABORTED));
        }
    }

    private static void hold(ServerSocket silent, CountDownLatch accepted) {
        try (Socket socket = silent.accept()) {
            accepted.countDown();
            assertThat(socket.getInputStream().transferTo(OutputStream.nullOutputStream()))
                    .isNotNegative();
        } catch (IOException e) {
            // The test is finished.
            return;
        }
    }

    private static HttpFailure failureOf(HttpConnection connection, String path) {
        return catchThrowableOfType(HttpFailure.class, () -> connection.exchange(new HttpRequest().start("GET", path)));
    }

    private static int statusOf(HttpConnection connection) throws HttpFailure {
        return connection.exchange(new HttpRequest().start("GET", "/")).status();
    }

    @Test
    void exchangesShareConnectionAndAreAbortedSeparately() throws Exception {
        CountDownLatch finished = new CountDownLatch(1);
        try (WebSite site = new WebSite()
                        .page("/", "page")
                        .on("/never", (request, reply) -> finished.await(60, TimeUnit.SECONDS));
                HttpConnections connections = new HttpConnections(SETTINGS)) {
            HttpConnector user = connections.ofUser();
            try (HttpConnection first = user.connection(site.origin());
                    HttpConnection second = user.connection(site.origin());
                    HttpConnection otherUser = connections.ofUser().connection(site.origin())) {
                CompletableFuture<HttpFailure> waiting =
                        CompletableFuture.supplyAsync(() -> failureOf(first, "/never"), Thread::startVirtualThread);
                assertThat(statusOf(second)).isEqualTo(200);
                CompletableFuture<HttpFailure> aborted =
                        CompletableFuture.supplyAsync(() -> failureOf(otherUser, "/never"), Thread::startVirtualThread);
                while (!aborted.isDone()) {
                    otherUser.abort();
                    Thread.onSpinWait();
                }
                assertThat(aborted.join().kind()).isEqualTo(HttpFailure.Kind.ABORTED);
                assertThat(statusOf(otherUser)).isEqualTo(200);
                assertThat(waiting).isNotDone();
                finished.countDown();
                assertThat(waiting.join()).isNull();
                assertThat(first.connects() + second.connects()).isEqualTo(1);
            } finally {
                finished.countDown();
            }
        }
    }

    @Test
    void silentServerTimesOutAtReadDeadline() throws Exception {
        CountDownLatch finished = new CountDownLatch(1);
        Duration timeout = Duration.ofMinutes(1);
        try (WebSite site = new WebSite().on("/never", (request, reply) -> finished.await(60, TimeUnit.SECONDS));
                HttpConnections connections =
                        new HttpConnections(SETTINGS.withTimeouts(timeout, Duration.ofMillis(300), timeout));
                HttpConnection connection = connections.connection(site.origin())) {
            assertThat(failureOf(connection, "/never").kind()).isEqualTo(HttpFailure.Kind.READ_TIMEOUT);
            finished.countDown();
        }
    }

    @Test
    void bodiesAreEchoedWithinLimits() throws Exception {
        byte[] large = new byte[300_000];
        Arrays.fill(large, (byte) 'x');
        try (WebSite site =
                        new WebSite().page("/", "page").on("/echo", (request, reply) -> reply.body(request.body()));
                HttpConnections connections = new HttpConnections(SETTINGS);
                HttpConnections strict = new HttpConnections(SETTINGS.withLimits(100, 8000, 1000));
                HttpConnection connection = connections.connection(site.origin());
                HttpConnection limited = strict.connection(site.origin())) {
            HttpRequest request = new HttpRequest().start("POST", "/echo").body(RequestBody.of(large, "text/plain"));
            HttpResponse response = connection.exchange(request);
            assertThat(response.bodyCopy()).isEqualTo(large);
            assertThat(response.sentBytes()).isBetween(300_000L, 301_000L);
            assertThat(catchThrowableOfType(HttpFailure.class, () -> limited.exchange(request))
                            .kind())
                    .isEqualTo(HttpFailure.Kind.TOO_LARGE);
            assertThat(statusOf(limited)).isEqualTo(200);
        }
    }

    @Test
    void connectionToClosedPortIsRefused() {
        try (HttpConnections connections = new HttpConnections(SETTINGS);
                HttpConnection connection = connections.connection(new HttpOrigin("http", "127.0.0.1", 1))) {
            assertThat(failureOf(connection, "/").kind()).isEqualTo(HttpFailure.Kind.CONNECT_REFUSED);
        }
    }
}
