// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.UnscheduledUser;

/** Messages are sent and received in both directions, by WebSockets and server-sent events of Jetty. */
class StreamStepsTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final Queue<String> received = new ConcurrentLinkedQueue<>();

    /** A chat room that answers each text with the message {@code noise} and an echo. */
    public final class Room extends Session.Listener.AbstractAutoDemanding {
        @Override
        public void onWebSocketText(String text) {
            received.add(text);
            if (text.equals("leave")) {
                getSession().close(4000, "left", org.eclipse.jetty.websocket.api.Callback.NOOP);
                return;
            }
            for (String each : List.of("noise", "{\"echo\": " + text + ", \"id\": 7}")) {
                getSession().sendText(each, org.eclipse.jetty.websocket.api.Callback.NOOP);
            }
        }

        @Override
        public void onWebSocketClose(int code, String reason, org.eclipse.jetty.websocket.api.Callback callback) {
            received.add(code + " " + reason);
            callback.succeed();
        }
    }

    /** Sends three events and ends the stream. */
    private static final class News extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (!request.getHttpURI().getPath().equals("/news")) {
                return false;
            }
            response.getHeaders()
                    .put(HttpHeader.CONTENT_TYPE, request.getHeaders().get(HttpHeader.ACCEPT));
            response.write(
                    true,
                    ByteBuffer.wrap(
                            ": hello\r\n\r\ndata: a\ndata: b\n\nevent: price\ndata: {\"n\": 5}\n\ndata:c\n\ndata: cut"
                                    .getBytes(StandardCharsets.UTF_8)),
                    callback);
            return true;
        }
    }

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        WebSocketUpgradeHandler rooms = WebSocketUpgradeHandler.from(
                server,
                container -> container.addMapping("/room", (request, response, callback) -> {
                    received.add("opened " + request.getHeaders().get("X-Test") + " " + request.getSubProtocols());
                    request.getSubProtocols().forEach(response::setAcceptedSubProtocol);
                    return new Room();
                }));
        rooms.setHandler(new News());
        server.setHandler(rooms);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private UnscheduledUser user(String scenario) throws Exception {
        return WebUser.of(WebUser.parameters("http://127.0.0.1:" + connector.getLocalPort(), scenario), Map.of());
    }

    @Test
    void messagesAreSentAndReceived() throws Exception {
        String scenario = """
                variables: { word: 'say "hi"' }
                steps:
                  - { websocket: /room, subprotocol: chat }
                  - { send: { word: "${word}" } }
                  - receive: 10s
                    until: { contains: echo }
                    check: { json: { $.echo.word: 'say "hi"' } }
                    extract: { id: { json: $.id } }
                  - { send: "${id}", name: again }
                  - { receive: 10s, name: noise, check: { contains: noise } }
                  - { receive: 10s, name: echo, check: { json: { $.echo: 7 } } }
                  - close: done ${id}
                """;
        try (UnscheduledUser user = user(scenario)) {
            assertThat(user.outcomes(0)).hasSize(7).allMatch(Outcome.ok()::equals);
            assertThat(user.outcomes(1)).hasSize(7).allMatch(Outcome.ok()::equals);
            assertThat(user.counted("messagesSent")).isEqualTo(4);
            assertThat(user.counted("messagesReceived")).isEqualTo(8);
        }

        assertThat(received.stream().limit(4))
                .containsExactly("opened all [chat]", "{\"word\":\"say \\\"hi\\\"\"}", "7", "1000 done 7");
    }

    @Test
    void eventsAreReceived() throws Exception {
        String scenario = """
                steps:
                  - events: /news
                  - { receive: 10s, name: first, check: { regex: "^a\\nb$" } }
                  - { receive: 10s, name: price, event: price, check: { json: { $.n: "> 4" }, size: 8 } }
                  - { receive: 10s, name: last, check: { contains: c } }
                  - { receive: 10s, name: none }
                  - close: done
                """;
        try (UnscheduledUser user = user(scenario)) {
            assertThat(user.outcomes(0))
                    .extracting(Outcome::reason)
                    .containsExactly("", "", "", "", "stream-closed", "");
        }
    }

    @Test
    void streamErrorsHaveErrorClasses() throws Exception {
        String scenario = """
                steps:
                  - send: early
                  - receive: 1s
                  - websocket: /none
                  - { events: /none, name: refused }
                  - { events: /news, name: page, headers: { Accept: text/html } }
                  - { websocket: /room, name: open }
                  - { receive: 10ms, name: silence }
                  - { set: { long: "%s" } }
                  - { close: "${long}", name: long-reason }
                  - { send: "1", name: one }
                  - { receive: 10s, name: wrong, check: { contains: other } }
                  - { send: leave, name: leave }
                  - { receive: 10s, name: left, until: { contains: never } }
                  - { send: late, name: late }
                """.formatted("x".repeat(200));
        try (UnscheduledUser user = user(scenario)) {
            List<Outcome> outcomes = user.outcomes(0);
            assertThat(outcomes)
                    .extracting(Outcome::reason)
                    .containsExactly(
                            "not-open",
                            "not-open",
                            "status-404",
                            "status-404",
                            "no-events",
                            "",
                            "timeout",
                            "request",
                            "",
                            "check-contains",
                            "",
                            "stream-closed",
                            "stream-closed");
            assertThat(outcomes.getLast().message()).isEqualTo("the WebSocket was closed: 4000 left");
        }
    }

    @Test
    void waitingUserIsAborted() throws Exception {
        try (UnscheduledUser user = user("steps: [{ websocket: /room }, { receive: 1h }]")) {
            FutureTask<List<Outcome>> unit = new FutureTask<>(() -> user.outcomes(0));
            Thread.ofVirtual().start(unit);
            Deadline.until("the WebSocket is open", () -> !received.isEmpty());
            user.abort();

            assertThat(unit.get(10, TimeUnit.SECONDS).getLast().reason()).isIn("stream-closed", "not-open");
        }
    }

    @Test
    void problemsAreLocated() {
        WebParameters parameters = WebUser.parameters("http://shop.lab", """
                steps:
                  - { websocket: room, json: {} }
                  - { receive: soon, check: { status: 200 }, extract: { x: { header: a } } }
                  - { events: "ws://other.lab/" }
                """);

        assertThat(new WebWorkload().check(parameters))
                .extracting(Finding::parameter)
                .containsExactlyInAnyOrder(
                        "scenario.steps[0].json",
                        "scenario.steps[0].websocket",
                        "scenario.steps[1].check.status",
                        "scenario.steps[1].receive",
                        "scenario.steps[1].extract.x",
                        "scenario.steps[1].extract.x.header",
                        "scenario.steps[2].events");
    }
}
