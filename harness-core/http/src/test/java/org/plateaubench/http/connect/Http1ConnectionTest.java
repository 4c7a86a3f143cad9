// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.plateaubench.http.connect.RawServer.answering;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;

/** One connection to a scripted server. */
@Timeout(120)
final class Http1ConnectionTest {
    private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final Duration LONG = Duration.ofMinutes(1);
    /** Only one deadline is short, so that on a busy host no other one can pass first. */
    private static final HttpSettings SHORT_READ_TIMEOUT =
            HttpSettings.defaults().withTimeouts(LONG, Duration.ofMillis(300), LONG);

    private static final HttpSettings SHORT_TOTAL_TIMEOUT =
            HttpSettings.defaults().withTimeouts(LONG, LONG, Duration.ofMillis(400));

    private final HttpRequest request = new HttpRequest();

    private static Http1Connection to(RawServer server) {
        return new Http1Connection(server.origin(), HttpSettings.defaults(), null);
    }

    private HttpFailure failureOf(Http1Connection connection) {
        return catchThrowableOfType(HttpFailure.class, () -> connection.exchange(request));
    }

    @Test
    void connectionIsReused() throws Exception {
        try (RawServer server = new RawServer(answering(HELLO, HELLO));
                Http1Connection connection = to(server)) {
            request.start("GET", "/a?b=c").header("X-Y", "z");
            HttpResponse response = connection.exchange(request);
            assertThat(response.bodyText(US_ASCII)).isEqualTo("hello");
            assertThat(response.reusable()).isTrue();
            assertThat(response.receivedBytes()).isEqualTo(HELLO.length());
            assertThat(connection.exchange(request).sentBytes())
                    .isEqualTo(server.requests().get(1).length());
            assertThat(server.requests().get(0))
                    .isEqualTo("GET /a?b=c HTTP/1.1\r\nHost: " + server.origin().authority() + "\r\nX-Y: z\r\n\r\n");
            assertThat(connection.connects()).isEqualTo(1);
        }
    }

    @Test
    void idempotentRequestIsRepeatedOnceAfterClosedConnection() throws Exception {
        try (RawServer server = new RawServer(answering(HELLO), answering(HELLO));
                Http1Connection connection = to(server)) {
            connection.exchange(request);
            assertThat(connection.exchange(request).bodyText(US_ASCII)).isEqualTo("hello");
            assertThat(connection.retries()).isEqualTo(1);
            assertThat(connection.connects()).isEqualTo(2);
        }
    }

