// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.testkit.Deadline;

/** What somebody with bad intentions tries, over real HTTP. */
final class SecurityTest {
    private static final String SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
    private static final List<String> INJECTIONS =
            List.of("' OR '1'='1", "x'; DROP TABLE olio_person; --", "\\' OR 1=1 -- ", "%' UNION SELECT 1 --");

    private static final Visitor STRANGER = new Visitor();
    private static final Visitor SOMEBODY = new Visitor().signedIn(Names.userName(9), Names.password(9));

    @AfterAll
    static void leave() {
        STRANGER.close();
        SOMEBODY.close();
    }

    @Test
    void markupInAnyStoredFieldIsShownAndNotObeyed() {
        Map<String, String> person = Forms.person();
        for (String field : List.of("firstName", "lastName", "city", "country", "street1")) {
            person.put(field, SCRIPT.substring(0, 50));
        }
        person.put("summary", SCRIPT);
        HttpResponse<String> joined = STRANGER.send("/people", person);
        assertThat(joined.statusCode()).as(joined.body()).isEqualTo(303);
        harmless(STRANGER.get(String.valueOf(Visitor.location(joined))));

        Map<String, String> event = Forms.event();
        for (String field : List.of("title", "summary", "description", "street1", "street2", "city", "country")) {
            event.put(field, field.equals("country") ? SCRIPT.substring(0, 50) : SCRIPT);
        }
        event.put("startsAt", Forms.soon());
        event.put("timeZone", "UTC");
        HttpResponse<String> added = SOMEBODY.send("/events", event);
        assertThat(added.statusCode()).as(added.body()).isEqualTo(303);
        String path = String.valueOf(Visitor.location(added));
        SOMEBODY.post(path + "/comments", Map.of("text", SCRIPT, "rating", "3"));
        harmless(SOMEBODY.get(path));
        harmless(STRANGER.get("/"));
        harmless(STRANGER.get("/people/" + Names.userName(9)));
        harmless(STRANGER.get("/tags/brass"));
    }

    @Test
    void markupThatIsOnlyShownAgainIsNotObeyedEither() {
        event("title", "x".repeat(101) + SCRIPT);
        event("tags", SCRIPT);
        harmless(STRANGER.post("/login", Map.of("name", SCRIPT, "password", "x", "to", SCRIPT)));
        harmless(STRANGER.get("/tags/%3Cscript%3Ealert(1)%3C"));
        harmless(STRANGER.get("/login?to=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"));
        harmless(SOMEBODY.post("/events/3/comments", Map.of("text", SCRIPT, "rating", "none")));
    }

    private static void event(String field, String value) {
        Map<String, String> event = Forms.event();
        event.put(field, value);
        HttpResponse<String> answer = SOMEBODY.send("/events", event);
        assertThat(answer.statusCode()).isEqualTo(422);
        harmless(answer);
    }

    private static void harmless(HttpResponse<String> page) {
        assertThat(page.statusCode()).isIn(200, 403, 422);
        assertThat(page.body()).doesNotContain("<script>alert", "<img src=x", "\"'>");
    }

