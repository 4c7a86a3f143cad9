// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;

/** The same browser over HTTP/2: what is under way at a time are streams of one connection. */
@Timeout(120)
final class Http2BrowserTest {
    private static final HttpSettings SETTINGS =
            HttpSettings.usual().withProtocol(HttpSettings.Protocol.HTTP2).withTrust(new HttpTrust.Anything());

    private static Browser browser(HttpConnections connections, HttpOrigin origin) {
        Browser browser = new Browser(connections, origin, BrowserSettings.usual(), System::nanoTime);
        browser.newSession(CacheModel.NONE);
        return browser;
    }

    @Test
    void sixPartsAtATimeShareOneConnection() throws Exception {
        CyclicBarrier six = new CyclicBarrier(6);
        try (WebSite site = new WebSite();
                HttpConnections connections = new HttpConnections(SETTINGS);
                Browser browser = browser(connections, site.origin())) {
            List<WebAddress> parts = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                site.on("/" + i, (asked, reply) -> {
                    six.await(60, TimeUnit.SECONDS);
                    reply.body(new byte[5000]);
                });
                parts.add(site.address("/" + i));
            }
            site.on("/", (asked, reply) -> reply.html("page").header("Set-Cookie", "a=1"));
            browser.page("/");

            assertThat(browser.fetchAll(parts, Resource.IMAGE)).isEqualTo(new Fetched(12, 0, 0, 60_000));

            assertThat(site.last().header("Cookie")).isEqualTo("a=1");
            assertThat(site.connections()).isEqualTo(1);
            Traffic traffic = browser.endOperation();
            assertThat(traffic.connectionsOpened()).isEqualTo(1);
            assertThat(traffic.requests()).isEqualTo(13);
        }
    }

    /** A server that takes the connection and never says a word of TLS. */
    @Test
    void anAbortEndsTheOpeningToo() throws Exception {
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
            // The test is over.
            return;
        }
    }
}
