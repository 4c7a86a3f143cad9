// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How one gets into a console, and how long one stays. */
final class SignInTest {
    @TempDir
    private Path folder;

    private final ManualTime time = new ManualTime();

    private static String credentials(String name, String password) {
        return "{\"name\":\"" + name + "\",\"password\":\"" + password + "\"}";
    }

    @Test
    void theFirstTokenWorksOnceAndIsGoodForMakingAnAdministratorAlone() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            String token = "{\"token\":\"" + console.console().firstToken().orElseThrow() + "\"}";
            assertThat(console.anonymous()
                            .get("/api/v1/session")
                            .json()
                            .get("hasUsers")
                            .asBoolean())
                    .isFalse();
            TestConsole.Client first = console.anonymous();
            first.signIn(token);
            assertThat(first.get("/api/v1/session").json().get("setup").asBoolean())
                    .isTrue();
            first.send("POST", "/api/v1/tokens", "{\"name\":\"t\",\"role\":\"admin\"}")
                    .expect(403);
            first.send("POST", "/api/v1/users", "{\"name\":\"a\",\"password\":\"0123456789\",\"role\":\"viewer\"}")
                    .expect(422);
            String before = first.cookie;
            first.send("POST", "/api/v1/users", "{\"name\":\"Ada\",\"password\":\"0123456789\",\"role\":\"admin\"}")
                    .expect(201);
            assertThat(first.cookie).isNotEqualTo(before);
            assertThat(first.get("/api/v1/session").json().at("/user/name").asString())
                    .isEqualTo("ada");
            console.anonymous().send("POST", "/api/v1/session", token).expect(401);
        }
        try (TestConsole again = TestConsole.start(folder, time)) {
            assertThat(again.console().firstToken()).isEmpty();
        }
    }

    @Test
    void aSessionEndsWhenIdleAndAfterAWeekAndOutlivesARestart() throws Exception {
        String cookie;
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client admin = console.admin();
            cookie = String.valueOf(admin.cookie);
            assertThat(admin.send("POST", "/api/v1/session", credentials("ada", TestConsole.PASSWORD))
                            .expect(200)
                            .header("Set-Cookie"))
                    .contains("HttpOnly", "SameSite=Strict", "Path=/");
            // Signing in anew ends the session before, whoever knows it.
            TestConsole.Client old = console.anonymous();
            old.cookie = cookie;
            old.get("/api/v1/users").expect(401);
            cookie = String.valueOf(admin.cookie);
        }
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client admin = console.anonymous();
            admin.cookie = cookie.replaceFirst("-\\d+=", "-" + console.address().getPort() + "=");
            for (int i = 0; i < 14; i++) {
                time.pass(Duration.ofHours(11));
                admin.get("/api/v1/users").expect(200);
            }
            time.pass(Duration.ofHours(11));
            admin.get("/api/v1/users").expect(time.instant().toString().startsWith("2026-03-08") ? 200 : 401);
            time.pass(Duration.ofHours(4));
            admin.get("/api/v1/users").expect(401);
            TestConsole.Client anew = console.signedIn("ada", TestConsole.PASSWORD);
            time.pass(Duration.ofHours(13));
            anew.get("/api/v1/users").expect(401);
        }
    }

    @Test
    void aSessionThatSomebodyElseChoseIsNeverTakenUp() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
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
    }

    @Test
    void wrongPasswordDelaysTheNextOneAndTellsNothing() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
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
            time.pass(Duration.ofSeconds(3));
            console.signedIn("ada", TestConsole.PASSWORD);
        }
    }

    @Test
    void aChangedPasswordEndsEveryOtherSessionAndTheLastAdministratorStays() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client other = console.signedIn("ada", TestConsole.PASSWORD);
            other.send("PUT", "/api/v1/session/password", "{\"old\":\"wrong\",\"new\":\"0123456789\"}")
                    .expect(422);
            time.pass(Duration.ofSeconds(3));
            other.send(
                            "PUT",
                            "/api/v1/session/password",
                            "{\"old\":\"" + TestConsole.PASSWORD + "\",\"new\":\"short\"}")
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
            assertThat(other.get("/api/v1/users").expect(200).text()).contains("\"role\":\"admin\",");
        }
    }

    @Test
    void aTokenEndsOnItsDay() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client program = console.anonymous();
            program.bearer = admin.send(
                            "POST", "/api/v1/tokens", "{\"name\":\"t\",\"role\":\"viewer\",\"expiresInDays\":2}")
                    .expect(201)
                    .json()
                    .get("token")
                    .asString();
            time.pass(Duration.ofDays(2).minusSeconds(1));
            program.get("/api/v1/tokens").expect(200);
            time.pass(Duration.ofSeconds(1));
            assertThat(program.get("/api/v1/tokens").expect(401).text()).contains("unknown or has expired");
            assertThat(program.send("DELETE", "/api/v1/tokens/x", null)
                            .expect(401)
                            .header("WWW-Authenticate"))
                    .isEqualTo("Bearer");
        }
    }

    @Test
    void aTokenOutlivesAPasswordThatWasResetAndNotTheAccount() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client vera = console.user(admin, "vera", "viewer");
            TestConsole.Client program = vera.program("viewer");
            admin.send("PATCH", "/api/v1/users/vera", "{\"password\":\"another one of hers\"}")
                    .expect(200);
            vera.get("/api/v1/tokens").expect(401);
            program.get("/api/v1/tokens").expect(200);
            TestConsole.Client again = console.signedIn("vera", "another one of hers");
            String id = again.get("/api/v1/tokens")
                    .expect(200)
                    .json()
                    .at("/tokens/0/id")
                    .asString();
            again.send("DELETE", "/api/v1/tokens/" + id, null).expect(204);
            program.get("/api/v1/tokens").expect(401);
            TestConsole.Client next = again.program("viewer");
            admin.send("DELETE", "/api/v1/users/vera", null).expect(204);
            next.get("/api/v1/tokens").expect(401);
        }
    }

    @Test
    void whatACallerSaysOfTheWayItCameIsNotBelieved() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client stranger = console.anonymous();
            TestConsole.Answer answer = stranger.send(stranger.request("/api/v1/session")
                    .header("X-Forwarded-For", "203.0.113.9")
                    .header("X-Forwarded-Proto", "https")
                    .header("Forwarded", "for=203.0.113.9;proto=https;host=evil.example")
                    .header("X-Forwarded-Host", "evil.example")
                    .header("Content-Type", "application/json")
                    .method(
                            "POST",
                            HttpRequest.BodyPublishers.ofString(
                                    "{\"name\":\"ada\",\"password\":\"" + TestConsole.PASSWORD + "\"}")));
            assertThat(answer.expect(200).header("Set-Cookie"))
                    .startsWith("plateau-session-")
                    .doesNotContain("Secure");
            assertThat(answer.header("Strict-Transport-Security")).isEmpty();
            assertThat(admin.get("/api/v1/audit").expect(200).text())
                    .contains("\"remote\":\"127.0.0.1\"")
                    .doesNotContain("203.0.113.9");
        }
    }

    /** The time of day as a test has it. Any thread. */
    private static final class ManualTime implements InstantSource {
        private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        synchronized void pass(Duration duration) {
            now = now.plus(duration);
        }
    }
}
