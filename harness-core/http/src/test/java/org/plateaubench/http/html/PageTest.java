// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;

final class PageTest {
    private static final WebAddress ADDRESS = WebAddress.parse("http://shop.lab/events/3?page=2");

    @Test
    void linksAreResolvedAndKeptInOrder() {
        Page page = page("<a href='4'>four <b>4</b></a><a href='/tags/a&amp;b'>t</a><a name=x>no</a>"
                + "<map><area href='//other.lab/'></map><a href='mailto:x@y'>m</a><A HREF=\"?page=3#x\">n</A>"
                + "<a href='4'>again</a><a href='javascript:void(0)'>j</a>");

        assertThat(page.links())
                .containsExactly(
                        new Link(WebAddress.parse("http://shop.lab/events/4"), "four 4"),
                        new Link(WebAddress.parse("http://shop.lab/tags/a&b"), "t"),
                        new Link(WebAddress.parse("http://other.lab/"), ""),
                        new Link(WebAddress.parse("http://shop.lab/events/3?page=3"), "n"),
                        new Link(WebAddress.parse("http://shop.lab/events/4"), "again"));
        assertThat(page.linksBelow("/events/"))
                .containsExactly(
                        WebAddress.parse("http://shop.lab/events/4"),
                        WebAddress.parse("http://shop.lab/events/3?page=3"));
    }

    @Test
    void baseElementAppliesToAllAddressesOfPage() {
        Page page = page("<a href=x>1</a><img src=y><base href='/deep/er/'><base href='/no/'><form action=z></form>");

        assertThat(page.base()).isEqualTo(WebAddress.parse("http://shop.lab/deep/er/"));
        assertThat(page.links().getFirst().address()).hasToString("http://shop.lab/deep/er/x");
        assertThat(page.images().getFirst()).hasToString("http://shop.lab/deep/er/y");
        assertThat(page.forms().getFirst().action()).hasToString("http://shop.lab/deep/er/z");
    }

    @Test
    void imagesAndStaticsAreListedOnce() {
        Page page = page("<link rel='Stylesheet' href=a.css><link rel='alternate stylesheet' href=b.css>"
                + "<link rel='shortcut icon' href=/i.ico><link rel=canonical href=/c><script src=s.js></script>"
                + "<script src=s.js></script><script type='text/template' src=t></script><script>var a;</script>"
                + "<script nomodule src=old.js></script><script type=module src=m.js></script>"
                + "<img src=1.jpg><img src=1.jpg><img src=''><img><input type=image src=2.png name=p>"
                + "<img src='data:image/gif;base64,AA'><noscript><img src=3.jpg></noscript>"
                + "<template><img src=4.jpg><a href=5>5</a></template>");

        assertThat(page.statics())
                .map(WebAddress::target)
                .containsExactly("/events/a.css", "/i.ico", "/events/s.js", "/events/m.js");
        assertThat(page.images()).map(WebAddress::target).containsExactly("/events/1.jpg", "/events/2.png");
        assertThat(page.links()).isEmpty();
    }

    @Test
    void formSendsSameFieldsAsBrowser() throws IOException {
        Page page = page("<form id=f method=post action=/login><input name=token type=hidden value='a&quot;b'>"
                + "<input name=user value=me><input type=text><input name=off disabled value=1>"
                + "<input type=checkbox name=c1 checked><input type=checkbox name=c2 value=v>"
                + "<input type=radio name=r value=1><input type=radio name=r value=2 checked>"
                + "<select name=s><option disabled>0<option value=a>A<option>b b</select>"
                + "<select name=m multiple><option selected>x<option>y<option selected>z</select>"
                + "<textarea name=t>\n one\n two</textarea><fieldset disabled><input name=g value=1></fieldset>"
                + "<button name=b value=1>go</button><input type=submit name=b2 value=2>"
                + "<button type=button name=b3>no</button></form><input form=f name=outside value=o>"
                + "<input form=elsewhere name=never>");

        Form form = page.form("f");

        assertThat(form.post()).isTrue();
        assertThat(form.value("token")).isEqualTo("a\"b");
        assertThat(text(form.fill().body()))
                .isEqualTo("token=a%22b&user=me&c1=on&r=2&s=a&m=x&m=z&t=+one%0D%0A+two&b=1&outside=o");
        FormData filled = form.fill()
                .set("user", "you")
                .clear("c1")
                .set("c2", "v")
                .set("r", "1")
                .set("s", "b b")
                .set("m", "y")
                .set("b2", "2");
        assertThat(text(filled.body()))
                .isEqualTo("token=a%22b&user=you&c2=v&r=1&s=b+b&m=x&m=y&m=z&t=+one%0D%0A+two&b2=2&outside=o");
        assertThat(filled.address()).hasToString("http://shop.lab/login");
    }

