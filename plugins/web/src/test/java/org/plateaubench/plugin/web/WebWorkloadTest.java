// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.UsedFile;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.plugin.web.WebParameters.PageParameters;
import org.plateaubench.plugin.web.WebParameters.TokenParameters;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.Driver;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.UnscheduledUser;

/** Requests are sent as a scenario describes them, and answers are judged by its checks. */
class WebWorkloadTest {
    private Shop shop;

    @BeforeEach
    void start() throws IOException {
        shop = new Shop();
    }

    @AfterEach
    void stop() {
        shop.close();
    }

    /** Malformed answers, and rules whose evaluation could take very long. */
    @Test
    void hostileAnswersAndChecksAreBounded() throws Exception {
        String scenario = """
                steps:
                  - { get: /latin, check: { contains: "\u00c3\u00bc" } }
                  - { get: /nowhere }
                  - { get: /deep, name: selector, check: { css: { "div:has(b) div:has(i)": x } } }
                  - { get: /deep, name: pattern, check: { regex: "(.*)*(.*)*(.*)*(.*)*z" } }
                  - { get: /deep, name: no-json, check: { json: { $.a: 1 } } }
                """;
        String nested =
                "steps: [{ get: /, check: { css: { '%s': x } } }]".formatted("div:has(".repeat(12) + ")".repeat(12));
        assertThat(new WebWorkload().check(WebUser.parameters(shop.url(), nested)))
                .singleElement()
                .asString()
                .contains("':has' inside another");
        try (UnscheduledUser user = WebUser.of(WebUser.parameters(shop.url(), scenario), Map.of())) {
            assertThat(user.reasons(0)).containsExactly("ok", "address", "check-css", "pattern-limit", "invalid-json");
        }
    }

    @Test
    void requestsAreSentAsWritten() throws Exception {
        String scenario = """
                variables: { word: "a&b ü" }
                start: [{ post: /login, form: { user: "x y" } }]
                steps:
                  - get: "/a b/${word}?q=${word}"
                    name: path
                    query: { q: "${word}", plain: 1 }
                    headers: { X-Test: one }
                  - post: /orders
                    json: { text: "say \\"${word}\\"", list: [1, true, null, {}] }
                    name: tree
                  - post: /
                    name: text
                    json: '{"n": ${word}}'
                  - put: /
                    name: plain
                    text: "${word}"
                    headers: { Content-Type: text/x }
                  - patch: /
                    name: file
                    file: body.txt
                  - delete: /
                    name: away
                  - head: /
                  - options: /
                    headers: { Cookie: own=1 }
                """;
        try (UnscheduledUser user = WebUser.of(
                WebUser.parameters(shop.url(), scenario),
                Map.of("body.txt", UsedFile.encoded("of a file".getBytes(StandardCharsets.US_ASCII))))) {
            assertThat(user.outcomes(0)).allMatch(Outcome.ok()::equals);
            assertThat(user.counted("httpRedirects")).isEqualTo(1);
            assertThat(user.counted("httpRequests")).isEqualTo(10);
            assertThat(user.counted("httpConnections")).isEqualTo(1);
        }

        assertThat(shop.requests())
                .containsExactly(
                        "POST /login Content-Type=application/x-www-form-urlencoded X-Test=all | user=x+y",
                        "GET /account Cookie=session=s1 X-Test=all",
                        "GET /a%20b/a&b%20%C3%BC?q=a&b%20%C3%BC&q=a%26b%20%C3%BC&plain=1 Cookie=session=s1 X-Test=one",
                        "POST /orders Cookie=session=s1 Content-Type=application/json X-Test=all | "
                                + "{\"text\":\"say \\\"a&b ü\\\"\",\"list\":[1,true,null,{}]}",
                        "POST / Cookie=session=s1 Content-Type=application/json X-Test=all | {\"n\": a&b ü}",
                        "PUT / Cookie=session=s1 Content-Type=text/x X-Test=all | a&b ü",
                        "PATCH / Cookie=session=s1 X-Test=all | of a file",
                        "DELETE / Cookie=session=s1 X-Test=all",
                        "HEAD / Cookie=session=s1 X-Test=all",
                        "OPTIONS / Cookie=own=1 X-Test=all");
    }

