// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.http.address.WebAddress;

/** Cookies by RFC 6265 and its successor RFC 6265bis, on a manual clock. */
final class CookieJarTest {
    private static final WebAddress SHOP = WebAddress.parse("http://www.shop.lab/a/b?q");
    private static final WebAddress SECURE = WebAddress.parse("https://www.shop.lab/a/b");
    private static final String NOON = "Sat, 21 Nov 2026 12:00:00 GMT";

    private long nowNanos = Long.MAX_VALUE - 1000;
    private final CookieJar jar = new CookieJar(() -> nowNanos);

    private void set(String line) {
        set(line, SHOP);
    }

    private void set(String line, WebAddress from) {
        jar.store(line, from, NOON);
    }

    private @Nullable String sentTo(String address) {
        return jar.header(WebAddress.parse(address));
    }

    private void advance(long seconds) {
        nowNanos += seconds * 1_000_000_000L;
    }

    @Test
    void hostCookieIsSentOnlyToItsHost() {
        set("a=1");

        assertThat(sentTo("http://www.shop.lab/a/x")).isEqualTo("a=1");
        assertThat(sentTo("http://shop.lab/a/x")).isNull();
        assertThat(sentTo("http://x.www.shop.lab/a/x")).isNull();
        assertThat(sentTo("http://www.shop.lab:81/a/x")).isEqualTo("a=1");
        assertThat(sentTo("https://www.shop.lab/a/x")).isEqualTo("a=1");
    }

    @Test
    void domainCookieIsSentToSubdomains() {
        set("a=1; Domain=.SHOP.lab; path=/");

        assertThat(sentTo("http://shop.lab/")).isEqualTo("a=1");
        assertThat(sentTo("http://x.y.shop.lab/")).isEqualTo("a=1");
        assertThat(sentTo("http://myshop.lab/")).isNull();
    }

    /** Cookies are refused for other sites, for public suffixes, and for parts of an IP address. */
    @ParameterizedTest
    @ValueSource(strings = {"other.lab", "x.www.shop.lab", "lab", "hop.lab", ".", "www.shop.lab.", "..shop.lab"})
    void foreignDomainIsRefused(String domain) {
        set("a=1; path=/; Domain=" + domain);

        assertThat(jar.size()).isEqualTo(domain.equals(".") ? 1 : 0);
        assertThat(sentTo("http://other.lab/")).isNull();
    }

    @Test
    void ipAddressHasNoParentDomain() {
        WebAddress number = WebAddress.parse("http://10.0.0.1/");
        set("a=1; Domain=0.0.1", number);
        set("b=1; Domain=10.0.0.1", number);

        assertThat(sentTo("http://10.0.0.1/")).isEqualTo("b=1");
        assertThat(sentTo("http://11.10.0.0.1/")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/a, /a, true",
        "/a, /a/b, true",
        "/a, /ab, false",
        "/a/, /a/b, true",
        "/a/, /a, false",
        "/, /x, true",
        "a, /a/x, true",
        "'', /x, false"
    })
    void pathsMatchByTheirParts(String path, String requested, boolean sent) {
        set("c=1; Path=" + path);

        assertThat(sentTo("http://www.shop.lab" + requested)).isEqualTo(sent ? "c=1" : null);
    }

    @Test
    void longerPathsComeFirstThenOlderCookies() {
        set("a=1; path=/");
        set("b=2; path=/a");
        set("c=3; path=/");
        set("a=4; path=/");

        assertThat(sentTo("http://www.shop.lab/a")).isEqualTo("b=2; a=4; c=3");
    }

    @Test
    void cookiesExpireByServerClock() {
        set("short=1; Max-Age=10");
        set("date=1; Expires=Sat, 21 Nov 2026 12:00:20 GMT");
        set("both=1; Expires=Sat, 21 Nov 2026 12:00:20 GMT; Max-Age=30");
        set("session=1");
        set("unknown=1; Expires=nonsense");

        advance(9);
        assertThat(sentTo(SHOP.toString())).isEqualTo("short=1; date=1; both=1; session=1; unknown=1");
        advance(2);
        assertThat(sentTo(SHOP.toString())).isEqualTo("date=1; both=1; session=1; unknown=1");
        advance(10);
        assertThat(sentTo(SHOP.toString())).isEqualTo("both=1; session=1; unknown=1");
        advance(1_000_000_000);
        assertThat(sentTo(SHOP.toString())).isEqualTo("session=1; unknown=1");
        assertThat(jar.value(SHOP, "both")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Max-Age=0",
                "Max-Age=-1",
                "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "expires=Sat, 21 Nov 2026 11:59:59 GMT"
            })
    void expiredCookieIsRemoved(String attribute) {
        set("a=1");
        long before = jar.changes();
        set("a=gone; " + attribute);

        assertThat(sentTo(SHOP.toString())).isNull();
        assertThat(jar.changes()).isEqualTo(before + 1);
        set("a=gone; " + attribute);
        assertThat(jar.changes()).isEqualTo(before + 1);
    }

