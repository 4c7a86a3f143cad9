// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.ConsoleOptions.TrustedProxy;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;
import org.plateaubench.web.http.RawCaller;

/** Signing in to a console by password, token or reverse proxy, and the lifetime of sessions. */
final class SignInTest {
    private static final String HEADER = "X-Plateau-User";
    private static final String USERS = "/api/v1/users";
    private static final String SESSION = "/api/v1/session";

    @TempDir
    private Path folder;

    private final ManualTime time = new ManualTime();
    private TestConsole console;
    private TestConsole.Client administrator;

    private static String credentials(String name, String password) {
        return "{\"name\":\"" + name + "\",\"password\":\"" + password + "\"}";
    }

    @Test
    void firstTokenWorksOnceAndOnlyCreatesAdministrator() throws Exception {
        String token = "{\"token\":\"" + console.console().firstToken().orElseThrow() + "\"}";
        assertThat(console.anonymous().json("/api/v1/session").get("hasUsers").asBoolean())
                .isFalse();
        TestConsole.Client first = console.anonymous();
        first.signIn(token);
        assertThat(first.json("/api/v1/session").get("setup").asBoolean()).isTrue();
        first.send("POST", "/api/v1/tokens", "{\"name\":\"t\",\"role\":\"admin\"}")
                .expect(403);
        first.send("POST", "/api/v1/users", "{\"name\":\"a\",\"password\":\"0123456789\",\"role\":\"viewer\"}")
                .expect(422);
        String before = first.cookie;
        first.send("POST", "/api/v1/users", "{\"name\":\"Ada\",\"password\":\"0123456789\",\"role\":\"admin\"}")
                .expect(201);
        assertThat(first.cookie).isNotEqualTo(before);
        assertThat(first.json("/api/v1/session").at("/user/name").asString()).isEqualTo("ada");
        console.anonymous().send("POST", "/api/v1/session", token).expect(401);
        restart();
        assertThat(console.console().firstToken()).isEmpty();
    }

    @Test
    void sessionSurvivesRestartAndExpires() throws Exception {
        String cookie;
        TestConsole.Client admin = console.admin();
        cookie = String.valueOf(admin.cookie);
        assertThat(admin.send("POST", "/api/v1/session", credentials("ada", TestConsole.PASSWORD))
                        .expect(200)
                        .header("Set-Cookie"))
                .contains("HttpOnly", "SameSite=Strict", "Path=/");
        // A new sign-in ends the previous session, even for other holders of its cookie.
        TestConsole.Client old = console.anonymous();
        old.cookie = cookie;
        old.get("/api/v1/users").expect(401);
        cookie = String.valueOf(admin.cookie);
        restart();
        TestConsole.Client later = console.anonymous();
        later.cookie = cookie.replaceFirst("-\\d+=", "-" + console.address().getPort() + "=");
        for (int i = 0; i < 14; i++) {
            time.advance(Duration.ofHours(11));
            later.get("/api/v1/users").expect(200);
        }
        time.advance(Duration.ofHours(11));
        later.get("/api/v1/users").expect(time.instant().toString().startsWith("2026-03-08") ? 200 : 401);
        time.advance(Duration.ofHours(4));
        later.get("/api/v1/users").expect(401);
        TestConsole.Client fresh = console.signedIn("ada", TestConsole.PASSWORD);
        time.advance(Duration.ofHours(13));
        fresh.get("/api/v1/users").expect(401);
    }

    @Test
    void plantedSessionIdIsNotAccepted() throws Exception {
        console.admin();
        TestConsole.Client victim = console.anonymous();
        String planted = "plateau-session-" + console.address().getPort() + "=planted";
        victim.cookie = planted;
        victim.signIn(credentials("ada", TestConsole.PASSWORD));
        assertThat(victim.cookie).isNotEqualTo(planted);
        TestConsole.Client attacker = console.anonymous();
        attacker.cookie = planted;
        attacker.get("/api/v1/users").expect(401);
    }

    @Test
    void wrongPasswordDelaysNextAttemptAndRevealsNothing() throws Exception {
        TestConsole.Client ada = console.admin();
        TestConsole.Client stranger = console.anonymous();
        String unknown = stranger.send("POST", "/api/v1/session", credentials("bob", "x"))
                .expect(401)
                .text();
        assertThat(stranger.send("POST", "/api/v1/session", credentials("ada", "wrong"))
                        .expect(401)
                        .text())
                .isEqualTo(unknown);
        assertThat(stranger.send("POST", "/api/v1/session", credentials("ada", TestConsole.PASSWORD))
                        .expect(429)
                        .header("Retry-After"))
                .isEqualTo("3");
        String change = "{\"old\":\"" + TestConsole.PASSWORD + "\",\"new\":\"another one of mine\"}";
        ada.send("PUT", "/api/v1/session/password", change).expect(429);
        time.advance(Duration.ofSeconds(3));
        console.signedIn("ada", TestConsole.PASSWORD);
    }