    /** Rails writes a hidden field with the same name before a checkbox, for the unchecked case. */
    @Test
    void checkboxIsSetAndHiddenFieldIsUnchanged() throws IOException {
        Form form = page("<form><input type=hidden name=x value=0><input type=checkbox name=x value=1></form>")
                .forms()
                .getFirst();

        assertThat(text(form.fill().body())).isEqualTo("x=0");
        assertThat(text(form.fill().set("x", "1").body())).isEqualTo("x=0&x=1");
        assertThat(text(form.fill().set("x", "2").body())).isEqualTo("x=2");
    }

    @Test
    void getFormBecomesAddressWithQuery() throws IOException {
        Page page = page("<form action='/search?old=1'><input name=tag><input type=file name=f></form>");

        FormData filled = page.form("/search").fill().set("tag", "ü & x");

        assertThat(filled.address()).hasToString("http://shop.lab/search?tag=%C3%BC+%26+x&f=");
    }

    @Test
    void formWithoutActionIsSentToPage() {
        assertThat(page("<form></form>").forms().getFirst().action()).isEqualTo(ADDRESS);
    }

    /** A page without an expected form, field or choice is reported as wrong content. */
    @Test
    void missingPageElementIsWrongContent() throws IOException {
        Page page = page("<form id=f><input name=a><select name=s><option>1</select></form>");
        FormData form = page.form("f").fill();

        assertThatExceptionOfType(WrongContent.class).isThrownBy(() -> page.form("g"));
        assertThatExceptionOfType(WrongContent.class).isThrownBy(() -> form.set("b", "1"));
        assertThatExceptionOfType(WrongContent.class).isThrownBy(() -> form.set("s", "2"));
        assertThatExceptionOfType(WrongContent.class)
                .isThrownBy(() -> form.file("a", "x", RequestBody.of(new byte[0], "image/jpeg")));
        assertThatExceptionOfType(WrongContent.class)
                .isThrownBy(() -> page.form("f").value("b"));
    }

    @Test
    void charsetComesFromHeaderOrPage() {
        byte[] latin = "<meta charset=ISO-8859-1><title>caf\u00e9</title>".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(Page.parse(latin, 0, latin.length, null, ADDRESS).title()).isEqualTo("café");
        assertThat(Page.parse(latin, 0, latin.length, "no such thing", ADDRESS).title())
                .isEqualTo("café");
        assertThat(page("<title>caf\u00e9</title>", StandardCharsets.UTF_8, "utf-8")
                        .title())
                .isEqualTo("café");
    }

    @Test
    void arbitraryBytesAreParsedAsPage() {
        SplittableRandom random = new SplittableRandom(8);
        String alphabet = "<>/=\"' &;#aform inputselectbase hrefsrc-!\u0000\n[]";
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder("<form");
            int length = random.nextInt(200);
            for (int i = 0; i < length; i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Page page = page(text.toString());
            for (Form form : page.forms()) {
                assertThat(form.fill().body().lengthBytes()).isGreaterThanOrEqualTo(0);
            }
        }
        assertThat(page("<div>".repeat(2_000) + "<a href=x>y</a>").links()).hasSize(1);
    }

    private static Page page(String html) {
        return page(html, StandardCharsets.UTF_8, null);
    }

    private static Page page(String html, Charset charset, @Nullable String named) {
        byte[] bytes = ("xx" + html).getBytes(charset);
        return Page.parse(bytes, 2, bytes.length - 2, named, ADDRESS);
    }

    private static String text(RequestBody body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.writeTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
