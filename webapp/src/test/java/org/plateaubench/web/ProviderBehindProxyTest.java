// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.web.http.RawCaller;
import org.plateaubench.web.http.TestAuthority;

/** A real provider and a console, each behind a real proxy with a certificate of the lab's own authority. */
@Tag("slow")
final class ProviderBehindProxyTest {
    private static final String PATH = "/api/v1/session/provider";

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static RealProvider provider;
    private static URI providerAs;
    private static URI consoleAs;
    private static TestConsole console;
    private static ReverseProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.make(folder);
        provider = RealProvider.start();
        providerAs = issuer(ReverseProxy.address("localhost"));
        consoleAs = ReverseProxy.address(ReverseProxy.NAME);
        console = console(folder, Optional.of(authority.authority()));
        console.admin();
        proxy = ReverseProxy.start(folder, authority, console.address(), consoleAs, provider.issuer(), providerAs);
        provider.knows(providerAs, consoleAs, Map.of("grace", RealProvider.person("grace", "bench-operators")), "one");
    }

    private static URI issuer(URI address) {
        return URI.create(address.toString().replaceFirst("/$", ""));
    }

    private static TestConsole console(Path folder, Optional<Path> trust) throws Exception {
        return TestConsole.start(
                Installation.of(PluginCatalog.load(List.of())),
                RealProvider.options(folder, providerAs, RealProvider.SECRET, Optional.of(consoleAs), trust));
    }

    @AfterAll
    static void stop() {
        proxy.close();
        console.close();
        provider.close();
    }

    private static String begun(TestConsole of, String host, String body) throws IOException {
        return said(of, host, "POST " + PATH, body);
    }

    /** What a console answers to who calls it by any name, and no client of Java would. */
    private static String said(TestConsole of, String host, String request, String body) throws IOException {
        try (RawCaller caller = new RawCaller(of.address())) {
            return caller.say(request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"
                            + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                            + body)
                    .hear();
        }
    }

    @Test
    void peopleSignInUnderThePublicAddressAndStayThere() throws Exception {
        try (Visitor grace = new Visitor(consoleAs, authority.trust())) {
            URI page = grace.begin("/queue");
            assertThat(page).hasAuthority(providerAs.getAuthority()).hasScheme("https");
            URI back = grace.passProvider(page, "grace");
            assertThat(back).hasScheme("https").hasAuthority(consoleAs.getAuthority());
            assertThat(grace.comeBack(back)).isEqualTo(consoleAs.resolve("/queue"));
            assertThat(grace.whoAmI()).isEqualTo("oidc:grace operator");
            assertThat(grace.cookies.getCookieStore().get(consoleAs))
                    .isNotEmpty()
                    .allMatch(HttpCookie::getSecure);
        }
    }

    @Test
    void aProviderOfAnAuthorityThatIsNotGivenIsNotBelieved() throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        TestAuthority other = TestAuthority.make(own);
        for (Optional<Path> trust : List.of(Optional.<Path>empty(), Optional.of(other.authority()))) {
            try (TestConsole strict = console(Files.createTempDirectory(own, "strict"), trust)) {
                assertThat(begun(strict, consoleAs.getAuthority(), "{}"))
                        .startsWith("HTTP/1.1 502")
                        .contains("has a certificate that is not trusted (see --oidc-trust)");
            }
        }
    }

    @Test
    void aStrangeHostIsRefusedThereAndBack() throws Exception {
        String own = consoleAs.getAuthority();
        assertThat(begun(console, own, "{}")).startsWith("HTTP/1.1 200");
        for (String host : List.of(
                "evil.example",
                "evil.example:443",
                own + ".evil.example",
                "evil.example@" + own,
                own + "@evil.example",
                "evil.example, " + own,
                own + "/evil.example",
                own + "#evil.example",
                own + ":a b",
                "127.0.0.1:x",
                "[::1",
                "%31%32%37.0.0.2",
                "")) {
            assertThat(begun(console, host, "{}"))
                    .as(host)
                    .containsPattern("^HTTP/1.1 (400|409|421) ")
                    .doesNotContain("Set-Cookie");
            String back = said(console, host, "GET " + PATH + "?code=a&state=b", "");
            assertThat(back).as(host).containsPattern("^HTTP/1.1 (400|421) ").doesNotContain("Location");
        }
    }

    @Test
    void noReturnLeadsAnywhereElse() throws Exception {
        for (String place : List.of(
                "\"\\\\\\\\evil.example\"",
                "\"/\\\\evil.example\"",
                "\"//evil.example\"",
                "\"///evil.example\"",
                "\"https://evil.example/\"",
                "\"https:evil.example\"",
                "\"javascript:alert(1)\"",
                "\"/\\t/evil.example\"",
                "\"/a\\r\\nSet-Cookie: a=b\"",
                "\"\"",
                "7",
                "true",
                "[\"/\"]",
                "{\"path\":\"/\"}",
                "\"/" + "a".repeat(1_000) + "\"")) {
            String answer = begun(console, consoleAs.getAuthority(), "{\"returnTo\":" + place + "}");
            assertThat(answer).as(place).startsWith("HTTP/1.1 422").doesNotContain("Set-Cookie");
        }
        for (String place : List.of("/%2f%2fevil.example", "/%5cevil.example", "/.//evil.example", "/@evil.example")) {
            try (Visitor grace = new Visitor(consoleAs, authority.trust())) {
                URI end = grace.comeBack(grace.passProvider(grace.begin(place), "grace"));
                assertThat(end).as(place).hasScheme("https").hasAuthority(consoleAs.getAuthority());
                assertThat(consoleAs.resolve(end).normalize()).as(place).hasAuthority(consoleAs.getAuthority());
            }
        }
    }
}
