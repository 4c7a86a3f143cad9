// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.Scale;

/** What is kept, while time passes and the data changes. */
@Tag("slow")
final class PassingTimeTest {
    private static final Pattern EVENT = Pattern.compile("<h3><a href=\"(/events/[0-9]+)\">");
    private static final Pattern MOMENT = Pattern.compile("<time datetime=\"([^\"]+)\">");

    private volatile Instant now = Instant.parse("2026-03-01T00:00:00Z");

    @Test
    void noPageIsKeptThatIsNoLongerTrue(@TempDir Path folder) throws Exception {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1", 0, folder.toString(), "jdbc:h2:mem:passing;DB_CLOSE_DELAY=-1", "sa", "", 4, true, "");
        try (SiteServer site = new SiteServer(settings, "process", () -> now)) {
            site.data().load(new Scale(Scale.MIN_CONCURRENT_USERS), 1);
            site.data().await();
            site.start();

            Instant first = Instant.parse(all(MOMENT, page(site, 1)).getFirst());
            now = first.minusSeconds(60);
            assertThat(all(EVENT, page(site, 2))).hasSize(10).doesNotContainAnyElementsOf(all(EVENT, page(site, 1)));
            now = first.plusSeconds(1);
            assertThat(all(EVENT, page(site, 1))).hasSize(10).doesNotContainAnyElementsOf(all(EVENT, page(site, 2)));

            String form = "name=" + Names.userName(3) + "&password=" + Names.password(3);
            String login = "POST /login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length()
                    + "\r\n\r\n";
            assertThat(RawRequest.send(site.port(), login + form)).startsWith("HTTP/1.1 303 ");
            assertThat(site.sessions()).isEqualTo(1);
            site.data().reset();
            site.data().await();
            assertThat(site.data().failure()).isEmpty();
            assertThat(site.sessions()).as("whose sessions are ended").isZero();
        }
    }

    private static String page(SiteServer site, int page) {
        return RawRequest.send(site.port(), "GET /?page=" + page + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    }

    private static List<String> all(Pattern pattern, String page) {
        return pattern.matcher(page).results().map(found -> found.group(1)).toList();
    }
}