    @Test
    void logoutDeletesCookieWithoutServerDate() {
        jar.store("a=1; Expires=Sat, 21 Nov 2037 12:00:00 GMT", SHOP, null);
        assertThat(sentTo(SHOP.toString())).isEqualTo("a=1");
        jar.store("a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", SHOP, null);
        assertThat(sentTo(SHOP.toString())).isNull();
    }

    @Test
    void secureCookieIsSentOnlyOverHttps() {
        set("s=1; Secure", SECURE);
        set("t=1; Secure", SHOP);

        assertThat(sentTo("http://www.shop.lab/a/")).isNull();
        assertThat(sentTo("https://www.shop.lab/a/")).isEqualTo("s=1");
    }

    @ParameterizedTest
    @CsvSource({
        "'a=b=c', 'a=b=c'",
        "' a = b ; x', 'a=b'",
        "'a=', 'a='",
        "'=v', 'v'",
        "'v', 'v'",
        "'a=\"q\"', 'a=\"q\"'",
        "'a=1;;;Path', 'a=1'",
        "';a=1', ",
        "'=', ",
        "'', ",
        "'a=\u00e4', 'a=\u00e4'"
    })
    void pairsAreReadAsBrowsersReadThem(String line, @Nullable String sent) {
        set(line);

        assertThat(sentTo(SHOP.toString())).isEqualTo(sent);
    }

    /** The jar stays bounded and contains no line breaks, regardless of what servers send. */
    @Test
    void hostileCookiesAreRefusedAndJarIsBounded() {
        set("a=1\r\nX: y");
        set("a=1\u0000");
        set("a=" + "x".repeat(5000));
        set("b=1; Path=/" + "x".repeat(5000));
        assertThat(jar.size()).isEqualTo(1);
        for (int i = 0; i < 1000; i++) {
            set("c" + i + "=1");
        }
        assertThat(jar.size()).isEqualTo(CookieJar.MAX_COOKIES);
        assertThat(sentTo(SHOP.toString())).startsWith("c700=1").endsWith("c999=1");
        for (int i = 0; i < 1000; i++) {
            set("c=1", WebAddress.parse("http://h" + i + ".lab/"));
        }
        assertThat(jar.size()).isEqualTo(CookieJar.MAX_COOKIES);
        SplittableRandom random = new SplittableRandom(9);
        String alphabet = "ab=;, \t\"ExpiresPathDomainMax-Age/.:0123456789\u0001\u007f\u00ff\n";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder line = new StringBuilder();
            int length = random.nextInt(60);
            for (int i = 0; i < length; i++) {
                line.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            set(line.toString());
        }
        assertThat(jar.size()).isLessThanOrEqualTo(CookieJar.MAX_COOKIES);
        String header = sentTo(SHOP.toString());
        assertThat(header == null || header.chars().noneMatch(c -> (c < ' ' && c != '\t') || c == 0x7f))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'Sun, 06 Nov 1994 08:49:37 GMT', 784111777",
        "'Sunday, 06-Nov-94 08:49:37 GMT', 784111777",
        "'Sun Nov  6 08:49:37 1994', 784111777",
        "'06 november 1994 8:49:37', 784111777",
        "'Thu, 01 Jan 1970 00:00:00 GMT', 0",
        "'01-Jan-69 00:00:00', 3124224000",
        "'01 Jan 70 00:00:00', 0"
    })
    void datesAreReadInEveryForm(String text, long epochSeconds) {
        assertThat(Dates.epochSeconds(text)).isEqualTo(epochSeconds);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "0",
                "31 Feb 2026 00:00:00",
                "06 Nov 1994",
                "06 Nov 1994 24:00:00",
                "06 Nov 1600 00:00:00",
                "06 Nov 1994 08:49",
                "06 Xyz 1994 08:49:37",
                "8:49:37 8:49:37"
            })
    void invalidDateIsIgnored(String text) {
        assertThat(Dates.epochSeconds(text)).isEqualTo(Dates.NONE);
    }
}