    @Test
    void valuesAreExtractedAndUsed() throws Exception {
        String scenario = """
                steps:
                  - get: /
                    extract: { token: { header: X-Token } }
                  - get: /products
                    extract:
                      href: { css: "a.product@href" }
                      title: { css: h1 }
                      nr: { regex: "no (\\\\d+)" }
                      none: { css: .none, default: nothing }
                  - get: "${href}"
                    name: product
                    extract: { total: { json: $.total }, tag: { json: "$.tags[1]" } }
                  - post: /
                    name: all
                    text: "${token} ${title} ${nr} ${none} ${total} ${tag}"
                """;
        try (UnscheduledUser user = WebUser.of(WebUser.parameters(shop.url(), scenario), Map.of())) {
            assertThat(user.outcomes(0)).allMatch(Outcome.ok()::equals);
        }

        assertThat(shop.requests()).contains("GET /product?id=7 X-Test=all");
        assertThat(shop.requests().getLast()).endsWith(" | t-1 Products 17 nothing 12.5 b");
    }

    @Test
    void unexpectedAnswersHaveErrorClasses() throws Exception {
        String scenario = """
                steps:
                  - { get: /missing }
                  - { get: /missing, name: expected, check: { status: [200, 404] } }
                  - { get: /broken, check: { lacks: error } }
                  - { get: /products, check: { contains: Basket } }
                  - { get: /product, check: { json: { $.total: "> 100" } } }
                  - { get: /product, name: no-value, check: { json: { $.none: 1 } } }
                  - { get: /, name: header, check: { header: { Content-Type: contains json } } }
                  - { get: /, name: media-type, check: { header: { Content-Type: text/html } } }
                  - { get: /, name: size, check: { size: ..1B } }
                  - { get: /, name: css, check: { css: { h1: Welcome } } }
                  - { get: /, name: regex, check: { regex: "^Wel" } }
                  - { get: /, name: no-json, check: { json: { $.a: 1 } } }
                  - { get: /, name: nothing, extract: { x: { css: .none } } }
                  - { get: "${x}", name: use }
                  - { get: /loop }
                  - { get: /away }
                  - { get: /gzip, check: { contains: compressed } }
                  - { get: /large }
                  - { get: /login, follow: false, check: { status: 302 } }
                  - { get: /orders, declined: { json: { $.count: 1 }, status: 409 } }
                  - { get: /orders, name: second, declined: { json: { $.count: 1 }, status: 409 } }
                  - { get: /orders, name: third }
                  - { get: /orders, name: fourth, declined: { status: 409, reason: sold-out } }
                """;
        try (UnscheduledUser user = WebUser.of(WebUser.parameters(shop.url(), scenario), Map.of())) {
            assertThat(user.outcomes(0))
                    .extracting(Outcome::reason)
                    .containsExactly(
                            "status-404",
                            "",
                            "check-lacks",
                            "check-contains",
                            "check-json",
                            "check-json",
                            "check-header",
                            "",
                            "check-size",
                            "",
                            "check-regex",
                            "invalid-json",
                            "extraction",
                            "no-value",
                            "redirects",
                            "other-address",
                            "",
                            "too-large",
                            "",
                            "",
                            "status-409",
                            "",
                            "sold-out");
        }
    }

