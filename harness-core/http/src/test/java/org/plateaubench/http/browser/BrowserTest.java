// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.browser.BrowserRequest.Header;
import org.plateaubench.http.connect.HttpConnections;

/** One user's browser against a real server: pages, forms, cookies, redirects, compression. */
final class BrowserTest {
    private WebSite site;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new WebSite();
        browser = browser(BrowserSettings.defaults());
    }

    @AfterEach
    void close() {
        browser.close();
        site.close();
    }

    private Browser browser(BrowserSettings settings) {
        return new Browser(new HttpConnections(HttpSettings.defaults()), site.origin(), settings, System::nanoTime);
    }

    @Test
    void userLogsInBrowsesAndSubmitsForm() throws IOException {
        site.page(
                        "/",
                        "<form id=login method=post action=/login><input name=user><input type=hidden name=t value=7></form>")
                .on(
                        "/login",
                        (request, reply) -> reply.status(303)
                                .header("Set-Cookie", "session=s1; Path=/; HttpOnly; SameSite=Lax")
                                .header("Location", "/home"))
                .page(
                        "/home",
                        "<title>hello</title><form id=up method=post enctype=multipart/form-data action=/up>"
                                + "<input name=title><input type=file name=picture></form>")
                .on("/up", (request, reply) -> reply.html("got it"));

        PageVisit form = browser.page("/");
        PageVisit home = browser.submit(form.page().form("login").fill().set("user", "ann"));

        assertThat(home.page().title()).isEqualTo("hello");
        assertThat(home.redirects()).isEqualTo(1);
        assertThat(site.requests().get(1).text()).isEqualTo("user=ann&t=7");
        assertThat(site.requests().get(1).header("Origin"))
                .isEqualTo(site.origin().toString());
        assertThat(site.requests().get(1).header("Referer")).isEqualTo(site.origin() + "/");
        assertThat(site.last().method()).isEqualTo("GET");
        assertThat(site.last().header("Cookie")).isEqualTo("session=s1");
        assertThat(site.last().header("Content-Length")).isNull();
        assertThat(browser.cookie("session")).isEqualTo("s1");

        byte[] picture = new byte[300_000];
        PageVisit sent = browser.submit(home.page()
                .form("up")
                .fill()
                .set("title", "caf\u00e9")
                .file("picture", "p.jpg", RequestBody.of(picture, "image/jpeg")));
        assertThat(sent.contains("got it")).isTrue();
        assertThat(site.last().body().length).isGreaterThan(300_000);
        assertThat(site.last().header("Content-Length"))
                .isEqualTo(Integer.toString(site.last().body().length));

        Traffic traffic = browser.endOperation();
        assertThat(traffic.requests()).isEqualTo(4);
        assertThat(traffic.redirects()).isEqualTo(1);
        assertThat(traffic.connectionsOpened()).isEqualTo(1);
        assertThat(traffic.sentBytes()).isGreaterThan(300_000);
        assertThat(traffic.receivedBytes()).isPositive();
        assertThat(traffic.parseNanos()).isPositive();
        assertThat(browser.endOperation()).isEqualTo(new Traffic(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void exchangesAreTimedAndRedirectsCanBeIgnored() throws IOException {
        site.on("/moved", (request, reply) -> reply.status(302).header("Location", "/home"))
                .page("/home", "here");
        List<String> seen = new ArrayList<>();
        browser.setExchangeTimer(new ExchangeTimer() {
            @Override
            public void onRequest() {
                seen.add("begins after " + browser.traffic().connectionsOpened() + " connects, "
                        + site.requests().size() + " requests");
            }

            @Override
            public void onResponse(HttpResponse response) {
                seen.add("ends with " + response.status());
            }
        });

        browser.followRedirects(false);
        assertThat(browser.send(BrowserRequest.get(browser.address("/moved"))).status())
                .isEqualTo(302);
        browser.followRedirects(true);
        assertThat(browser.send(BrowserRequest.get(browser.address("/moved"))).status())
                .isEqualTo(200);

        assertThat(seen)
                .containsExactly(
                        "begins after 1 connects, 0 requests",
                        "ends with 302",
                        "begins after 1 connects, 1 requests",
                        "ends with 302",
                        "begins after 1 connects, 2 requests",
                        "ends with 200");
    }

    @Test
    void compressedPageIsDecoded() throws IOException {
        byte[] packed = gzip("<title>packed</title>" + " ".repeat(100_000));
        site.on("/", (request, reply) -> {
            boolean wanted = String.valueOf(request.header("Accept-Encoding")).contains("gzip");
            reply.header("Content-Encoding", wanted ? "gzip" : "identity");
            reply.body(wanted ? packed : "<title>plain</title>".getBytes(StandardCharsets.UTF_8));
        });

        PageVisit visit = browser.page("/");
        assertThat(visit.response().receivedLength()).isEqualTo(packed.length);
        assertThat(visit.response().length()).isGreaterThan(100_000);
        assertThat(visit.page().title()).isEqualTo("packed");
        try (Browser plain = browser(BrowserSettings.defaults().withCompression(false))) {
            assertThat(plain.page("/").page().title()).isEqualTo("plain");
        }
        site.on(
                "/",
                (request, reply) ->
                        reply.header("Content-Encoding", "gzip").body(Arrays.copyOf(packed, packed.length - 3)));
        PageVisit cut = browser.page("/");
        assertFails(BrowserFailure.Kind.TRUNCATED, cut::page);
        site.on("/", (request, reply) -> reply.header("Content-Encoding", "br").html("x"));
        PageVisit other = browser.page("/");
        assertFails(BrowserFailure.Kind.MALFORMED_CONTENT, () -> other.contains("x"));
    }

    @Test
    void unexpectedStatusFailsPagesButNotScripts() throws IOException {
        site.on("/broken", (request, reply) -> reply.status(500).html("sorry"))
                .on("/notmod", (request, reply) -> reply.status(304));

        assertThatExceptionOfType(StatusFailure.class)
                .isThrownBy(() -> browser.page("/missing"))
                .satisfies(e -> assertThat(HttpOutcomes.of(e).reason()).isEqualTo("status-404"))
                .withMessage("GET /missing answered 404");
        assertThatExceptionOfType(StatusFailure.class)
                .isThrownBy(() -> browser.post("/broken", RequestBody.of(new byte[3], "a/b")))
                .satisfies(e -> assertThat(HttpOutcomes.of(e).reason()).isEqualTo("status-500"));
        assertThatExceptionOfType(StatusFailure.class).isThrownBy(() -> browser.page("/notmod"));
        BrowserResponse response = browser.send(
                new BrowserRequest("GET", site.address("/broken"), null, List.of(new Header("Accept", "text/json"))));
        assertThat(response.status()).isEqualTo(500);
        assertThat(response.text()).isEqualTo("sorry");
        assertThat(response.mediaType()).isEqualTo("text/html");
        assertThat(site.last().header("Accept")).isEqualTo("text/json");
        assertThat(browser.traffic().connectionsOpened()).isEqualTo(1);
    }

    @Test
    void methodAndBodyFollowRedirectStatus() throws IOException {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            site.on("/" + status, (request, reply) -> reply.status(status).header("Location", "end?x=" + status));
        }
        site.on("/end", (request, reply) -> reply.html("end"));
        RequestBody body = RequestBody.of("abc".getBytes(StandardCharsets.UTF_8), "text/plain");

        for (int status : new int[] {301, 302, 303}) {
            browser.post("/" + status, body);
            assertThat(site.last().method()).as("%d", status).isEqualTo("GET");
            assertThat(site.last().body()).isEmpty();
            assertThat(site.last().header("Content-Type")).isNull();
        }
        for (int status : new int[] {307, 308}) {
            assertThat(browser.post("/" + status, body).address().target()).isEqualTo("/end?x=" + status);
            assertThat(site.last().method()).isEqualTo("POST");
            assertThat(site.last().text()).isEqualTo("abc");
            assertThat(site.last().header("Content-Type")).isEqualTo("text/plain");
        }
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            browser.navigate(new BrowserRequest("HEAD", site.address("/" + status), null, List.of()));
            assertThat(site.last().method()).isEqualTo("HEAD");
        }
        browser.send(new BrowserRequest("PUT", site.address("/302"), body, List.of()));
        assertThat(site.last().method()).isEqualTo("PUT");
        browser.send(new BrowserRequest("PUT", site.address("/303"), body, List.of()));
        assertThat(site.last().method()).isEqualTo("GET");
        assertThat(browser.traffic().redirects()).isEqualTo(12);
    }

    @Test
    void redirectsAreLimitedAndLoopsAreDetected() throws IOException {
        site.on("/loop", (request, reply) -> reply.status(302).header("Location", "/back"))
                .on("/back", (request, reply) -> reply.status(302).header("Location", "/loop#again"))
                .on("/self", (request, reply) -> reply.status(302).header("Location", ""))
                .on("/count", (request, reply) -> reply.status(302).header("Location", request.target() + "?1"))
                .on("/script", (request, reply) -> reply.status(302).header("Location", "javascript:alert(1)"))
                .on("/nowhere", (request, reply) -> reply.status(302))
                .on("/utf", (request, reply) -> reply.status(302).header("Location", "/caf%C3%A9 ol\u00e9"))
                .on("/cookie", (request, reply) -> {
                    if (request.header("Cookie") == null) {
                        reply.status(302).header("Location", "/cookie").header("Set-Cookie", "c=1");
                    } else {
                        reply.html("in");
                    }
                });

        assertFails(BrowserFailure.Kind.REDIRECT_LOOP, () -> browser.page("/loop"));
        assertFails(BrowserFailure.Kind.REDIRECT_LOOP, () -> browser.page("/self"));
        assertFails(BrowserFailure.Kind.BAD_REDIRECT, () -> browser.page("/script"));
        assertThatExceptionOfType(StatusFailure.class)
                .isThrownBy(() -> browser.page("/nowhere"))
                .satisfies(e -> assertThat(e.status()).isEqualTo(302));
        assertThat(browser.page("/cookie").redirects()).isEqualTo(1);
        browser.endOperation();
        assertFails(BrowserFailure.Kind.TOO_MANY_REDIRECTS, () -> browser.page("/count"));
        assertThat(browser.endOperation().requests()).isEqualTo(21);
    }

    @Test
    void credentialsAreNotSentToOtherOrigins() throws IOException {
        String other = "http://localhost:" + site.origin().port();
        site.on("/away", (request, reply) -> reply.status(307).header("Location", other + "/end"))
                .on("/here", (request, reply) -> reply.status(307).header("Location", "/end"))
                .on("/end", (request, reply) -> reply.html("end").header("Set-Cookie", "here=1"))
                .page("/", "x");
        browser.page("/end");
        BrowserRequest request = new BrowserRequest(
                "GET",
                site.address("/away"),
                null,
                List.of(new Header("Authorization", "Basic x"), new Header("X-Kept", "yes")));

        browser.navigate(request);

        assertThat(site.last().header("Host")).startsWith("localhost");
        assertThat(site.last().header("Authorization")).isNull();
        assertThat(site.last().header("X-Kept")).isEqualTo("yes");
        assertThat(site.last().header("Cookie")).isNull();
        assertThat(site.last().header("Referer")).isEqualTo(site.origin() + "/");
        browser.page(site.address("/"));
        browser.navigate(new BrowserRequest("GET", site.address("/here"), null, request.headers()));
        assertThat(site.last().header("Authorization")).isEqualTo("Basic x");
        assertThat(site.last().header("Cookie")).isEqualTo("here=1");
    }

    @Test
    void answerCannotBeReadAfterNextRequest() throws IOException {
        site.page("/", "<title>1</title><img src=/i>").page("/i", "i");

        PageVisit first = browser.page("/");
        BrowserResponse response = first.response();
        assertThat(first.page().title()).isEqualTo("1");
        browser.fetchAll(first.page().images(), Resource.IMAGE);

        assertThatIllegalStateException().isThrownBy(response::status);
        assertThat(first.page().images()).hasSize(1);
        PageVisit second = browser.page("/");
        browser.endOperation();
        assertThatIllegalStateException().isThrownBy(second::page);
    }

    @Test
    void newSessionHasNoCookiesAndReconnects() throws IOException {
        site.on("/", (request, reply) -> reply.html("x").header("Set-Cookie", "a=1"));
        browser.page("/");
        browser.newSession(CacheModel.NONE);
        browser.closeConnections();

        browser.page("/");

        assertThat(site.last().header("Cookie")).isNull();
        assertThat(browser.address("")).isEqualTo(site.address("/"));
        assertThat(browser.endOperation().connectionsOpened()).isEqualTo(2);
    }

    private static void assertFails(BrowserFailure.Kind kind, ThrowingCallable call) {
        assertThatExceptionOfType(BrowserFailure.class).isThrownBy(call).satisfies(e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(HttpOutcomes.of(e).reason()).isEqualTo(kind.errorClass());
            assertThat(HttpOutcomes.of(e).connectionLost()).isFalse();
        });
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }
}