    @Test
    void passwordChangeEndsOtherSessionsAndLastAdministratorRemains() throws Exception {
        TestConsole.Client admin = console.admin();
        TestConsole.Client other = console.signedIn("ada", TestConsole.PASSWORD);
        other.send("PUT", "/api/v1/session/password", "{\"old\":\"wrong\",\"new\":\"0123456789\"}")
                .expect(422);
        time.advance(Duration.ofSeconds(3));
        other.send("PUT", "/api/v1/session/password", "{\"old\":\"" + TestConsole.PASSWORD + "\",\"new\":\"short\"}")
                .expect(422);
        other.send(
                        "PUT",
                        "/api/v1/session/password",
                        "{\"old\":\"" + TestConsole.PASSWORD + "\",\"new\":\"another one of mine\"}")
                .expect(204);
        admin.get("/api/v1/users").expect(401);
        other.refresh();
        for (String change : new String[] {"{\"role\":\"viewer\"}", "{\"disabled\":true}"}) {
            other.send("PATCH", "/api/v1/users/ada", change).expect(409);
        }
        other.send("DELETE", "/api/v1/users/ada", null).expect(409);
        assertThat(other.text("/api/v1/users")).contains("\"role\":\"admin\",");
    }

    @Test
    void tokenExpiresOnExpiryDate() throws Exception {
        TestConsole.Client admin = console.admin();
        TestConsole.Client program = console.anonymous();
        program.bearer = admin.send(
                        "POST", "/api/v1/tokens", "{\"name\":\"t\",\"role\":\"viewer\",\"expiresInDays\":2}")
                .expect(201)
                .json()
                .get("token")
                .asString();
        time.advance(Duration.ofDays(2).minusSeconds(1));
        program.get("/api/v1/tokens").expect(200);
        time.advance(Duration.ofSeconds(1));
        assertThat(program.get("/api/v1/tokens").expect(401).text()).contains("unknown or has expired");
        assertThat(program.send("DELETE", "/api/v1/tokens/x", null).expect(401).header("WWW-Authenticate"))
                .isEqualTo("Bearer");
    }

    @Test
    void tokenSurvivesPasswordResetButNotAccountDeletion() throws Exception {
        TestConsole.Client admin = console.admin();
        TestConsole.Client vera = console.user(admin, "vera", "viewer");
        TestConsole.Client program = vera.program("viewer");
        admin.send("PATCH", "/api/v1/users/vera", "{\"password\":\"another one of hers\"}")
                .expect(200);
        vera.get("/api/v1/tokens").expect(401);
        program.get("/api/v1/tokens").expect(200);
        TestConsole.Client again = console.signedIn("vera", "another one of hers");
        String id = again.json("/api/v1/tokens").at("/tokens/0/id").asString();
        again.send("DELETE", "/api/v1/tokens/" + id, null).expect(204);
        program.get("/api/v1/tokens").expect(401);
        TestConsole.Client next = again.program("viewer");
        admin.send("DELETE", "/api/v1/users/vera", null).expect(204);
        next.get("/api/v1/tokens").expect(401);
    }

    @Test
    void forwardedHeadersAreIgnored() throws Exception {
        TestConsole.Client admin = console.admin();
        TestConsole.Client stranger = console.anonymous();
        TestConsole.Answer answer = stranger.send(stranger.request("/api/v1/session")
                .header("X-Forwarded-For", "203.0.113.9")
                .header("X-Forwarded-Proto", "https")
                .header("Forwarded", "for=203.0.113.9;proto=https;host=evil.example")
                .header("X-Forwarded-Host", "evil.example")
                .header("Content-Type", "application/json")
                .method("POST", HttpRequest.BodyPublishers.ofString(credentials("ada", TestConsole.PASSWORD))));
        assertThat(answer.expect(200).header("Set-Cookie"))
                .startsWith("plateau-session-")
                .doesNotContain("Secure");
        assertThat(answer.header("Strict-Transport-Security")).isEmpty();
        assertThat(admin.text("/api/v1/audit"))
                .contains("\"remote\":\"127.0.0.1\"")
                .doesNotContain("203.0.113.9");
    }

    /** A clock that a test sets. Thread-safe. */
    private static final class ManualTime implements InstantSource {
        private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        synchronized void advance(Duration duration) {
            now = now.plus(duration);
        }
    }