    @Test
    void scenarioChecksBecomeCheckOfRun() {
        WebWorkload workload = new WebWorkload();
        assertThat(workload.define(WebUser.parameters("http://shop.lab", """
                                steps:
                                  - { get: /a, check: { contains: a } }
                                  - { get: /b }
                                  - { websocket: /c }
                                  - { receive: 1s, until: { contains: c } }
                                """)).checks())
                .singleElement()
                .satisfies(check -> assertThat(check.numerator())
                        .extracting(CheckDefinition.Term::name)
                        .containsExactly("get-a", "receive"));
        assertThat(workload.define(WebUser.parameters("http://shop.lab", "steps: [{ get: / }]"))
                        .checks())
                .isEmpty();
    }

    @Test
    void credentialsAreSentToConfiguredServerOnly() throws Exception {
        WebParameters plain = WebUser.parameters(shop.url() + "/products", "steps: [{ get: / }]");
        WebParameters basic = WebUser.with(plain, Map.of("user", "me", "password", "secret"));
        WebParameters bearer = WebUser.with(plain, Map.of("token", "t"));
        for (WebParameters parameters : List.of(basic, bearer)) {
            try (UnscheduledUser user = WebUser.of(parameters, Map.of())) {
                user.outcomes(0);
            }
        }

        assertThat(shop.requests())
                .containsExactly(
                        "GET /products/ Authorization=Basic bWU6c2VjcmV0 X-Test=all",
                        "GET /products/ Authorization=Bearer t X-Test=all");
    }

    @Test
    void stepsOverrideAuthentication() throws Exception {
        WebParameters parameters =
                WebUser.with(WebUser.parameters(shop.url(), """
                        variables: { name: me }
                        steps:
                          - { get: /, name: basic, auth: { basic: { user: "${name}", password: secret } } }
                          - { get: /, name: bearer, auth: { bearer: "${name}" } }
                          - { get: /, name: open, auth: none }
                          - { get: /, name: other, headers: { Authorization: Own } }
                        """), Map.of("token", "t", "headers", Map.of()));
        try (UnscheduledUser user = WebUser.of(parameters, Map.of())) {
            assertThat(user.outcomes(0)).allMatch(Outcome.ok()::equals);
        }

        assertThat(shop.requests())
                .containsExactly(
                        "GET / Authorization=Basic bWU6c2VjcmV0",
                        "GET / Authorization=Bearer me",
                        "GET /",
                        "GET / Authorization=Own");
        assertThat(new WebWorkload().check(WebUser.parameters(shop.url(), """
                                steps:
                                  - { get: /, auth: { digest: { user: me } } }
                                  - { get: /a, auth: { bearer: a }, headers: { Authorization: b } }
                                """)))
                .extracting(Finding::parameter)
                .containsExactly("scenario.steps[0].auth.digest", "scenario.steps[0].auth", "scenario.steps[1].auth");
    }

    @Test
    void accessTokensAreShared() throws Exception {
        WebParameters parameters = WebUser.parameters(shop.url(), "steps: [{ get: / }]");
        TokenParameters tokens = new TokenParameters(shop.url() + "/token", "client", "s:secret", "read all");
        try (UnscheduledUser user = WebUser.of(WebUser.with(parameters, Map.of("tokens", tokens)), Map.of())) {
            Driver other = user.session().driver(new CountingUser(1));
            other.connect();
            other.close();
            assertThat(user.outcomes(0)).containsExactly(Outcome.ok());
            assertThat(user.counted("httpRequests")).isEqualTo(1);
        }

        String request = "POST /token Authorization=Basic Y2xpZW50OnMlM0FzZWNyZXQ="
                + " Content-Type=application/x-www-form-urlencoded"
                + " | grant_type=client_credentials&scope=read+all";
        assertThat(shop.requests()).containsExactly(request, "GET / Authorization=Bearer t-1 X-Test=all");
    }

