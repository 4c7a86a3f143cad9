// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.http.HttpOrigin;

final class WebAddressTest {
    private static final WebAddress BASE = WebAddress.parse("http://a/b/c/d;p?q");

    /** RFC 3986, section 5.4, without the fragments, which no request carries. */
    @ParameterizedTest
    @CsvSource({
        "g, http://a/b/c/g",
        "./g, http://a/b/c/g",
        "g/, http://a/b/c/g/",
        "/g, http://a/g",
        "//g, http://g/",
        "?y, http://a/b/c/d;p?y",
        "g?y, http://a/b/c/g?y",
        "#s, http://a/b/c/d;p?q",
        "g#s, http://a/b/c/g",
        "g?y#s, http://a/b/c/g?y",
        ";x, http://a/b/c/;x",
        "g;x, http://a/b/c/g;x",
        "g;x?y#s, http://a/b/c/g;x?y",
        "'', http://a/b/c/d;p?q",
        "., http://a/b/c/",
        "./, http://a/b/c/",
        ".., http://a/b/",
        "../, http://a/b/",
        "../g, http://a/b/g",
        "../.., http://a/",
        "../../, http://a/",
        "../../g, http://a/g",
        "../../../g, http://a/g",
        "../../../../g, http://a/g",
        "/./g, http://a/g",
        "/../g, http://a/g",
        "g., http://a/b/c/g.",
        ".g, http://a/b/c/.g",
        "g.., http://a/b/c/g..",
        "..g, http://a/b/c/..g",
        "./../g, http://a/b/g",
        "./g/., http://a/b/c/g/",
        "g/./h, http://a/b/c/g/h",
        "g/../h, http://a/b/c/h",
        "g;x=1/./y, http://a/b/c/g;x=1/y",
        "g;x=1/../y, http://a/b/c/y",
        "g?y/./x, http://a/b/c/g?y/./x",
        "g?y/../x, http://a/b/c/g?y/../x",
        "g#s/../x, http://a/b/c/g"
    })
    void examplesOfRfc3986AreResolved(String reference, String expected) {
        assertThat(BASE.resolve(reference)).isEqualTo(WebAddress.parse(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "' x y ', http://a/b/c/x%20y",
        "'x\n/\ty', http://a/b/c/x/y",
        "ä?ö, http://a/b/c/%C3%A4?%C3%B6",
        "'\\x\\y?\\', http://a/x/y?\\",
        "'\\\\h\\x', http://h/x",
        "%zz, http://a/b/c/%zz",
        "x|y, http://a/b/c/x%7Cy",
        "HTTP://A.B:81/X, http://a.b:81/X",
        "https://h:443, https://h/",
        "http://h:/x, http://h/x",
        "http://user:word@h/x, http://h/x",
        "http://h?q, http://h/?q",
        "http://[::1]:8080/x, http://[::1]:8080/x",
        "1:2/x, http://a/b/c/1:2/x"
    })
    void malformedReferenceIsCorrectedAsInBrowsers(String reference, String expected) {
        assertThat(BASE.resolve(reference)).isEqualTo(WebAddress.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mailto:a@b",
                "javascript:void(0)",
                "data:image/png;base64,AA",
                "ftp://h/x",
                "http:x",
                "http://",
                "http:///x",
                "http://h:0/",
                "http://h:65536/",
                "http://h:x/",
                "http://h h/",
                "http://[::1/",
                "https:",
                "http://h\u00e4/",
                "http://[zz]/",
                "about:blank"
            })
    void unsupportedOrMalformedAddressIsRefused(String reference) {
        assertThat(BASE.resolve(reference)).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> WebAddress.parse(reference));
    }

    @Test
    void ipv6AddressHasBracketsOnlyInWrittenForm() {
        WebAddress address = WebAddress.parse("https://[2001:DB8::1]/x?y=1");

        assertThat(address.origin()).isEqualTo(new HttpOrigin("https", "2001:db8::1", 443));
        assertThat(address).hasToString("https://[2001:db8::1]/x?y=1");
        assertThat(address.path()).isEqualTo("/x");
    }

    /** Every reference of a page resolves to a URL that is safe in a request line and resolves to itself. */
    @Test
    void resolvedReferencesAreSafeInRequestLine() {
        SplittableRandom random = new SplittableRandom(1);
        String alphabet = "ab/.?#%2e:\\ \r\n\t\u0000\u00e4\ud83d\ude00@[]\"<>{}|^`;=&~1";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(12);
            for (int i = 0; i < length; i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            WebAddress address = BASE.resolve(text.toString());
            if (address != null) {
                assertThat(address.target()).as("%s", text).startsWith("/").matches("[!-~&&[^#]]+");
                assertThat(address.resolve(address.toString())).isEqualTo(address);
                assertThat(address.path()).doesNotContain("/../").doesNotContain("/./");
            }
        }
    }
}
