// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.plateaubench.command.Await;
import org.plateaubench.engine.document.Documents;

/** A session of a user with a console's API. Not thread-safe. */
final class ConsoleSession {
    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final long REPEAT_NANOS = Duration.ofMillis(50).toNanos();
    private static final String PASSWORD = "correct horse battery";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build();
    private final String api;
    private String csrf = "";

    private ConsoleSession(String api) {
        this.api = api;
    }

    /** The first administrator, by the link that signs in once. */
    static ConsoleSession firstAdmin(ConsoleProcess console) throws IOException, InterruptedException {
        return firstAdmin(console.address() + "api/v1", console.firstLink().replaceFirst(".*#token=", ""));
    }

    /** The first administrator, by the token of the first start. */
    static ConsoleSession firstAdmin(String api, String token) throws IOException, InterruptedException {
        ConsoleSession first = new ConsoleSession(api);
        first.send("POST", "/session", Documents.line(Map.of("token", token)));
        first.refresh();
        first.makeUser("ada", "admin");
        first.refresh();
        return first;
    }

    /** Makes a user, and returns a session of that user. */
    ConsoleSession newUser(String name, String role) throws IOException, InterruptedException {
        makeUser(name, role);
        ConsoleSession other = new ConsoleSession(api);
        other.send("POST", "/session", Documents.line(Map.of("name", name, "password", PASSWORD)));
        other.refresh();
        return other;
    }

    private void makeUser(String name, String role) throws IOException, InterruptedException {
        HttpResponse<byte[]> made =
                send("POST", "/users", Documents.line(Map.of("name", name, "password", PASSWORD, "role", role)));
        assertThat(made.statusCode()).as(text(made)).isEqualTo(201);
    }

    private void refresh() {
        csrf = String.valueOf(json("/session").get("csrf"));
    }

    /** Sends a request, and repeats it while the console answers 503 with Retry-After, as its pages do. */
    HttpResponse<byte[]> send(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        HttpResponse<byte[]> answer = sendOnce(method, path, body);
        while (answer.statusCode() == 503
                && answer.headers().firstValue("Retry-After").isPresent()
                && System.nanoTime() < end) {
            LockSupport.parkNanos(REPEAT_NANOS);
            answer = sendOnce(method, path, body);
        }
        return answer;
    }

    private HttpResponse<byte[]> sendOnce(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(api + path))
                .timeout(TIMEOUT)
                .header("X-Plateau-Csrf", csrf)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<byte[]> submit(String text) throws IOException, InterruptedException {
        return send("POST", "/queue", Documents.line(Map.of("text", text)));
    }

    /** Waits for the end of a queued run, and returns its item, which has the id of the run. */
    Map<String, Object> awaitEnd(HttpResponse<byte[]> queued, ConsoleProcess console) {
        assertThat(queued.statusCode()).as(text(queued)).isEqualTo(201);
        String item = "/queue/" + json(queued).get("id");
        Map<String, Object> last = new HashMap<>();
        Await.until(TIMEOUT, () -> last + console.everything(), () -> {
            last.putAll(json(item));
            return last.get("endedAt") != null;
        });
        assertThat(last.get("runId")).as(last + console.everything()).isNotNull();
        return last;
    }

    Map<String, Object> json(String path) {
        try {
            return json(send("GET", path, null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static Map<String, Object> json(HttpResponse<byte[]> answer) {
        return Documents.parse(text(answer));
    }

    static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }
}
