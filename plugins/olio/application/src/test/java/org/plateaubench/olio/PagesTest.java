// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Names;

/** Every page over HTTP, against loaded data. */
final class PagesTest {
    private static final Pattern STATIC = Pattern.compile("(?:src|href)=\"(/static/[^\"]+)\"");
    private static final Visitor ANONYMOUS = new Visitor();
    private static final Visitor SIGNED_IN = new Visitor().signedIn(Names.userName(7), Names.password(7));

    @AfterAll
    static void closeClients() {
        ANONYMOUS.close();
        SIGNED_IN.close();
    }

    @Test
    void staticFilesPerPageMatchOlio() {
        Map<String, Integer> expected = new HashMap<>(Map.of(
                "/",
                18,
                "/events/5",
                21,
                "/people/new",
                18,
                "/people/" + Names.userName(3),
                17,
                "/tags/" + Names.tagName(1),
                18));
        expected.forEach((path, count) -> {
            Set<String> files = distinct(ok(ANONYMOUS.get(path)), STATIC.pattern());
            assertThat(files).as(path).hasSize(count);
            files.forEach(file ->
                    assertThat(ANONYMOUS.bytes(file).statusCode()).as(file).isEqualTo(200));
        });
        assertThat(distinct(ok(SIGNED_IN.get("/events/new")), STATIC.pattern())).hasSize(18);
        assertThat(distinct(ok(SIGNED_IN.get("/")), STATIC.pattern())).hasSize(18);
        assertThat(distinct(ok(SIGNED_IN.get("/events/5")), STATIC.pattern())).hasSize(21);
    }

    @Test
    void privateDataIsShownToOwnerOnly() {
        String own = ok(SIGNED_IN.get("/people/" + Names.userName(7)));
        assertThat(own).contains("Only you see this line.", "@");
        assertThat(ok(ANONYMOUS.get("/people/" + Names.userName(7)))).doesNotContain("Only you see this line.", "@");
    }

    @Test
    void eventIsAddedAttendedAndCommented() {
        Map<String, String> fields = Forms.event();
        HttpResponse<String> added = SIGNED_IN.send(
                "/events",
                fields,
                new Visitor.Attachment("picture", "a.jpg", MediaKind.EVENT_PICTURE.bytes(99)),
                new Visitor.Attachment("document", "a.pdf", MediaKind.EVENT_DOCUMENT.bytes(99)));
        assertThat(added.statusCode()).as(added.body()).isEqualTo(303);
        String path = String.valueOf(Visitor.location(added));
        assertThat(ok(SIGNED_IN.get(path))).contains(fields.get("title"), "I am going", "New Orleans");
        String id = path.substring("/events/".length());
        assertThat(SIGNED_IN.bytes("/images/events/" + id + ".jpg").body())
                .isEqualTo(MediaKind.EVENT_PICTURE.bytes(99));
        assertThat(SIGNED_IN.bytes("/documents/events/" + id + ".pdf").body())
                .isEqualTo(MediaKind.EVENT_DOCUMENT.bytes(99));
        assertThat(SIGNED_IN.bytes("/images/events/" + id + "-thumb.jpg").body())
                .hasSizeBetween(500, 60_000);

        assertThat(SIGNED_IN.post(path + "/attend", Map.of()).statusCode()).isEqualTo(303);
        assertThat(SIGNED_IN.post(path + "/attend", Map.of()).statusCode()).isEqualTo(303);
        assertThat(ok(SIGNED_IN.get(path))).contains("You are going.", "1 person is going");
        HttpResponse<String> commented = SIGNED_IN.post(path + "/comments", Map.of("text", "Splendid.", "rating", "5"));
        assertThat(commented.statusCode()).isEqualTo(303);
        assertThat(ok(SIGNED_IN.get(path))).contains("Splendid.", "5.0 of 5 stars");
        assertThat(SIGNED_IN
                        .post(path + "/comments", Map.of("text", "kept", "rating", "6"))
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void newPersonRegistersAndSignsIn() {
        Map<String, String> fields = Forms.person();
        String name = String.valueOf(fields.get("userName"));
        assertThat(ANONYMOUS.get("/people/check?name=" + name).body()).contains("\"free\":true");
        HttpResponse<String> added = ANONYMOUS.send(
                "/people", fields, new Visitor.Attachment("picture", "me.jpg", MediaKind.PERSON_PICTURE.bytes(5)));
        assertThat(added.statusCode()).as(added.body()).isEqualTo(303);
        assertThat(ok(ANONYMOUS.get(String.valueOf(Visitor.location(added))))).contains("Welcome to Olio", name);
        assertThat(ANONYMOUS.get("/people/check?name=" + name).body()).contains("\"free\":false");
        assertThat(ANONYMOUS.send("/people", fields).body()).contains("This name is taken.");
        try (Visitor fresh = new Visitor().signedIn(name, "secret")) {
            assertThat(ok(fresh.get("/"))).contains(name);
            assertThat(fresh.get("/logout").statusCode()).isEqualTo(303);
            assertThat(ok(fresh.get("/"))).doesNotContain(name);
        }
    }

    @Test
    void generatedPictureIsResentDespiteNewerCachedDate() {
        // An uploaded picture is newer than the generated one, which is served again after a reset.
        String later = "Sat, 01 Jan 2028 00:00:00 GMT";
        assertThat(ANONYMOUS
                        .bytes("/images/people/12-thumb.jpg", "If-Modified-Since", later)
                        .statusCode())
                .isEqualTo(200);
        assertThat(ANONYMOUS
                        .bytes("/static/css/layout.css", "If-Modified-Since", later)
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void staticFilesAreCompressedAndCached() {
        HttpResponse<byte[]> plain = ANONYMOUS.bytes("/static/css/layout.css");
        HttpResponse<byte[]> gzip = ANONYMOUS.bytes("/static/css/layout.css", "Accept-Encoding", "gzip");
        assertThat(gzip.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(gzip.body().length).isLessThan(plain.body().length);
        String date = plain.headers().firstValue("Last-Modified").orElseThrow();
        HttpResponse<byte[]> again = ANONYMOUS.bytes("/static/css/layout.css", "If-Modified-Since", date);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(ANONYMOUS.bytes("/", "Accept-Encoding", "gzip").headers().firstValue("Content-Encoding"))
                .hasValue("gzip");
    }

    private static String ok(HttpResponse<String> response) {
        assertThat(response.statusCode())
                .as(response.uri() + " " + response.body())
                .isEqualTo(200);
        return response.body();
    }

    private static Set<String> distinct(String page, String pattern) {
        return new TreeSet<>(all(page, pattern));
    }

    private static List<String> all(String page, String pattern) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern).matcher(page);
        while (matcher.find()) {
            found.add(matcher.group(matcher.groupCount()));
        }
        return found;
    }
}