    @Test
    void accessTokensAreRenewedBeforeTheyExpire() throws Exception {
        TokenParameters right = new TokenParameters(shop.url() + "/token", "client", "s:secret", "");
        try (AccessTokens tokens = new AccessTokens(right, HttpSettings.defaults())) {
            assertThat(tokens.await(0)).endsWith(" is valid for 100 s");
            assertThat(tokens.header(seconds(80))).isEqualTo("Bearer t-1");
            assertThat(tokens.header(seconds(81))).isEqualTo("Bearer t-1");
            // An attempt that fails on a busy machine is repeated a second later.
            long begin = System.nanoTime();
            while (tokens.header(seconds(81) + System.nanoTime() - begin).equals("Bearer t-1")) {
                assertThat(System.nanoTime() - begin).isLessThan(seconds(18));
                Thread.yield();
            }
            shop.close();
            assertThatThrownBy(() -> tokens.header(seconds(300)))
                    .hasMessageStartingWith("the access token has expired");
        }
    }

    private static long seconds(long number) {
        return number * 1_000_000_000L;
    }

    @Test
    void refusedTokenRequestEndsStart() {
        TokenParameters wrong = new TokenParameters(shop.url() + "/token", "client", "wrong", "");
        WebParameters parameters = WebUser.parameters(shop.url(), "steps: [{ get: / }]");
        assertThatThrownBy(() -> WebUser.of(WebUser.with(parameters, Map.of("tokens", wrong)), Map.of()))
                .hasMessage("the server of access tokens, " + shop.url() + "/token, answered 401: invalid_client");
        assertThat(new WebWorkload()
                        .check(WebUser.with(
                                parameters,
                                Map.of("user", "me", "tokens", new TokenParameters("shop.lab", "", "", "")))))
                .extracting(Finding::parameter)
                .containsExactly("tokenUrl", "tokenUrl", "tokenUrl");
    }

    @Test
    void pageResourcesAreFetchedInParallel() throws Exception {
        WebParameters parameters =
                WebUser.with(WebUser.parameters(shop.url(), """
                        steps:
                          - { post: /login }
                          - { get: /page, check: { contains: Page } }
                          - { get: /page, name: alone, resources: false }
                          - { get: /product, check: { json: { $.id: 7 } } }
                          - { get: /incomplete }
                          - { get: /elsewhere }
                        """), Map.of("pages", new PageParameters(true, false)));
        try (UnscheduledUser user = WebUser.of(parameters, Map.of())) {
            // The server answers both pictures when it has received both requests.
            assertThat(user.outcomes(0))
                    .extracting(Outcome::reason)
                    .containsExactly("", "", "", "", "resource-404", "other-address");
            assertThat(user.counted("httpRequests")).isEqualTo(14);
            // The page, and two to four for its four resources.
            assertThat(user.counted("httpConnections")).isBetween(3L, 5L);
        }

        assertThat(shop.requests().subList(3, 8))
                .containsExactlyInAnyOrder(
                        "GET /pair/a.png Cookie=session=s1 X-Test=all",
                        "GET /pair/b.png Cookie=session=s1 X-Test=all",
                        "GET /script.js Cookie=session=s1 X-Test=all",
                        "GET /script-2.js Cookie=session=s1 X-Test=all",
                        "GET /style.css Cookie=session=s1 X-Test=all");
    }

    @Test
    void resourcesAreCachedAsInBrowsers() throws Exception {
        WebParameters parameters = WebUser.with(
                WebUser.parameters(shop.url(), "steps: [{ get: /page }]"),
                Map.of("pages", new PageParameters(true, true)));
        try (UnscheduledUser user = WebUser.of(parameters, Map.of())) {
            assertThat(user.outcomes(0)).containsExactly(Outcome.ok());
            assertThat(user.outcomes(1)).containsExactly(Outcome.ok());
            assertThat(user.counted("httpCacheHits")).isEqualTo(2);
        }

        List<String> laterRequests = shop.requests().subList(6, shop.requests().size());
        assertThat(laterRequests)
                .containsExactlyInAnyOrder(
                        "GET /page X-Test=all",
                        "GET /script.js X-Test=all",
                        "GET /script-2.js X-Test=all",
                        "GET /style.css X-Test=all If-None-Match=\"v1\"");
    }

