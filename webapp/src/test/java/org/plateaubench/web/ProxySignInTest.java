// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.TrustedProxy;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.web.http.RawCaller;

/** A reverse proxy signs users in to a console by a header; the tests call from 127.0.0.1. */
final class ProxySignInTest {
    private static final String HEADER = "X-Plateau-User";
    private static final String USERS = "/api/v1/users";
    private static final String SESSION = "/api/v1/session";

    @TempDir
    private Path folder;

    private TestConsole console;
    private TestConsole.Client admin;

    private void start(String from) throws Exception {
        console = TestConsole.start(
                Installation.of(PluginCatalog.load(List.of())),
                TestConsole.options(
                        folder,
                        List.of("false"),
                        Optional.empty(),
                        new ConsoleOptions.Exposure(List.of(ReverseProxy.NAME), Optional.empty(), "", false, false),
                        TrustedProxy.of(HEADER, from),
                        Optional.empty()));
        admin = console.admin();
        console.user(admin, "vera", "viewer");
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
        String token = admin.token("viewer");
        get(USERS, HEADER, "ada", "Authorization", "Bearer " + token).expect(403);
    }

    @Test
    void changesNeedTheCsrfTokenAndThePagesOfTheConsole() throws Exception {
        start("127.0.0.1");
        URI at = console.address();
        String csrf = get(SESSION, HEADER, "ada").json().get("csrf").asString();
        String other = get(SESSION, HEADER, "vera").json().get("csrf").asString();
        String path = USERS + "/vera";
        for (String wrong : new String[] {"x", other, String.valueOf(admin.csrf)}) {
            send(at, "DELETE", path, "", HEADER, "ada", "X-Plateau-Csrf", wrong).expect(403);
        }
        send(at, "DELETE", path, "", HEADER, "ada", "X-Plateau-Csrf", csrf, "Origin", "https://evil.example")
                .expect(403);
        send(at, "DELETE", path, "", HEADER, "ada", "X-Plateau-Csrf", csrf).expect(204);
        assertThat(admin.get("/api/v1/audit?limit=1").text()).contains("DELETE " + USERS, "\"credential\":\"proxy\"");
    }

    @Test
    void unknownAndDisabledNamesAreRefused() throws Exception {
        start("127.0.0.1");
        console.user(admin, "kim", "viewer");
        for (String name : new String[] {"mallory", "", "ada,vera", "../ada", "first-token"}) {
            assertThat(get(SESSION, HEADER, name).expect(401).text())
                    .as(name)
                    .contains("The proxy signs you in as '", "ask an administrator");
            get(USERS, HEADER, name).expect(401);
        }
        assertThat(get(USERS, HEADER, "vera", HEADER, "ada").expect(401).text()).contains("more than once");
        get("/", HEADER, "mallory").expect(200);
        // A session of the browser does not replace the name.
        get(USERS, HEADER, "mallory", "Cookie", String.valueOf(admin.cookie)).expect(401);
        get(SESSION, HEADER, "kim").expect(200);
        try (RawCaller caller = new RawCaller(console.address())) {
            caller.say("GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + HEADER
                    + ": kim\r\n\r\n");
            assertThat(caller.until("snapshot")).isTrue();
            admin.send("PATCH", USERS + "/kim", "{\"disabled\":true}").expect(200);
            assertThat(caller.hear()).doesNotContain("event: runs");
        }
        get(SESSION, HEADER, "kim").expect(401);
    }

    @Test
    void onlyTheProxySignsSuchAUserOut() throws Exception {
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
        String cookie = String.valueOf(admin.cookie);
        assertThat(user(get(SESSION, HEADER, "mallory", "Cookie", cookie))).contains("\"ada\"", "false");
    }

    @Test
    @Tag("slow")
    void documentedProxySignsUsersIn() throws Exception {
        start("127.0.0.2");
        URI proxied = ReverseProxy.address(ReverseProxy.NAME);
        try (ReverseProxy proxy = ReverseProxy.start(folder, console.address(), proxied)) {
            assertThat(proxy).isNotNull();
            // The proxy replaces what the client sends.
            String[] ada = {"Cookie", "who=ada", HEADER, "vera", "Origin", "https://" + proxied.getAuthority()};
            TestConsole.Answer session = send(proxied, "GET", SESSION, "", ada);
            assertThat(user(session)).contains("\"ada\"", "\"byProxy\":true");
            String csrf = session.json().get("csrf").asString();
            send(proxied, "DELETE", USERS + "/vera", "", ada).expect(403);
            send(proxied, "DELETE", USERS + "/vera", "", "Cookie", "who=ada", "X-Plateau-Csrf", csrf)
                    .expect(204);
            assertThat(send(proxied, "GET", SESSION, "", "Cookie", "who=mallory")
                            .expect(401)
                            .text())
                    .contains("signs you in as 'mallory'");
            send(proxied, "GET", SESSION, "", HEADER, "ada").expect(401);
            assertThat(send(proxied, "GET", "/queue", "", "Accept", "text/html")
                            .expect(302)
                            .header("Location"))
                    .endsWith("/oauth2/sign_in?rd=/queue");
        }
        assertThat(user(get(SESSION, HEADER, "ada"))).isEqualTo("null");
    }
}