    private void start(String from) throws Exception {
        console.close();
        console = TestConsole.start(TestConsole.options(
                folder,
                List.of("false"),
                Optional.empty(),
                new ConsoleOptions.Exposure(List.of(ReverseProxy.NAME), Optional.empty(), "", false, false),
                TrustedProxy.of(HEADER, from),
                Optional.empty()));
        administrator = console.admin();
        console.user(administrator, "vera", "viewer");
    }

    @BeforeEach
    void open() throws Exception {
        console = TestConsole.start(folder, time);
    }

    private void restart() throws Exception {
        console.close();
        open();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private TestConsole.Answer send(URI at, String method, String path, String body, String... headers)
            throws Exception {
        TestConsole.Client client = new TestConsole.Client(at);
        return client.send(client.request(path)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .headers(headers));
    }

    private TestConsole.Answer get(String path, String... headers) throws Exception {
        return send(console.address(), "GET", path, "", headers);
    }

    private static String user(TestConsole.Answer session) {
        return session.expect(200).json().get("user").toString();
    }

    @Test
    void namedAccountActsWithItsRole() throws Exception {
        start("127.0.0.1");
        assertThat(user(get(SESSION, HEADER, "Ada")))
                .isEqualTo("{\"name\":\"ada\",\"role\":\"admin\",\"byProxy\":true}");
        get(USERS, HEADER, "vera").expect(403);
        assertThat(get(USERS, HEADER, "ada").expect(200).text()).contains("\"name\":\"vera\"");
        String token = administrator.token("viewer");
        get(USERS, HEADER, "ada", "Authorization", "Bearer " + token).expect(403);
    }

    @Test
    void changesNeedCsrfTokenAndOriginOfConsole() throws Exception {
        start("127.0.0.1");
        URI at = console.address();
        String csrf = get(SESSION, HEADER, "ada").json().get("csrf").asString();
        String other = get(SESSION, HEADER, "vera").json().get("csrf").asString();
        String path = USERS + "/vera";
        for (String wrong : new String[] {"x", other, String.valueOf(administrator.csrf)}) {
            send(at, "DELETE", path, "", HEADER, "ada", "X-Plateau-Csrf", wrong).expect(403);
        }
        send(at, "DELETE", path, "", HEADER, "ada", "X-Plateau-Csrf", csrf, "Origin", "https://evil.example")
                .expect(403);
        send(at, "DELETE", path, "", HEADER, "ada", "X-Plateau-Csrf", csrf).expect(204);
        assertThat(administrator.get("/api/v1/audit?limit=1").text())
                .contains("DELETE " + USERS, "\"credential\":\"proxy\"");
    }

    @Test
    void unknownAndDisabledNamesAreRefused() throws Exception {
        start("127.0.0.1");
        console.user(administrator, "kim", "viewer");
        for (String name : new String[] {"mallory", "", "ada,vera", "../ada", "first-token"}) {
            assertThat(get(SESSION, HEADER, name).expect(401).text())
                    .as(name)
                    .contains("The proxy signs you in as '", "ask an administrator");
            get(USERS, HEADER, name).expect(401);
        }
        assertThat(get(USERS, HEADER, "vera", HEADER, "ada").expect(401).text()).contains("more than once");
        get("/", HEADER, "mallory").expect(200);
        // A session of the browser does not replace the name.
        get(USERS, HEADER, "mallory", "Cookie", String.valueOf(administrator.cookie))
                .expect(401);
        get(SESSION, HEADER, "kim").expect(200);
        try (RawCaller caller = new RawCaller(console.address())) {
            assertThat(caller.stream(HEADER + ": kim\r\n").reads("snapshot")).isTrue();
            administrator.send("PATCH", USERS + "/kim", "{\"disabled\":true}").expect(200);
            assertThat(caller.readToEnd()).doesNotContain("event: runs");
        }
        get(SESSION, HEADER, "kim").expect(401);
    }

    @Test
    void onlyProxySignsOutProxyUsers() throws Exception {
        start("127.0.0.1");
        URI at = console.address();
        String csrf = get(SESSION, HEADER, "vera").json().get("csrf").asString();
        for (String method : new String[] {"DELETE", "POST"}) {
            assertThat(send(at, method, SESSION, "{}", HEADER, "vera", "X-Plateau-Csrf", csrf)
                            .expect(409)
                            .text())
                    .contains("The proxy in front of this console signs you in; sign out there.");
        }
        send(at, "PUT", SESSION + "/password", "{}", HEADER, "vera", "X-Plateau-Csrf", csrf)
                .expect(403);
    }

    @Test
    void headerFromAnotherAddressIsIgnored() throws Exception {
        start("127.0.0.9");
        assertThat(user(get(SESSION, HEADER, "ada"))).isEqualTo("null");
        assertThat(get(USERS, HEADER, "ada").expect(401).text()).contains("Sign in first.");
        get(USERS, HEADER, "ada", "X-Forwarded-For", "127.0.0.9", "Forwarded", "for=127.0.0.9")
                .expect(401);
        String cookie = String.valueOf(administrator.cookie);
        assertThat(user(get(SESSION, HEADER, "mallory", "Cookie", cookie))).contains("\"ada\"", "false");
    }

    @Test
    @Tag("slow")
    void documentedProxyConfigurationSignsUsersIn() throws Exception {
        start("127.0.0.2");
        URI outside = ReverseProxy.address(ReverseProxy.NAME);
        try (ReverseProxy proxy = ReverseProxy.start(folder, console.address(), outside)) {
            assertThat(proxy).isNotNull();
            // The proxy replaces what the client sends.
            String[] ada = {"Cookie", "who=ada", HEADER, "vera", "Origin", "https://" + outside.getAuthority()};
            TestConsole.Answer session = send(outside, "GET", SESSION, "", ada);
            assertThat(user(session)).contains("\"ada\"", "\"byProxy\":true");
            String csrf = session.json().get("csrf").asString();
            send(outside, "DELETE", USERS + "/vera", "", ada).expect(403);
            send(outside, "DELETE", USERS + "/vera", "", "Cookie", "who=ada", "X-Plateau-Csrf", csrf)
                    .expect(204);
            assertThat(send(outside, "GET", SESSION, "", "Cookie", "who=mallory")
                            .expect(401)
                            .text())
                    .contains("signs you in as 'mallory'");
            send(outside, "GET", SESSION, "", HEADER, "ada").expect(401);
            assertThat(send(outside, "GET", "/queue", "", "Accept", "text/html")
                            .expect(302)
                            .header("Location"))
                    .endsWith("/oauth2/sign_in?rd=/queue");
        }
        assertThat(user(get(SESSION, HEADER, "ada"))).isEqualTo("null");
    }

    /** nginx that signs users in, in front of a console, with the lines of docs/console.md. Not thread-safe. */
    private static final class ReverseProxy implements AutoCloseable {
        /** An address of this machine that the console does not answer under by itself. */
        static final String NAME = "127.0.0.2";

        private static final Pattern DOCUMENTED = Pattern.compile("```nginx\n(.*?)```", Pattern.DOTALL);

        private final Process process;

        private ReverseProxy(Process process) {
            this.process = process;
        }

        /** An address with a port that is free now. */
        static URI address(String name) throws IOException {
            try {
                return URI.create("http://" + name + ":" + Ports.free() + "/");
            } catch (SutException e) {
                throw new IOException(e);
            }
        }

        /** Serves a console at another address. The cookie {@code who} names the user who is signed in. */
        static ReverseProxy start(Path folder, URI console, URI consoleAs) throws Exception {
            int signIn = address(NAME).getPort();
            String configuration = """
                    daemon off; master_process off;
                    pid nginx.pid; error_log error.log;
                    events { worker_connections 64; }
                    http {
                        access_log off;
                        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                        uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                        server {
                            listen %s;
                            %s
                        }
                        server {
                            listen 127.0.0.1:%d;
                            location = /oauth2/auth {
                                if ($cookie_who = "") { return 401; }
                                add_header X-Auth-Request-Email $cookie_who always;
                                return 202;
                            }
                        }
                    }
                    """.formatted(
                            consoleAs.getAuthority(),
                            documented()
                                    .replace("127.0.0.1:7070", console.getAuthority())
                                    .replace("127.0.0.1:4180", "127.0.0.1:" + signIn),
                            signIn);
            Path file = Files.writeString(folder.resolve("nginx.conf"), configuration);
            String nginx = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx")
                    .filter(program -> Files.isExecutable(Path.of(program)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("needs nginx, which ./verify installs"));
            Process process = new ProcessBuilder(List.of(nginx, "-p", folder.toString(), "-c", file.toString()))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("nginx.txt").toFile())
                    .start();
            ReverseProxy proxy = new ReverseProxy(process);
            Await.until("nginx serves", () -> {
                try (Socket socket = new Socket(consoleAs.getHost(), consoleAs.getPort())) {
                    return socket.isConnected();
                } catch (IOException e) {
                    assertThat(process.isAlive())
                            .as(Files.readString(folder.resolve("nginx.txt")))
                            .isTrue();
                    return false;
                }
            });
            return proxy;
        }

        /** The documented lines for a proxy that signs users in. */
        private static String documented() throws IOException {
            return DOCUMENTED
                    .matcher(Files.readString(Path.of("../docs/console.md")))
                    .results()
                    .map(lines -> lines.group(1))
                    .filter(lines -> lines.contains("auth_request"))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
