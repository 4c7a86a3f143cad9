// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody should send is refused with its status, and the server goes on. */
final class HostileDavTest {
    private static final String PASSWORD = "secret";
    private static final String XML = "application/xml";
    private static final int READ_LIMIT_MILLIS = 60_000;
    private static DavServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new DavServer("127.0.0.1", 0, PASSWORD, InstantSource.system());
        server.start();
        assertThat(status("MKCALENDAR", "/me/cal/", "", "", "")).isEqualTo(201);
        assertThat(status("MKCALENDAR", "/me/cal/", "", "", "")).isEqualTo(405);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int status(String method, String path, String header, String type, String body) throws IOException {
        return status(request(method, path, header, type, body, "me:" + PASSWORD));
    }

    private static String request(String method, String path, String header, String type, String body, String account) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Basic "
                + Base64.getEncoder().encodeToString(account.getBytes(StandardCharsets.UTF_8)) + "\r\n"
                + (header.isEmpty() ? "" : header + "\r\n") + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
                + "Content-Length: " + bytes.length + "\r\n\r\n" + body;
    }

    private static int status(String raw) throws IOException {
        String answer = answer(raw);
        assertThat(answer).startsWith("HTTP/1.1 ");
        return Integer.parseInt(answer.substring(9, 12));
    }

    private static String answer(String raw) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            try {
                out.write(raw.getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                // It need not take a body that it refuses.
            }
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            try {
                in.transferTo(answer);
            } catch (IOException e) {
                // Cut off, after the answer.
            }
            return answer.toString(StandardCharsets.UTF_8);
        }
    }

    private static void requireAlive() throws IOException {
        assertThat(status("PROPFIND", "/me/cal/", "Depth: 0", "", "")).isEqualTo(207);
    }

    @Test
    void entitiesAreNeitherExpandedNorFetched() throws Exception {
        StringBuilder bomb = new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE p [<!ENTITY a0 \"aaaaaaaaaa\">");
        for (int i = 1; i < 12; i++) {
            bomb.append("<!ENTITY a").append(i).append(" \"");
            bomb.append(("&a" + (i - 1) + ";").repeat(10)).append("\">");
        }
        String laughs = bomb + "]><propfind xmlns=\"DAV:\"><prop>&a11;</prop></propfind>";
        assertThat(status("PROPFIND", "/me/cal/", "Depth: 0", XML, laughs)).isEqualTo(400);
        String file = "<!DOCTYPE p [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><propfind xmlns=\"DAV:\">"
                + "<prop><x>&f;</x></prop></propfind>";
        String answer = answer(request("PROPFIND", "/me/cal/", "Depth: 0", XML, file, "me:" + PASSWORD));
        assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("root:");
        requireAlive();
    }

    @ParameterizedTest
    @CsvSource({
        "<propfind, 400",
        "'', 207",
        "<a xmlns=\"DAV:\"/>, 400",
        "no xml, 400",
    })
    void badXmlIsABadRequest(String body, int status) throws Exception {
        assertThat(status("PROPFIND", "/me/cal/", "Depth: 0", XML, body)).isEqualTo(status);
        requireAlive();
    }

    @Test
    void deepAndHugeBodiesAreRefused() throws Exception {
        String deep = "<a>".repeat(100_000);
        assertThat(status("PROPFIND", "/me/cal/", "Depth: 0", XML, deep)).isEqualTo(400);
        String huge = "BEGIN:VCALENDAR\r\n" + "X".repeat(3 << 20);
        assertThat(status("PUT", "/me/cal/a.ics", "", "text/calendar", huge)).isEqualTo(413);
        String endless = "PUT /me/cal/a.ics HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Basic "
                + Base64.getEncoder().encodeToString(("me:" + PASSWORD).getBytes(StandardCharsets.UTF_8))
                + "\r\nContent-Type: text/calendar\r\nTransfer-Encoding: chunked\r\n\r\n"
                + ("10000\r\n" + "Y".repeat(0x10000) + "\r\n").repeat(20);
        assertThat(status(endless)).isEqualTo(413);
        requireAlive();
    }

    @Test
    void rulesThatWouldNeverEndDoNotKeepTheServerBusy() throws Exception {
        String daily = String.join(
                "\r\n",
                "BEGIN:VCALENDAR",
                "BEGIN:VEVENT",
                "UID:r",
                "DTSTART:00010101T000000Z",
                "DTEND:00010101T010000Z",
                "RRULE:FREQ=DAILY;COUNT=2147483647",
                "END:VEVENT",
                "END:VCALENDAR");
        assertThat(status("PUT", "/me/cal/r.ics", "", "text/calendar", daily)).isEqualTo(201);
        String query = "<C:free-busy-query xmlns:C=\"urn:ietf:params:xml:ns:caldav\"><C:time-range"
                + " start=\"20990101T000000Z\" end=\"20990601T000000Z\"/></C:free-busy-query>";
        assertThat(status("REPORT", "/me/cal/", "", XML, query)).isEqualTo(200);
        assertThat(status("DELETE", "/me/cal/r.ics", "", "", "")).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /me/cal/none.ics, 404",
        "GET, /me/cal/.., 400",
        "GET, /me/cal/%2e%2e/x.ics, 400",
        "GET, /me/cal/%zz, 400",
        "GET, /other/cal/a.ics, 403",
        "PUT, /me/none/a.ics, 409",
        "PUT, /me/cal/a.ics, 415",
        "DELETE, /me/, 403",
        "DELETE, /me/cal/none.ics, 404",
        "MKCALENDAR, /me/a/b/, 409",
        "MKCOL, /me/plain/, 403",
        "REPORT, /me/cal/, 415",
        "PROPFIND, /me/cal/, 403",
        "LOCK, /me/cal/, 405",
        "OPTIONS, /me/cal/, 405"
    })
    void whatCannotBeDoneHasItsStatus(String method, String path, int status) throws Exception {
        assertThat(status(method, path, "", "", "")).isEqualTo(status);
        requireAlive();
    }

    @Test
    void nobodyComesInWithoutThePassword() throws Exception {
        assertThat(status(request("GET", "/me/cal/", "", "", "", "me:wrong"))).isEqualTo(401);
        assertThat(status("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .isEqualTo(401);
        assertThat(status("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Basic %%\r\n\r\n"))
                .isEqualTo(401);
    }

    @Test
    void anotherEventOfTheSameUidIsRefused() throws Exception {
        String event =
                new String(Texts.event("g", "Get", "20261124T110000Z", "20261124T120000Z"), StandardCharsets.UTF_8);
        assertThat(status("PUT", "/me/cal/g.ics", "", "text/calendar", event)).isEqualTo(201);
        assertThat(status("PUT", "/me/cal/other.ics", "", "text/calendar", event))
                .isEqualTo(403);
        assertThat(status("DELETE", "/me/cal/g.ics", "", "", "")).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource({
        "DURATION:PT1H",
        "EXDATE:20261124T110000Z",
        "RRULE:FREQ=HOURLY",
        "TRANSP:TRANSPARENT",
    })
    void anEventWhoseTimesItCannotTellIsRefused(String line) throws Exception {
        String event = new String(
                Texts.event("t", "Times", "20261124T110000Z", "20261124T120000Z", line + "\r\n"),
                StandardCharsets.UTF_8);
        assertThat(status("PUT", "/me/cal/t.ics", "", "text/calendar", event)).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<C:calendar-multiget %s><prop/></C:calendar-multiget>",
                "<sync-collection %s><prop/></sync-collection>",
                "<C:calendar-query %s><prop/></C:calendar-query>",
                "<C:calendar-query %s><prop/><C:filter><C:comp-filter name=\"VCALENDAR\"><C:comp-filter"
                        + " name=\"VTODO\"/></C:comp-filter></C:filter></C:calendar-query>",
                "<C:calendar-query %s><prop/><C:filter><C:comp-filter name=\"VCALENDAR\"><C:comp-filter"
                        + " name=\"VEVENT\"><C:is-not-defined/></C:comp-filter></C:comp-filter></C:filter>"
                        + "</C:calendar-query>",
                "<C:free-busy-query %s/>",
                "<A:addressbook-query %s/>"
            })
    void aReportThatItDoesNotKnowIsRefused(String report) throws Exception {
        String body = report.formatted("xmlns=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\""
                + " xmlns:A=\"urn:ietf:params:xml:ns:carddav\"");
        assertThat(status("REPORT", "/me/cal/", "", XML, body)).isEqualTo(403);
        requireAlive();
    }
}
