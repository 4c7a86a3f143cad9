// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.ConsoleOptions.TrustedProxy;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.http.StaticFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real console on a free port, and callers of it. */
public final class TestConsole implements AutoCloseable {
    /** Lowest cost of a password hash, because tests sign in often. */
    private static final int MIN_COST = 4;

    /** Exposure to this machine only. */
    public static final ConsoleOptions.Exposure LOCAL =
            new ConsoleOptions.Exposure(List.of(), Optional.empty(), "", false, false);

    public static final String ADMIN = "ada";
    public static final String PASSWORD = "correct horse battery";

    private static final long MAX_WAIT_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long REPEAT_NANOS = Duration.ofMillis(50).toNanos();

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(60))
            .build();
    private final Console console;

    private TestConsole(Console console) {
        this.console = console;
    }

    /** A console with folders {@code runs}, {@code files} and {@code data} in a folder, and without accounts. */
    public static TestConsole start(Path folder) throws IOException {
        return start(options(folder));
    }

    /** A console whose clock the test sets. */
    public static TestConsole start(Path folder, InstantSource clock) throws IOException {
        return start(proving(), options(folder), clock, StaticFiles.read());
    }

    /** A console with these options. */
    public static TestConsole start(ConsoleOptions options) throws IOException {
        return start(proving(), options, StaticFiles.read());
    }

    /** A console with its own installation, which it closes, and with other pages. */
    public static TestConsole start(Installation installation, ConsoleOptions options, StaticFiles pages)
            throws IOException {
        return start(installation, options, Installation::now, pages);
    }

    private static TestConsole start(
            Installation installation, ConsoleOptions options, InstantSource clock, StaticFiles pages)
            throws IOException {
        return new TestConsole(Console.start(installation, options, clock, MIN_COST, pages));
    }

    private static Installation proving() {
        return Installation.of(PluginCatalog.of(new ProvingPlugin()));
    }

    /** Options of a console in a folder. */
    public static ConsoleOptions options(Path folder) throws IOException {
        return options(folder, List.of("false"));
    }

    /** Options of a console that starts runs with a command. */
    public static ConsoleOptions options(Path folder, List<String> launcher) throws IOException {
        return options(folder, launcher, Optional.empty(), LOCAL, Optional.empty(), Optional.empty());
    }

    public static ConsoleOptions options(
            Path folder,
            List<String> launcher,
            Optional<ConsoleOptions.Receiver> receiver,
            ConsoleOptions.Exposure exposure,
            Optional<TrustedProxy> proxy,
            Optional<Path> allowFile)
            throws IOException {
        return new ConsoleOptions(
                "127.0.0.1",
                0,
                Files.createDirectories(folder.resolve("runs")),
                folder.resolve("studies"),
                Files.createDirectories(folder.resolve("files")),
                folder.resolve("data"),
                launcher,
                receiver,
                exposure,
                proxy,
                allowFile);
    }

    public Console console() {
        return console;
    }

    public URI address() {
        return console.address();
    }

    /** Creates the first administrator, {@link #ADMIN}, signs them in, and waits until the console has read its runs. */
    public Client admin() throws IOException, InterruptedException {
        Client first = anonymous();
        first.signIn("{\"token\":\"" + console.firstToken().orElseThrow() + "\"}");
        first.send("POST", "/api/v1/users", account(ADMIN, "admin")).expect(201);
        first.refresh();
        first.get("/api/v1/tags").expect(200);
        return first;
    }

    /** Creates an account with {@link #PASSWORD} and signs in with it. */
    public Client user(Client admin, String name, String role) throws IOException, InterruptedException {
        admin.send("POST", "/api/v1/users", account(name, role)).expect(201);
        return signedIn(name, PASSWORD);
    }

    public Client signedIn(String name, String password) throws IOException, InterruptedException {
        Client client = anonymous();
        client.signIn("{\"name\":\"" + name + "\",\"password\":\"" + password + "\"}");
        return client;
    }

    private static String account(String name, String role) {
        return "{\"name\":\"" + name + "\",\"password\":\"" + PASSWORD + "\",\"role\":\"" + role + "\"}";
    }

    /** A client that has not signed in. */
    public Client anonymous() {
        return new Client(address());
    }

    @Override
    public void close() {
        console.close();
    }

    /** An answer. */
    public record Answer(HttpResponse<byte[]> response) {
        public int status() {
            return response.statusCode();
        }

        public String text() {
            return new String(response.body(), java.nio.charset.StandardCharsets.UTF_8);
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(response.body());
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** Returns this answer if it has a status; otherwise the test fails. */
        public Answer expect(int status) {
            if (status() != status) {
                throw new AssertionError(response.request().method() + " " + response.uri() + ": expected " + status
                        + " but was " + status() + " " + text());
            }
            return this;
        }
    }

    /** A caller with a cookie or a token. Not thread-safe. */
    public static final class Client {
        private final URI address;

        /** The cookie of the session. */
        public @Nullable String cookie;

        public @Nullable String csrf;
        public @Nullable String bearer;

        /** Creates a client that has not signed in to the server at an address. */
        public Client(URI address) {
            this.address = address;
        }

        void signIn(String body) throws IOException, InterruptedException {
            csrf = send("POST", "/api/v1/session", body)
                    .expect(200)
                    .json()
                    .get("csrf")
                    .asString();
        }

        /** Creates an API token of a role that does not expire, and returns a program that uses it. */
        public Client program(String role) throws IOException, InterruptedException {
            Client program = new Client(address);
            program.bearer = token(role);
            return program;
        }

        /** Creates an API token of a role that does not expire. */
        public String token(String role) throws IOException, InterruptedException {
            return send("POST", "/api/v1/tokens", "{\"name\":\"ci\",\"role\":\"" + role + "\"}")
                    .expect(201)
                    .json()
                    .get("token")
                    .asString();
        }

        /** Submits a run to the queue and returns its item. */
        public JsonNode submit(Map<String, ?> run) throws IOException, InterruptedException {
            return send("POST", "/api/v1/queue", Documents.line(run))
                    .expect(201)
                    .json();
        }

        /** Requests the session, and stores the value of the CSRF header. */
        public void refresh() throws IOException, InterruptedException {
            csrf = get("/api/v1/session").expect(200).json().get("csrf").asString();
        }

        public Answer get(String path) throws IOException, InterruptedException {
            return send("GET", path, null);
        }

        /** The document at a path that answers with one. */
        public JsonNode json(String path) throws IOException, InterruptedException {
            return get(path).expect(200).json();
        }

        /** The text at a path that answers with one. */
        public String text(String path) throws IOException, InterruptedException {
            return get(path).expect(200).text();
        }

        public Answer send(String method, String path, @Nullable String json) throws IOException, InterruptedException {
            HttpRequest.Builder request = request(path);
            request.method(
                    method,
                    json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(json));
            if (json != null) {
                request.header("Content-Type", "application/json");
            }
            return send(request);
        }

        /** A request as this caller, to be changed before it is sent. */
        public HttpRequest.Builder request(String path) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(address.resolve(path)).timeout(Duration.ofSeconds(60));
            if (cookie != null) {
                request.header("Cookie", cookie);
            }
            if (csrf != null) {
                request.header("X-Plateau-Csrf", csrf);
            }
            if (bearer != null) {
                request.header("Authorization", "Bearer " + bearer);
            }
            return request;
        }

        /** Sends a request, and again while the console answers that it is possible later, as its pages do. */
        public Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
            Answer answer = answer(request);
            for (long end = System.nanoTime() + MAX_WAIT_NANOS; isLater(answer) && System.nanoTime() < end; ) {
                LockSupport.parkNanos(REPEAT_NANOS);
                answer = answer(request);
            }
            for (String set : answer.response().headers().allValues("Set-Cookie")) {
                cookie = set.split(";", 2)[0];
            }
            return answer;
        }

        private Answer answer(HttpRequest.Builder request) throws IOException, InterruptedException {
            return new Answer(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
        }

        private static boolean isLater(Answer answer) {
            return answer.status() == 503 && !answer.header("Retry-After").isEmpty();
        }
    }
}
