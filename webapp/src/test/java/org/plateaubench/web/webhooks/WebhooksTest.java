// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.reach.AllowList;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.http.RouteTable;

/** What a receiver on this machine gets, and how often. */
@Timeout(60)
final class WebhooksTest {
    private static final String SECRET = "the key of this webhook";

    @TempDir
    Path folder;

    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private AllowListFile allowed;
    private WebhookRoutes hooks;

    private record Received(
            String path, String event, String delivery, String timestamp, String signature, String body) {}

    @BeforeEach
    void listen() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::take);
        receiver.start();
        allowed = new AllowListFile(folder.resolve("allow-list.json"));
        allow("127.0.0.1:" + receiver.getAddress().getPort());
        new WebhookFile(folder)
                .add(new Webhook(
                        "one",
                        address("/hook"),
                        List.of(Webhook.Event.ENDED, Webhook.Event.WAITING),
                        SECRET,
                        "ada",
                        Instant.EPOCH));
        hooks = new WebhookRoutes(
                folder, allowed, InstantSource.system(), List.of(Duration.ofMillis(10), Duration.ofMillis(10)));
    }

    private void allow(String... hosts) throws IOException {
        allowed.write(new AllowList(List.of(), List.of(), List.of(), List.of(), List.of(hosts)));
    }

    private String address(String path) {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + path;
    }

    @AfterEach
    void close() {
        hooks.close();
        receiver.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("X-Plateau-Event"),
                    exchange.getRequestHeaders().getFirst("X-Plateau-Delivery"),
                    exchange.getRequestHeaders().getFirst("X-Plateau-Timestamp"),
                    exchange.getRequestHeaders().getFirst("X-Plateau-Signature"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            Integer status = answers.poll();
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status == null ? 204 : status, -1);
        }
    }

    private Received next() throws InterruptedException {
        Received next = received.poll(30, TimeUnit.SECONDS);
        assertThat(next).as("a message").isNotNull();
        return next;
    }

    @Test
    void anEndOfARunThatWasSeenIsToldOnceAndSigned() throws Exception {
        hooks.changed("older", "completed", "pass");
        hooks.changed("run-1", "running", null);
        hooks.changed("run-1", "completed", "fail");
        hooks.changed("run-1", "completed", "fail");
        hooks.changed("run-2", "running", null);
        hooks.changed("run-2", "completed", "pass");
        Received first = next();
        Received second = next();
        assertThat(List.of(first, second)).extracting(Received::event).containsExactlyInAnyOrder("failed", "ended");
        Received failed = first.event().equals("failed") ? first : second;
        assertThat(failed.body())
                .contains(
                        "\"schema\":\"plateau.webhook/1\"",
                        "\"id\":\"run-1\"",
                        "\"verdict\":\"fail\"",
                        "\"event\":\"failed\"");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        StringBuilder digits = new StringBuilder("sha256=");
        for (byte one : mac.doFinal((failed.timestamp() + "." + failed.body()).getBytes(StandardCharsets.UTF_8))) {
            digits.append(String.format("%02x", one));
        }
        assertThat(failed.signature()).isEqualTo(digits.toString());
        hooks.waiting(1);
        assertThat(next().event()).as("nothing was told twice before").isEqualTo("waiting");
        hooks.waiting(1);
        hooks.waiting(0);
        hooks.waiting(2);
        assertThat(next().body()).contains("\"waiting\":2");
    }

    @Test
    void whatIsNotTakenComesAgainUnderTheSameIdAndARedirectIsNotFollowed() throws Exception {
        answers.addAll(List.of(503, 302));
        hooks.waiting(1);
        List<Received> attempts = List.of(next(), next(), next());
        assertThat(attempts).extracting(Received::path).containsOnly("/hook");
        assertThat(attempts)
                .extracting(Received::delivery)
                .containsOnly(attempts.getFirst().delivery());
        answers.addAll(List.of(500, 500, 500));
        hooks.waiting(2);
        assertThat(List.of(next(), next(), next())).hasSize(3);
        hooks.waiting(3);
        assertThat(next().body())
                .as("after the last attempt comes the next message")
                .contains("\"waiting\":3");
    }

    @Test
    void aReceiverThatNeverAnswersHoldsUpNoMessageOfAnother() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                WebhookSender sender =
                        new WebhookSender(new PublicAddresses(allowed), InstantSource.system(), WebhookSender.PAUSES)) {
            allow(
                    "127.0.0.1:" + silent.getLocalPort(),
                    "127.0.0.1:" + receiver.getAddress().getPort());
            Webhook away = hook("away", "http://127.0.0.1:" + silent.getLocalPort() + "/");
            List<String> problems = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                sender.send(Delivery.of("d" + i, away, Webhook.Event.TEST, Instant.EPOCH, null, null));
                sender.last("away").ifPresent(last -> problems.add(String.valueOf(last.problem())));
            }
            assertThat(problems).contains("too many messages wait; this one was dropped.");
            sender.send(Delivery.of("d", hook("two", address("/")), Webhook.Event.TEST, Instant.EPOCH, null, null));
            assertThat(next().delivery()).isEqualTo("d");
            // What is under way to a webhook that is removed ends, and nothing is said of it any more.
            sender.forget("away");
            assertThat(sender.last("away")).isEmpty();
        }
    }

    private static Webhook hook(String id, String address) {
        return new Webhook(id, address, List.of(), SECRET, "ada", Instant.EPOCH);
    }

    @Test
    void aHostThatIsNotAllowedAnyMoreIsNotCalled() throws Exception {
        allow();
        hooks.waiting(1);
        allow("127.0.0.1:1");
        hooks.waiting(2);
        try (WebhookSender sender =
                new WebhookSender(new PublicAddresses(allowed), InstantSource.system(), List.of())) {
            sender.send(Delivery.of("d", hook("two", address("/")), Webhook.Event.TEST, Instant.EPOCH, null, null));
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (sender.last("two").isEmpty() && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(sender.last("two").orElseThrow().problem()).contains("an inner address");
        }
        assertThat(received).isEmpty();
    }

    @Test
    void anAddressWithAPortThatIsNoneIsRefused() throws Exception {
        try (TestConsole console = TestConsole.start(Files.createDirectory(folder.resolve("console")))) {
            TestConsole.Client admin = console.admin();
            for (String port : List.of("0", "65536", "99999")) {
                String body = "{\"address\":\"http://192.0.2.1:" + port + "/\",\"events\":[\"ended\"]}";
                assertThat(admin.send("POST", RouteTable.API + "/webhooks", body)
                                .expect(422)
                                .text())
                        .contains("must have a port from 1 to 65535, found " + port);
            }
        }
    }

    @Test
    void theKeysAreForTheOwnerOfTheFileAlone() throws Exception {
        Path file = folder.resolve(WebhookFile.NAME);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(new WebhookFile(folder).all()).hasSize(1);
        Files.writeString(file, Documents.text(List.of()));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> new WebhookFile(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be read as a list of webhooks");
    }
}
