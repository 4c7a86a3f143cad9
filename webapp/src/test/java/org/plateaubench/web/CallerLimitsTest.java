// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.RawCaller;
import org.plateaubench.web.runs.StoredRuns;

/** What one account may ask for at most, whatever it shows, and how long what it shows holds. */
final class CallerLimitsTest {
    private static final String TOKENS = "/api/v1/tokens";
    private static final String RUN = StoredRuns.id(7, "large");

    private final ManualTime time = new ManualTime();

    @TempDir
    private Path folder;

    private TestConsole console;
    private TestConsole.Client admin;

    @BeforeEach
    void start() throws Exception {
        console = TestConsole.start(folder, time);
        admin = console.admin();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private static String token(TestConsole.Client owner, String more) throws Exception {
        return owner.send("POST", TOKENS, "{\"name\":\"t\",\"role\":\"viewer\"" + more + "}")
                .expect(201)
                .json()
                .get("token")
                .asString();
    }

    private TestConsole.Client program(String token) {
        TestConsole.Client program = console.anonymous();
        program.bearer = token;
        return program;
    }

    @Test
    void anAccountThatAsksTooOftenIsRefusedWithAllItsTokensAndNobodyElseIs() throws Exception {
        TestConsole.Client vera = console.user(admin, "vera", "viewer");
        TestConsole.Client one = program(token(vera, ""));
        TestConsole.Client other = program(token(vera, ""));
        int answered = 0;
        TestConsole.Answer last = one.get(TOKENS);
        while (last.status() == 200 && answered <= 1_000) {
            answered++;
            last = one.get(TOKENS);
        }
        // The clock stands still: 1,000 less those by which the tokens were made.
        assertThat(answered).isEqualTo(998);
        assertThat(last.expect(429).header("Retry-After")).isEqualTo("1");
        assertThat(last.text()).contains("Your account asks too often");
        other.get(TOKENS).expect(429);
        vera.get(TOKENS).expect(429);
        vera.send("DELETE", TOKENS + "/x", null).expect(429);
        vera.get("/").expect(200);
        admin.get(TOKENS).expect(200);
        String entries = admin.get("/api/v1/audit?user=vera").expect(200).text();
        // The first of the minute, of many.
        assertThat(entries).containsOnlyOnce("429 Your account asks too often").contains("GET /api/v1/tokens");

        time.pass(Duration.ofSeconds(1));
        for (int i = 0; i < 50; i++) {
            one.get(TOKENS).expect(200);
        }
        one.get(TOKENS).expect(429);
    }

    @Test
    void anAccountDownloadsTwoWholeRunsAtOnceAndOthersMayMeanwhile() throws Exception {
        Path run = StoredRuns.finished(folder.resolve("runs"), RUN);
        byte[] noise = new byte[16 << 20];
        new Random(1).nextBytes(noise);
        // More than the sockets hold, and nothing that could be compressed.
        Files.write(run.resolve("noise"), noise);
        TestConsole.Client vera = console.user(admin, "vera", "viewer");
        String zip = "/api/v1/runs/" + RUN + "/zip";
        try (RawCaller first = download(vera, zip);
                RawCaller second = download(vera, zip)) {
            assertThat(first.status()).contains(" 200 ");
            assertThat(second.status()).contains(" 200 ");
            assertThat(vera.get(zip).expect(429).text()).contains("as many downloads of whole runs");
            vera.get("/api/v1/runs/" + RUN + "/files").expect(200);
            try (RawCaller others = download(admin, zip)) {
                assertThat(others.status()).contains(" 200 ");
            }
            assertThat(admin.get("/api/v1/audit?user=vera").expect(200).text())
                    .contains("\"action\":\"GET /api/v1/runs/{id}/zip\"", "429 Your account has as many downloads");
        }
        Instant deadline = Instant.now().plusSeconds(120);
        int status = 429;
        while (status == 429 && Instant.now().isBefore(deadline)) {
            time.pass(Duration.ofSeconds(1));
            status = vera.get(zip).status();
        }
        assertThat(status).as("a place is free again").isEqualTo(200);
    }

    private RawCaller download(TestConsole.Client client, String zip) throws IOException {
        return new RawCaller(console.address())
                .say("GET " + zip + " HTTP/1.1\r\nHost: localhost\r\nCookie: " + client.cookie + "\r\n\r\n");
    }

    @Test
    void anAccountHasAHundredTokensAtMostAndNobodyElseHasFewer() throws Exception {
        TestConsole.Client vera = console.user(admin, "vera", "viewer");
        for (int i = 0; i < 100; i++) {
            token(vera, "");
        }
        String one = "{\"name\":\"t\",\"role\":\"viewer\"}";
        assertThat(vera.send("POST", TOKENS, one).expect(409).text()).contains("100 API tokens", "revoke one first");
        token(admin, "");
        String id = vera.get(TOKENS).expect(200).json().at("/tokens/0/id").asString();
        vera.send("DELETE", TOKENS + "/" + id, null).expect(204);
        token(vera, "");
    }

    @Test
    void aTokenEndsOnItsDay() throws Exception {
        TestConsole.Client program = program(token(admin, ",\"expiresInDays\":2"));
        time.pass(Duration.ofDays(2).minusSeconds(1));
        program.get(TOKENS).expect(200);
        time.pass(Duration.ofSeconds(1));
        assertThat(program.get(TOKENS).expect(401).text()).contains("unknown or has expired");
        assertThat(program.send("DELETE", TOKENS + "/x", null).expect(401).header("WWW-Authenticate"))
                .isEqualTo("Bearer");
    }

    @Test
    void aTokenOutlivesAPasswordThatWasResetAndNotTheAccount() throws Exception {
        TestConsole.Client vera = console.user(admin, "vera", "viewer");
        TestConsole.Client program = program(token(vera, ""));
        admin.send("PATCH", "/api/v1/users/vera", "{\"password\":\"another one of hers\"}")
                .expect(200);
        vera.get(TOKENS).expect(401);
        program.get(TOKENS).expect(200);
        TestConsole.Client again = console.signedIn("vera", "another one of hers");
        String id = again.get(TOKENS).expect(200).json().at("/tokens/0/id").asString();
        again.send("DELETE", TOKENS + "/" + id, null).expect(204);
        program.get(TOKENS).expect(401);
        TestConsole.Client next = program(token(again, ""));
        admin.send("DELETE", "/api/v1/users/vera", null).expect(204);
        next.get(TOKENS).expect(401);
    }

    @Test
    void whatACallerSaysOfTheWayItCameIsNotBelieved() throws Exception {
        TestConsole.Client stranger = console.anonymous();
        TestConsole.Answer answer = stranger.send(stranger.request("/api/v1/session")
                .header("X-Forwarded-For", "203.0.113.9")
                .header("X-Forwarded-Proto", "https")
                .header("Forwarded", "for=203.0.113.9;proto=https;host=evil.example")
                .header("X-Forwarded-Host", "evil.example")
                .header("Content-Type", "application/json")
                .method(
                        "POST",
                        java.net.http.HttpRequest.BodyPublishers.ofString(
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
