// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.plateaubench.api.SutAddress;

/** Requests to mail sites, and checks that every site must pass. */
public final class SiteChecks {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String EVENT = String.join(
            "\r\n",
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:tests",
            "BEGIN:VEVENT",
            "UID:event",
            "DTSTAMP:20260101T000000Z",
            "DTSTART:20260101T100000Z",
            "DTEND:20260101T110000Z",
            "SUMMARY:lunch",
            "END:VEVENT",
            "END:VCALENDAR",
            "");

    private SiteChecks() {}

    /** Returns the number of messages in a user's inbox that contain a text. */
    public static int count(SutAddress site, String login, String text) throws IOException, GeneralSecurityException {
        try (LineClient imap = LineClient.signedIn(site, login)) {
            imap.imap("SELECT INBOX");
            String found = imap.imap("UID SEARCH BODY \"" + text + "\"").getFirst();
            return found.strip().split(" ", -1).length - 2;
        }
    }

    /** Asserts that all protocols refuse a wrong password. */
    public static void assertRefusesWrongPassword(SutAddress site, String login, String davPath) throws Exception {
        Path trust = Path.of(site.property("trust"));
        try (LineClient imap = LineClient.plain(Integer.parseInt(site.property(DovecotService.IMAP_PLAIN_PORT)))) {
            imap.read();
            assertThat(imap.imap("STARTTLS").getLast()).startsWith("t OK");
            imap.protect(trust);
            assertThat(imap.imap("LOGIN " + login + " wrong").getLast()).startsWith("t NO");
            assertThat(imap.imap("LOGIN " + login + " " + site.property("password"))
                            .getLast())
                    .startsWith("t OK");
        }
        try (LineClient smtp = LineClient.plain(Integer.parseInt(site.property(DovecotService.SMTP_PLAIN_PORT)))) {
            smtp.smtp("");
            smtp.smtp("EHLO tests");
            assertThat(smtp.smtp("STARTTLS")).startsWith("220");
            smtp.protect(trust);
            smtp.smtp("EHLO tests");
            assertThat(smtp.smtp("AUTH PLAIN " + LineClient.plainSecret(login, "wrong")))
                    .startsWith("535");
            smtp.smtp("MAIL FROM:<" + login + "@" + site.property("domain") + ">");
            assertThat(smtp.smtp("RCPT TO:<user1@" + site.property("domain") + ">"))
                    .startsWith("554");
        }
        assertThat(dav(site, login, "wrong", "PROPFIND", davPath, "").statusCode())
                .isEqualTo(401);
        assertThat(dav(site, login, "PROPFIND", davPath, "").statusCode()).isEqualTo(207);
    }

    /** Creates a calendar with one event, {@code event.ics}, on 1 January 2026. */
    public static void putEvent(SutAddress site, String login, String calendar) throws Exception {
        assertThat(dav(site, login, "MKCALENDAR", calendar, "").statusCode()).isEqualTo(201);
        assertThat(dav(site, login, "PUT", calendar + "event.ics", EVENT).statusCode())
                .isEqualTo(201);
    }

    /** Sends a DAV request with the site's password. */
    public static HttpResponse<String> dav(SutAddress site, String login, String method, String path, String body)
            throws IOException, InterruptedException {
        return dav(site, login, site.property("password"), method, path, body);
    }

    /** Sends a DAV request. */
    public static HttpResponse<String> dav(
            SutAddress site, String login, String password, String method, String path, String body)
            throws IOException, InterruptedException {
        String secret = Base64.getEncoder().encodeToString((login + ":" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(site.property("davUrl") + path))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(LIMIT)
                .header("Authorization", "Basic " + secret)
                .header("Depth", "1")
                .header("Content-Type", path.endsWith(".ics") ? "text/calendar" : "application/xml")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    /** Returns the processes whose command line contains the path of a SUT's folder. */
    public static List<ProcessHandle> processesOf(Path folder) {
        List<ProcessHandle> found = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .forEach(found::add);
        return found;
    }

    /** Appends a message of 1.5 MB to the inbox, and returns the answer. */
    public static String appendLarge(LineClient imap) throws IOException {
        String line = "x".repeat(98) + "\r\n";
        String message = "Subject: large\r\n\r\n" + line.repeat(15_000);
        imap.send("t APPEND INBOX {" + message.length() + "+}");
        imap.send(message);
        return imap.read();
    }
}
