// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.server.Limits;
import org.plateaubench.web.http.server.ServerAddress;
import org.plateaubench.web.http.server.WebServer;

/** Over HTTP/2 nobody holds the console up by saying or hearing a little at a time, and others go on. */
@Tag("slow")
@Timeout(300)
final class SlowHttp2Test {
    private static final Limits LIMITS =
            new Limits(64 << 10, 8 << 10, 50, Duration.ofSeconds(6), Duration.ofSeconds(2));
    private static final Executor LATER =
            CompletableFuture.delayedExecutor(LIMITS.arrival().plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS);
    private static final int WHOLE = 10 << 20;

    private static final CompletableFuture<Boolean> GIVEN_UP = new CompletableFuture<>();

    @TempDir
    private static Path folder;

    private static TestKeystore keystore;
    private static WebServer server;
    private static HttpClient http;

    @BeforeAll
    static void start() throws Exception {
        keystore = TestKeystore.make(folder);
        RouteTable table = new RouteTable()
                        .get("/api/v1/small", Role.ANYONE, context -> context.result("small"))
                        .get("/api/v1/large", Role.ANYONE, context -> {
                            try {
                                context.outputStream().write(new byte[WHOLE]);
                                GIVEN_UP.complete(false);
                            } catch (IOException e) {
                                GIVEN_UP.complete(true);
                                throw e;
                            }
                        })
                        .post(
                                "/api/v1/raw",
                                Role.ANYONE,
                                context -> context.result(
                                        String.valueOf(context.body().length())))
                        .stream("/api/v1/stream", Role.ANYONE, context -> {}, client -> {
                    client.keepAlive();
                    client.sendEvent("now", "at once");
                    LATER.execute(() -> client.sendEvent("then", "late"));
                });
        server = WebServer.start(
                new ServerAddress(
                        "127.0.0.1",
                        0,
                        List.of(),
                        Optional.of(new ServerAddress.Certificate(keystore.keystore(), TestKeystore.PASSWORD))),
                table,
                (context, route) -> Caller.ANONYMOUS,
                entry -> {},
                LIMITS);
        http = HttpClient.newBuilder().sslContext(keystore.trust()).build();
    }

    @AfterAll
    static void stop() {
        http.close();
        server.close();
    }

    private static void assertOthersAreServed() throws Exception {
        URI small = server.address().resolve("/api/v1/small");
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(small).timeout(Duration.ofSeconds(60)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("small");
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
    }

    @Test
    void aBodyThatTricklesInIsGivenUpAndItsConnectionIsNot() throws Exception {
        try (Http2Caller caller = new Http2Caller(server.address(), keystore.trust(), 1 << 16)) {
            caller.begin(1, "POST", "/api/v1/raw", Map.of("content-length", "5000"), true);
            CountDownLatch isOver = new CountDownLatch(1);
            CompletableFuture<Void> trickle = CompletableFuture.runAsync(() -> {
                try {
                    // Far longer than the server should listen, and never idle.
                    for (int i = 0; i < 400 && !isOver.await(50, TimeUnit.MILLISECONDS); i++) {
                        caller.data(1, new byte[] {'x'}, false);
                    }
                } catch (IOException e) {
                    // The server closed; what it said is heard below.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Http2Caller.Frame end = caller.hearEnd(1);
            assertThat(trickle).as("the server gave up while it trickled").isNotDone();
            isOver.countDown();
            assertThat(end.type()).isIn(Http2Caller.HEADERS, Http2Caller.DATA, Http2Caller.RESET);
            trickle.join();
            caller.begin(3, "GET", "/api/v1/small", Map.of(), false);
            assertThat(caller.hearEnd(3).type()).isEqualTo(Http2Caller.DATA);
        }
        assertOthersAreServed();
    }

    @Test
    void aLiveViewGoesOnLongerThanABodyMayTake() throws Exception {
        try (Http2Caller caller = new Http2Caller(server.address(), keystore.trust(), 1 << 16)) {
            caller.begin(1, "GET", "/api/v1/stream", Map.of("accept", "text/event-stream"), false);
            String heard = "";
            while (!heard.contains("data: late")) {
                Http2Caller.Frame frame = caller.hear();
                assertThat(frame.type()).isIn(Http2Caller.HEADERS, Http2Caller.DATA);
                assertThat(frame.endsStream()).as(heard).isFalse();
                heard += frame.payload();
            }
            assertThat(heard).contains("data: at once");
        }
    }

    @Test
    void aBodyThatComesInTimeIsTakenHoweverManyPartsItHas() throws Exception {
        try (Http2Caller caller = new Http2Caller(server.address(), keystore.trust(), 1 << 16)) {
            caller.begin(1, "POST", "/api/v1/raw", Map.of("content-length", "3"), true);
            caller.data(1, new byte[] {'a'}, false);
            caller.data(1, new byte[] {'b'}, false);
            caller.data(1, new byte[] {'c'}, true);
            Http2Caller.Frame frame = caller.hear();
            while (frame.type() != Http2Caller.DATA) {
                frame = caller.hear();
            }
            assertThat(frame.payload()).isEqualTo("3");
        }
    }

    @Test
    void whoHearsNothingOfAnAnswerLosesItThoughItAsksWhetherTheServerIsThere() throws Exception {
        try (Http2Caller caller = new Http2Caller(server.address(), keystore.trust(), 0)) {
            caller.begin(1, "GET", "/api/v1/large", Map.of(), false);
            for (int i = 0; i < 300 && !isGivenUpWithin(Duration.ofMillis(100)); i++) {
                caller.ping();
            }
            assertThat(GIVEN_UP).as("the answer was given up").isCompletedWithValue(true);
        }
        assertOthersAreServed();
    }

    private static boolean isGivenUpWithin(Duration limit) throws Exception {
        try {
            return GIVEN_UP.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        }
    }
}
