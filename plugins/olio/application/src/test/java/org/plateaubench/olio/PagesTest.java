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
    private static final Visitor ANYBODY = new Visitor();
    private static final Visitor SOMEBODY = new Visitor().signedIn(Names.userName(7), Names.password(7));

    @AfterAll
    static void leave() {
        ANYBODY.close();
        SOMEBODY.close();
    }

    @Test
    void staticFilesPerPageMatchOlio() {
        Map<String, Integer> wanted = new HashMap<>(Map.of(
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
        wanted.forEach((path, count) -> {
            Set<String> files = distinct(ok(ANYBODY.get(path)), STATIC.pattern());
            assertThat(files).as(path).hasSize(count);
            files.forEach(file ->
                    assertThat(ANYBODY.bytes(file).statusCode()).as(file).isEqualTo(200));
        });
        assertThat(distinct(ok(SOMEBODY.get("/events/new")), STATIC.pattern())).hasSize(18);
        assertThat(distinct(ok(SOMEBODY.get("/")), STATIC.pattern())).hasSize(18);
        assertThat(distinct(ok(SOMEBODY.get("/events/5")), STATIC.pattern())).hasSize(21);
    }

    @Test
    void privateDataIsShownToOwnerOnly() {
        String own = ok(SOMEBODY.get("/people/" + Names.userName(7)));
        assertThat(own).contains("Only you see this line.", "@");
        assertThat(ok(ANYBODY.get("/people/" + Names.userName(7)))).doesNotContain("Only you see this line.", "@");
    }

    @Test
    void eventIsAddedAttendedAndCommented() {
        Map<String, String> fields = Forms.event();
        HttpResponse<String> added = SOMEBODY.send(
                "/events",
                fields,
                new Visitor.Attachment("picture", "a.jpg", MediaKind.EVENT_PICTURE.bytes(99)),
                new Visitor.Attachment("document", "a.pdf", MediaKind.EVENT_DOCUMENT.bytes(99)));
        assertThat(added.statusCode()).as(added.body()).isEqualTo(303);
        String path = String.valueOf(Visitor.location(added));
        assertThat(ok(SOMEBODY.get(path))).contains(fields.get("title"), "I am going", "New Orleans");
        String id = path.substring("/events/".length());
        assertThat(SOMEBODY.bytes("/images/events/" + id + ".jpg").body()).isEqualTo(MediaKind.EVENT_PICTURE.bytes(99));
        assertThat(SOMEBODY.bytes("/documents/events/" + id + ".pdf").body())
                .isEqualTo(MediaKind.EVENT_DOCUMENT.bytes(99));
        assertThat(SOMEBODY.bytes("/images/events/" + id + "-thumb.jpg").body()).hasSizeBetween(500, 60_000);

        assertThat(SOMEBODY.post(path + "/attend", Map.of()).statusCode()).isEqualTo(303);
        assertThat(SOMEBODY.post(path + "/attend", Map.of()).statusCode()).isEqualTo(303);
        assertThat(ok(SOMEBODY.get(path))).contains("You are going.", "1 person is going");
        HttpResponse<String> commented = SOMEBODY.post(path + "/comments", Map.of("text", "Splendid.", "rating", "5"));
        assertThat(commented.statusCode()).isEqualTo(303);
        assertThat(ok(SOMEBODY.get(path))).contains("Splendid.", "5.0 of 5 stars");
        assertThat(SOMEBODY.post(path + "/comments", Map.of("text", "kept", "rating", "6"))
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void newPersonRegistersAndSignsIn() {
        Map<String, String> fields = Forms.person();
        String name = String.valueOf(fields.get("userName"));
        assertThat(ANYBODY.get("/people/check?name=" + name).body()).contains("\"free\":true");
        HttpResponse<String> added = ANYBODY.send(
                "/people", fields, new Visitor.Attachment("picture", "me.jpg", MediaKind.PERSON_PICTURE.bytes(5)));
        assertThat(added.statusCode()).as(added.body()).isEqualTo(303);
        assertThat(ok(ANYBODY.get(String.valueOf(Visitor.location(added))))).contains("Welcome to Olio", name);
        assertThat(ANYBODY.get("/people/check?name=" + name).body()).contains("\"free\":false");
        assertThat(ANYBODY.send("/people", fields).body()).contains("This name is taken.");
        try (Visitor fresh = new Visitor().signedIn(name, "secret")) {
            assertThat(ok(fresh.get("/"))).contains(name);
            assertThat(fresh.get("/logout").statusCode()).isEqualTo(303);
            assertThat(ok(fresh.get("/"))).doesNotContain(name);
        }
    }

    @Test
    void generatedPictureIsResentDespiteNewerCachedDate() {
        // What was uploaded under a number is newer than what is made from it, which a reset brings back.
        String later = "Sat, 01 Jan 2028 00:00:00 GMT";
        assertThat(ANYBODY.bytes("/images/people/12-thumb.jpg", "If-Modified-Since", later)
                        .statusCode())
                .isEqualTo(200);
        assertThat(ANYBODY.bytes("/static/css/layout.css", "If-Modified-Since", later)
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void staticFilesAreCompressedAndCached() {
        HttpResponse<byte[]> plain = ANYBODY.bytes("/static/css/layout.css");
        HttpResponse<byte[]> gzip = ANYBODY.bytes("/static/css/layout.css", "Accept-Encoding", "gzip");
        assertThat(gzip.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(gzip.body().length).isLessThan(plain.body().length);
        String date = plain.headers().firstValue("Last-Modified").orElseThrow();
        HttpResponse<byte[]> again = ANYBODY.bytes("/static/css/layout.css", "If-Modified-Since", date);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(ANYBODY.bytes("/", "Accept-Encoding", "gzip").headers().firstValue("Content-Encoding"))
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