    @Test
    void postDetectsClosedConnectionBeforeSending() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        RawServer.Script halfClosing = peer -> {
            peer.request();
            peer.send(HELLO);
            peer.halfClose();
            closed.countDown();
            peer.waitForClose();
        };
        try (RawServer server = new RawServer(halfClosing, answering(HELLO));
                Http1Connection connection = to(server)) {
            connection.exchange(request);
            closed.await();
            request.start("POST", "/").body(RequestBody.of(new byte[0], "text/plain"));
            assertThat(connection.exchange(request).status()).isEqualTo(200);
            assertThat(connection.retries()).isZero();
            assertThat(connection.connects()).isEqualTo(2);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void postIsNotSentTwice() throws Exception {
        RawServer.Script reading = peer -> {
            peer.request();
            peer.send(HELLO);
            peer.request();
        };
        try (RawServer server = new RawServer(reading, answering(HELLO));
                Http1Connection connection = to(server)) {
            connection.exchange(request);
            request.start("POST", "/").body(RequestBody.of(new byte[1], ""));
            HttpFailure failure = failureOf(connection);
            assertThat(failure.kind()).isEqualTo(HttpFailure.Kind.CONNECTION_LOST);
            assertThat(failure.sent()).isTrue();
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void requestLostOnNewConnectionIsNotRepeated() throws Exception {
        RawServer.Script resetting = peer -> {
            peer.request();
            peer.reset();
        };
        try (RawServer server = new RawServer(resetting, answering(HELLO));
                Http1Connection connection = to(server)) {
            assertThat(failureOf(connection).kind()).isEqualTo(HttpFailure.Kind.CONNECTION_LOST);
            assertThat(connection.isOpen()).isFalse();
            assertThat(connection.retries()).isZero();
            assertThat(connection.exchange(request).status()).isEqualTo(200);
        }
    }

    @Test
    void answerBeforeEndOfRequestBodyIsAccepted() throws Exception {
        RawServer.Script script = peer -> {
            peer.request();
            peer.send("HTTP/1.1 413 Too Much\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        };
        try (RawServer server = new RawServer(script);
                Http1Connection connection = to(server)) {
            request.start("POST", "/").body(RequestBody.of(new byte[200], ""));
            assertThat(connection.exchange(request).status()).isEqualTo(413);
            assertThat(connection.isOpen()).isFalse();
        }
    }

    @Test
    void silentServerTimesOutAtReadDeadline() throws Exception {
        RawServer.Script silent = peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\n");
            peer.waitForClose();
        };
        try (RawServer server = new RawServer(silent);
                Http1Connection connection = new Http1Connection(server.origin(), SHORT_READ_TIMEOUT, null)) {
            assertThat(failureOf(connection).kind()).isEqualTo(HttpFailure.Kind.READ_TIMEOUT);
        }
    }

    @Test
    void slowResponseTimesOutAtExchangeDeadline() throws Exception {
        RawServer.Script dripping = peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n");
            while (true) {
                peer.send("x");
                Thread.onSpinWait();
            }
        };
        try (RawServer server = new RawServer(dripping);
                Http1Connection connection = new Http1Connection(server.origin(), SHORT_TOTAL_TIMEOUT, null)) {
            assertThat(failureOf(connection).kind()).isEqualTo(HttpFailure.Kind.EXCHANGE_TIMEOUT);
        }
    }

    @Test
    void serverNotReadingRequestTimesOutAtReadDeadline() throws Exception {
        CountDownLatch finished = new CountDownLatch(1);
        RawServer.Script notReading = peer -> {
            try {
                finished.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        };
        try (RawServer server = new RawServer(notReading);
                Http1Connection connection = new Http1Connection(server.origin(), SHORT_READ_TIMEOUT, null)) {
            request.start("POST", "/").body(RequestBody.of(new byte[32 << 20], ""));
            assertThat(failureOf(connection).kind()).isEqualTo(HttpFailure.Kind.READ_TIMEOUT);
            finished.countDown();
        }
    }

    @Test
    void connectionIsUsableAfterAbortByAnotherThread() throws Exception {
        for (Thread.Builder threads : new Thread.Builder[] {Thread.ofPlatform(), Thread.ofVirtual()}) {
            CountDownLatch firstAnswered = new CountDownLatch(1);
            RawServer.Script scripted = peer -> {
                peer.request();
                firstAnswered.countDown();
                peer.waitForClose();
            };
            try (RawServer server = new RawServer(scripted, answering(HELLO));
                    Http1Connection connection = to(server)) {
                Thread aborting = threads.start(() -> {
                    try {
                        firstAnswered.await();
                    } catch (InterruptedException e) {
                        return;
                    }
                    connection.abort();
                });
                assertThat(failureOf(connection).kind()).isEqualTo(HttpFailure.Kind.ABORTED);
                aborting.join();
                assertThat(connection.exchange(request).status()).isEqualTo(200);
            }
        }
    }

    @Test
    void connectionToClosedPortIsRefused() throws Exception {
        HttpOrigin origin;
        try (RawServer server = new RawServer()) {
            origin = server.origin();
        }
        try (Http1Connection connection = new Http1Connection(origin, HttpSettings.defaults(), null)) {
            HttpFailure failure = failureOf(connection);
            assertThat(failure.errorClass()).isEqualTo("connect-refused");
            assertThat(failure.sent()).isFalse();
            assertThat(failure.outcome().connectionLost()).isTrue();
        }
    }

    @Test
    void requestBodyOfWrongLengthIsRequestBodyFailure() throws Exception {
        try (RawServer server = new RawServer(answering(HELLO), answering(HELLO));
                Http1Connection connection = to(server)) {
            for (int length : new int[] {2, 4}) {
                request.start("POST", "/").body(new RequestBody() {
                    @Override
                    public long lengthBytes() {
                        return length;
                    }

                    @Override
                    public String contentType() {
                        return "";
                    }

                    @Override
                    public void writeTo(OutputStream out) throws IOException {
                        out.write(new byte[3]);
                    }
                });
                assertThat(failureOf(connection).kind()).isEqualTo(HttpFailure.Kind.REQUEST_BODY);
                assertThat(connection.isOpen()).isFalse();
            }
        }
    }

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

    /** An unrequested response must not be used as the answer to the next request. */
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
                Http1Connection connection = to(server)) {
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

    /** A proxy may report with status 408 that it closes an idle connection (RFC 9110, 15.5.9). */
    @Test
    void status408OnIdleConnectionIsIgnored() throws Exception {
        RawServer.Script impatient = peer -> {
            peer.request();
            peer.send(OK + "a");
            peer.request();
            peer.send("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        };
        try (RawServer server = new RawServer(impatient, RawServer.answering(OK + "b"));
                Http1Connection connection = to(server)) {
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
                Http1Connection connection = to(server)) {
            assertThat(connection.exchange(new HttpRequest()).status()).isEqualTo(408);
            assertThat(connection.retries()).isZero();
        }
    }

    /** Thousands of users are in think time together, each with several connections. */
    @Test
    void releasedReadBufferIsSmall() throws IOException {
        ReadBuffer buffer = new ReadBuffer();
        buffer.begin();
        buffer.fillTo(50_000, (into, offset, length) -> length);

        buffer.release();

        assertThat(buffer.bytes().length).isLessThanOrEqualTo(8192);
    }
}