    @Test
    void http2IsUsedIfConfigured() throws Exception {
        Server server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        ServerConnector connector = new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new VersionHandler());
        server.start();
        try {
            WebParameters one = WebUser.parameters("http://127.0.0.1:" + connector.getLocalPort(), """
                    steps: [{ get: /, check: { contains: HTTP/2 }, extract: { v: { regex: "(.*)" } } }, { post: "/${v}" }]
                    """);
            WebParameters two = WebUser.with(one, Map.of("protocol", HttpSettings.Protocol.HTTP2));
            try (UnscheduledUser user = WebUser.of(two, Map.of())) {
                assertThat(user.outcomes(0)).containsExactly(Outcome.ok(), Outcome.ok());
                assertThat(user.outcomes(1)).containsExactly(Outcome.ok(), Outcome.ok());
                assertThat(user.counted("httpConnections")).isEqualTo(1);
            }
            try (UnscheduledUser user = WebUser.of(one, Map.of())) {
                assertThat(user.outcomes(0)).extracting(Outcome::reason).containsExactly("check-contains", "no-value");
            }
        } finally {
            server.stop();
        }
    }

    /** Answers with the version of the protocol. */
    private static final class VersionHandler extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String version = request.getConnectionMetaData().getProtocol();
            response.write(true, ByteBuffer.wrap(version.getBytes(StandardCharsets.US_ASCII)), callback);
            return true;
        }
    }

    @Test
    void allProblemsAreLocated() {
        WebParameters parameters = WebUser.parameters("shop.lab", """
                steps:
                  - get: products
                  - get: http://other.lab/
                    name: other
                  - post: /
                    text: a
                    form: { b: c }
                    headers: { Host: x }
                    check: { status: 20, sttaus: 1, css: { "a:matches(b+)": c } }
                    declined: { reason: because }
                    extract: { a: { css: a, json: $.b }, b: { json: b }, c: { regex: "(" } }
                """);

        assertThat(new WebWorkload().check(parameters))
                .extracting(Finding::parameter)
                .contains(
                        "url",
                        "scenario.steps[0].get",
                        "scenario.steps[1].get",
                        "scenario.steps[2].form",
                        "scenario.steps[2].headers.Host",
                        "scenario.steps[2].check.status",
                        "scenario.steps[2].check.sttaus",
                        "scenario.steps[2].check.css",
                        "scenario.steps[2].declined",
                        "scenario.steps[2].extract.a",
                        "scenario.steps[2].extract.b.json",
                        "scenario.steps[2].extract.c.regex");
    }

    @Test
    void missingCertificateFileEndsStart() {
        WebParameters plain = WebUser.parameters(shop.url(), "steps: [{ get: / }]");
        ClientCertificate missing = new ClientCertificate("none.pem", "", "");
        assertThatThrownBy(() -> WebUser.of(WebUser.with(plain, Map.of("certificate", missing)), Map.of()))
                .hasMessage("the file none.pem of the client certificate does not exist");
        Map<String, Object> wrong = Map.of(
                "anyCertificate",
                true,
                "trust",
                "ca.pem",
                "certificate",
                new ClientCertificate("", "key.pem", "secret"));
        assertThat(new WebWorkload().check(WebUser.with(plain, wrong)))
                .extracting(Finding::parameter)
                .containsExactly("anyCertificate", "clientKey");
    }

    @Test
    void missingFileEndsStart() {
        assertThatThrownBy(() ->
                        WebUser.of(WebUser.parameters(shop.url(), "steps: [{ post: /, file: none.txt }]"), Map.of()))
                .hasMessage("scenario.steps[0].file: The file none.txt is missing. "
                        + "Copy it to the folder of the run file.");
    }
}
