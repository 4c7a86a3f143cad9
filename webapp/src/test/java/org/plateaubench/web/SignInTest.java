// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
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
    void guessingIsSlowedDownAndTellsNothing() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            console.admin();
            TestConsole.Client stranger = console.anonymous();
            String unknown = stranger.send("POST", "/api/v1/session", credentials("bob", "x"))
                    .expect(401)
                    .text();
            for (int i = 0; i < 5; i++) {
                assertThat(stranger.send("POST", "/api/v1/session", credentials("ada", "wrong" + i))
                                .expect(401)
                                .text())
                        .isEqualTo(unknown);
            }
            TestConsole.Answer refused =
                    stranger.send("POST", "/api/v1/session", credentials("ada", TestConsole.PASSWORD));
            assertThat(refused.expect(429).header("Retry-After")).isEqualTo("61");
            time.pass(Duration.ofMinutes(6));
            console.signedIn("ada", TestConsole.PASSWORD);
        }
    }

    /** All callers of the test have one address, as behind a proxy. */
    @Test
    void guessesOfOthersBehindTheSameAddressKeepNobodyOutOfABrowserThatWasSignedInBefore() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client ada = console.admin();
            TestConsole.Client strange = console.anonymous();
            guessUntilRefused(strange);

            ada.send("DELETE", "/api/v1/session", null).expect(204);
            ada.cookie = null;
            assertThat(ada.send("POST", "/api/v1/session", credentials("ada", TestConsole.PASSWORD))
                            .expect(200)
                            .response()
                            .headers()
                            .allValues("Set-Cookie"))
                    .anySatisfy(set -> assertThat(set)
                            .startsWith("plateau-browser-")
                            .contains("HttpOnly", "SameSite=Strict", "Path=/"));

            // It is of use to its account alone, and is not a key.
            strange.browser = ada.browser;
            strange.get("/api/v1/users").expect(401);
            ada.refresh();
            ada.send("POST", "/api/v1/users", "{\"name\":\"bob\",\"password\":\"0123456789\",\"role\":\"viewer\"}")
                    .expect(201);
            for (int i = 0; i < 5; i++) {
                console.anonymous()
                        .send("POST", "/api/v1/session", credentials("bob", "wrong"))
                        .expect(401);
            }
            strange.send("POST", "/api/v1/session", credentials("bob", "0123456789"))
                    .expect(429);
            strange.send("POST", "/api/v1/session", credentials("ada", TestConsole.PASSWORD))
                    .expect(200);
        }
    }

    @Test
    void aKnownBrowserHasABoundOfItsOwnAndANewPasswordEndsIt() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client ada = console.admin();
            TestConsole.Client thief = console.anonymous();
            thief.browser = ada.browser;
            guessUntilRefused(thief); // Five of the browser's, five as anybody.
            thief.send("POST", "/api/v1/session", credentials("ada", TestConsole.PASSWORD))
                    .expect(429);
            time.pass(Duration.ofMinutes(6));

            ada.send(
                            "PUT",
                            "/api/v1/session/password",
                            "{\"old\":\"" + TestConsole.PASSWORD + "\",\"new\":\"another one of mine\"}")
                    .expect(204);
            guessUntilRefused(console.anonymous());
            thief.send("POST", "/api/v1/session", credentials("ada", "another one of mine"))
                    .expect(429);
            ada.send("POST", "/api/v1/session", credentials("ada", "another one of mine"))
                    .expect(200);
        }
    }

    @Test
    void whoIsSignedInChangesThePasswordWhileOthersGuess() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client ada = console.admin();
            guessUntilRefused(console.anonymous());
            String change = "{\"old\":\"" + TestConsole.PASSWORD + "\",\"new\":\"another one of mine\"}";
            ada.send("PUT", "/api/v1/session/password", change.replace(TestConsole.PASSWORD, "wrong"))
                    .expect(422);
            ada.send("PUT", "/api/v1/session/password", change).expect(204);
        }
    }

    private static void guessUntilRefused(TestConsole.Client guesser) throws Exception {
        int guesses = 0;
        while (guesser.send("POST", "/api/v1/session", credentials("ada", "wrong"))
                        .status()
                == 401) {
            assertThat(++guesses).isLessThanOrEqualTo(10);
        }
    }

    @Test
    void aChangedPasswordEndsEveryOtherSessionAndTheLastAdministratorStays() throws Exception {
        try (TestConsole console = TestConsole.start(folder, time)) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client other = console.signedIn("ada", TestConsole.PASSWORD);
            other.send("PUT", "/api/v1/session/password", "{\"old\":\"wrong\",\"new\":\"0123456789\"}")
                    .expect(422);
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
}
