// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.Names;

/** Attacks on the application over real HTTP. */
final class SecurityTest {
    private static final Visitor ANONYMOUS = new Visitor();
    private static final Visitor SIGNED_IN = new Visitor().signedIn(Names.userName(9), Names.password(9));

    @AfterAll
    static void closeClients() {
        ANONYMOUS.close();
        SIGNED_IN.close();
    }

    @Test
    void wrongPasswordGivesNoSession() {
        HttpResponse<String> answer = ANONYMOUS.post("/login", Map.of("name", Names.userName(9), "password", "wrong"));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(ANONYMOUS.get("/").headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(ANONYMOUS.post("/events/4/attend", Map.of()).statusCode()).isEqualTo(403);
        assertThat(ANONYMOUS.send("/events", Forms.event()).statusCode()).isEqualTo(403);
    }

    @Test
    void malformedRecordLookupIsRefused() {
        assertThat(asHarness("kind=PERSONS&identities=1,2,2000000000")).isEqualTo("200 {\"found\":2}");
        assertThat(asHarness("kind=ATTENDANCES&identities=-1,0,9223372036854775807"))
                .isEqualTo("200 {\"found\":0}");
        assertThat(asHarness("kind=EVENTS&identities=4294967297,-9223372036854775808"))
                .isEqualTo("200 {\"found\":0}");
        for (String wrong : List.of(
                "",
                "kind=PERSONS",
                "kind=PERSONS&identities=",
                "kind=PEOPLE&identities=1",
                "kind=EVENTS&identities=a")) {
            assertThat(asHarness(wrong)).as(wrong).startsWith("400 {\"failure\":");
        }
        assertThat(ANONYMOUS.get("/harness/found?kind=PERSONS&identities=1").statusCode())
                .isEqualTo(403);
    }

    @Test
    void foreignObjectQueryNeedsKnownChange() {
        assertThat(asHarness("foreign", "change=DROP")).isEqualTo("200 {\"names\":\"\",\"hidden\":\"\"}");
        assertThat(asHarness("foreign", "change=BURN")).startsWith("400 {\"failure\":");
    }

    private static String asHarness(String query) {
        return asHarness("found", query);
    }

    private static String asHarness(String what, String query) {
        HttpResponse<String> answer =
                ANONYMOUS.get("/harness/" + what + "?" + query, ApplicationSettings.TOKEN_HEADER, RunningSite.TOKEN);
        return answer.statusCode() + " " + answer.body();
    }

    @Test
    void pathTraversalIsRefused() {
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

    private static int status(String answer) {
        String[] words = answer.split(" ", 3);
        assertThat(Arrays.asList(words)).as(answer).hasSizeGreaterThan(1);
        return Integer.parseInt(words[1]);
    }
}