    @Test
    void sqlInAFieldIsText() {
        for (String injection : INJECTIONS) {
            assertThat(STRANGER.post("/login", Map.of("name", injection, "password", injection))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(STRANGER.post("/login", Map.of("name", Names.userName(9), "password", injection))
                            .statusCode())
                    .isEqualTo(403);
            String encoded =
                    URLEncoder.encode(injection, StandardCharsets.UTF_8).replace("+", "%20");
            HttpResponse<String> tag = STRANGER.get("/tags/" + encoded);
            assertThat(tag.statusCode() == 400 || tag.body().contains("No event to come has this tag."))
                    .as(injection)
                    .isTrue();
            assertThat(STRANGER.get("/people/" + encoded).statusCode()).isIn(400, 404);
            assertThat(STRANGER.get("/people/check?name=" + encoded).body()).contains("\"free\":false");
            assertThat(SOMEBODY.post("/events/4/comments", Map.of("text", injection, "rating", "2"))
                            .statusCode())
                    .isEqualTo(303);
        }
        assertThat(SOMEBODY.get("/events/4").body()).contains("x&#39;; DROP TABLE olio_person; --");
        assertThat(STRANGER.get("/people/" + Names.userName(1)).statusCode()).isEqualTo(200);
    }

    @Test
    void aWrongPasswordGivesNoSession() {
        HttpResponse<String> answer = STRANGER.post("/login", Map.of("name", Names.userName(9), "password", "wrong"));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(STRANGER.get("/").headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(STRANGER.post("/events/4/attend", Map.of()).statusCode()).isEqualTo(403);
        assertThat(STRANGER.send("/events", Forms.event()).statusCode()).isEqualTo(403);
    }

    @Test
    void signingInGivesASessionWhoseNameNobodyKnewBefore() {
        Map<String, String> login = Map.of("name", Names.userName(10), "password", Names.password(10));
        try (Visitor victim = new Visitor()) {
            HttpResponse<String> answer = victim.post("/login", login, "Cookie", "olio=chosenbyanattacker");
            String first = answer.headers().firstValue("Set-Cookie").orElseThrow();
            assertThat(first).contains("HttpOnly", "SameSite=Lax").doesNotContain("chosenbyanattacker");
            String again = victim.post("/login", login, "Cookie", value(first))
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow();
            assertThat(value(again)).isNotEqualTo(value(first));
            assertThat(STRANGER.get("/", "Cookie", value(first)).body()).doesNotContain("Sign out");
            assertThat(STRANGER.get("/", "Cookie", value(again)).body()).contains("Sign out");
            assertThat(STRANGER.get("/", "Cookie", "olio=chosenbyanattacker").body())
                    .doesNotContain("Sign out");
            STRANGER.get("/logout", "Cookie", value(again));
            assertThat(STRANGER.get("/", "Cookie", value(again)).body()).doesNotContain("Sign out");
        }
    }

    private static String value(String setCookie) {
        return setCookie.substring(0, setCookie.indexOf(';'));
    }

    @Test
    void nobodyIsSentToAnotherSiteAndNoHeaderCanBeSmuggledIn() {
        for (String to : List.of("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere", "/x\r\nA: b")) {
            try (Visitor visitor = new Visitor()) {
                HttpResponse<String> answer = visitor.post(
                        "/login", Map.of("name", Names.userName(11), "password", Names.password(11), "to", to));
                assertThat(Visitor.location(answer)).as(to).isEqualTo("/");
            }
        }
        HttpResponse<String> search = STRANGER.get("/search?tag=a%0d%0aSet-Cookie:%20x=1");
        assertThat(search.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(Visitor.location(search)).isNull();
    }

    @Test
    void everyAnswerTellsTheBrowserWhatItMayDo() {
        for (String path :
                List.of("/", "/nothing", "/static/css/base.css", "/static/none.css", "/images/events/1.jpg")) {
            HttpResponse<String> answer = STRANGER.get(path);
            assertThat(answer.headers().firstValue("Content-Security-Policy"))
                    .as(path)
                    .isPresent();
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(answer.headers().firstValue("X-Frame-Options")).hasValue("DENY");
            assertThat(answer.headers().firstValue("Server")).isEmpty();
        }
        for (String method : List.of("PUT", "DELETE", "TRACE", "OPTIONS")) {
            HttpRequest request = STRANGER.request("/")
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(STRANGER.text(request).statusCode()).as(method).isEqualTo(405);
        }
    }

    @Test
    void theHarnessIsKnownByItsToken() {
        assertThat(STRANGER.get("/harness/state").statusCode()).isEqualTo(403);
        assertThat(STRANGER.get("/harness/state", ApplicationSettings.TOKEN_HEADER, "guess")
                        .statusCode())
                .isEqualTo(403);
        assertThat(STRANGER.get("/harness/state", ApplicationSettings.TOKEN_HEADER, RunningSite.TOKEN)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void whatTheHarnessLooksForIsAKindAndNumbers() {
        assertThat(asHarness("kind=PERSONS&things=1,2,2000000000")).isEqualTo("200 {\"found\":2}");
        assertThat(asHarness("kind=ATTENDANCES&things=-1,0,9223372036854775807"))
                .isEqualTo("200 {\"found\":0}");
        assertThat(asHarness("kind=EVENTS&things=4294967297,-9223372036854775808"))
                .isEqualTo("200 {\"found\":0}");
        for (String wrong :
                List.of("", "kind=PERSONS", "kind=PERSONS&things=", "kind=PEOPLE&things=1", "kind=EVENTS&things=a")) {
            assertThat(asHarness(wrong)).as(wrong).startsWith("400 {\"failure\":");
        }
        assertThat(STRANGER.get("/harness/found?kind=PERSONS&things=1").statusCode())
                .isEqualTo(403);
    }

    @Test
    void theHarnessAsksForObjectsOfOtherProgramsByTheChange() {
        assertThat(asHarness("foreign", "change=DROP")).isEqualTo("200 {\"names\":\"\",\"hidden\":\"\"}");
        assertThat(asHarness("foreign", "change=BURN")).startsWith("400 {\"failure\":");
    }

    private static String asHarness(String query) {
        return asHarness("found", query);
    }

    private static String asHarness(String what, String query) {
        HttpResponse<String> answer =
                STRANGER.get("/harness/" + what + "?" + query, ApplicationSettings.TOKEN_HEADER, RunningSite.TOKEN);
        return answer.statusCode() + " " + answer.body();
    }

    @Test
    void whatGoesWrongInsideIsNotToldOutside(@TempDir Path folder) throws Exception {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1", 0, folder.toString(), "jdbc:h2:mem:empty;DB_CLOSE_DELAY=-1", "sa", "", 2, "");
        try (SiteServer empty = new SiteServer(settings, InstantSource.system())) {
            empty.start();
            String answer = RawRequest.send(empty.port(), "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 500 ").contains("Something went wrong");
            assertThat(answer).doesNotContain("Exception", "\tat ", "SELECT", "org.plateaubench");
            // Counted when all is sent, which the client may see before.
            Deadline.until("it is counted", () -> empty.counting.getResponses5xx() > 0);
            assertThat(empty.counting.getResponses5xx()).isEqualTo(1);
        }
    }

    @Test
    void whatIsBrokenInAnAddressIsTheClientsFault() {
        int port = RunningSite.SHARED.server().port();
        for (String path : List.of(
                "/tags/%00",
                "/tags/a%zz",
                "/?page=%zz",
                "/geocode?street=%zz",
                "/people/check?name=%ff%zz",
                "/search?tag=%zz",
                "/login?to=%zz",
                "/harness/state?x=%zz")) {
            String answer = RawRequest.send(port, "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(status(answer)).as(path).isIn(303, 400, 403, 404);
        }
        for (String tag : List.of("a%2Fb", "100%25", "a%3Bb", "..", "%00", "%5C")) {
            HttpResponse<String> search = STRANGER.get("/search?tag=" + tag);
            assertThat(search.statusCode()).as(tag).isEqualTo(200);
            assertThat(search.body()).contains("No event to come has this tag.");
        }
    }

    @Test
    void noPathLeadsOutOfItsFolder() {
        int port = RunningSite.SHARED.server().port();
        for (String path : List.of(
                "/static/../../../../../../etc/passwd",
                "/static/css/..%2f..%2f..%2fetc/passwd",
                "/static/%2e%2e/%2e%2e/etc/passwd",
                "/static/css/%2e%2e%5c%2e%2e%5cpasswd",
                "/static/css/../../Site.class",
                "/images/events/../../../etc/passwd",
                "/images/events/..%2f1.jpg",
                "/documents/events/1.pdf%00.jpg",
                "//etc/passwd",
                "/static/css/base.css;x=/../y")) {
            String answer = RawRequest.send(port, "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(status(answer)).as(path).isIn(400, 404);
            assertThat(answer).as(path).doesNotContain("root:");
        }
    }

    @Test
    void whatIsNoHttpIsRefusedWithoutHarm() {
        int port = RunningSite.SHARED.server().port();
        String tooLong = "GET /?x=" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n";
        assertThat(status(RawRequest.send(port, tooLong))).isIn(414, 431);
        assertThat(status(RawRequest.send(port, "GET / HTTP/1.1\r\n\r\n"))).isEqualTo(400);
        assertThat(status(RawRequest.send(port, "NONSENSE\r\n\r\n"))).isIn(400, 405);
        String both =
                "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
        assertThat(status(RawRequest.send(port, both))).isEqualTo(400);
        assertThat(STRANGER.get("/").statusCode()).isEqualTo(200);
    }

    private static int status(String answer) {
        String[] words = answer.split(" ", 3);
        assertThat(Arrays.asList(words)).as(answer).hasSizeGreaterThan(1);
        return Integer.parseInt(words[1]);
    }
}
