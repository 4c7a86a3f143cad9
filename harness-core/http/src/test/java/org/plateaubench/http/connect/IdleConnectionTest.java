// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;

/** Events on a connection during its user's think time. */
@Timeout(120)
final class IdleConnectionTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n";

    private final CountDownLatch sentMore = new CountDownLatch(1);

    private final CountDownLatch read = new CountDownLatch(1);

    private void awaitRead() throws IOException {
        try {
            assertThat(read.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static Http1Connection connection(RawServer server) {
        return new Http1Connection(server.origin(), HttpSettings.defaults(), null);
    }

    /** The answer to one request must not be taken for that to the next, however well-formed it is. */
    @Test
    void unrequestedResponseIsNotTakenForNextAnswer() throws Exception {
        RawServer.Script chatty = peer -> {
            peer.request();
            peer.send(OK + "a");
            awaitRead();
            peer.send(OK + "x");
            sentMore.countDown();
            peer.waitForClose();
        };
        try (RawServer server = new RawServer(chatty, RawServer.answering(OK + "b"));
                Http1Connection connection = connection(server)) {
            HttpRequest request = new HttpRequest();
            connection.exchange(request);
            read.countDown();
            assertThat(sentMore.await(60, TimeUnit.SECONDS)).isTrue();
            connection.release();

            HttpResponse second = connection.exchange(request);

            assertThat(second.bodyCopy()).containsExactly('b');
            assertThat(connection.connects()).isEqualTo(2);
        }
    }

    /** A proxy that ends idle connections may say so with a status of its own (RFC 9110, 15.5.9). */
    @Test
    void status408OnIdleConnectionIsIgnored() throws Exception {
        RawServer.Script impatient = peer -> {
            peer.request();
            peer.send(OK + "a");
            peer.request();
            peer.send("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        };
        try (RawServer server = new RawServer(impatient, RawServer.answering(OK + "b"));
                Http1Connection connection = connection(server)) {
            HttpRequest request = new HttpRequest();
            connection.exchange(request);

            HttpResponse second = connection.exchange(request);

            assertThat(second.status()).isEqualTo(200);
            assertThat(second.bodyCopy()).containsExactly('b');
            assertThat(connection.retries()).isEqualTo(1);
        }
    }

    @Test
    void status408OnNewConnectionIsTheAnswer() throws Exception {
        String late = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        try (RawServer server = new RawServer(RawServer.answering(late));
                Http1Connection connection = connection(server)) {
            assertThat(connection.exchange(new HttpRequest()).status()).isEqualTo(408);
            assertThat(connection.retries()).isZero();
        }
    }

    /** Thousands of users think at a time, each with several connections. */
    @Test
    void releasedReadBufferIsSmall() throws IOException {
        ReadBuffer buffer = new ReadBuffer();
        buffer.begin();
        buffer.fillTo(50_000, (into, offset, length) -> length);

        buffer.release();

        assertThat(buffer.bytes().length).isLessThanOrEqualTo(8192);
    }
}
