// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.content.ContentLine;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.server.TestCounts;

/** Faulty or unusual responses of a server. */
final class DavFaultTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Instant FROM = Instant.parse("2026-11-23T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2026-11-30T00:00:00Z");

    private final Deque<TestResponse> responses = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private final TestCounts counted = new TestCounts();
    private final CountDownLatch requestReceived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final MailSite site;
    private final DavConnections connections;
    private final DavUser user;

    /** A response; status 0 closes the connection, and status 1 delays the answer until the end of the test. */
    private record TestResponse(int status, String etag, String body) {}

    DavFaultTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site = site(server.getAddress().getPort());
        connections = new DavConnections(site, LIMIT, LIMIT);
        user = connections.user(site.account(1), counted);
    }

    private static MailSite site(int port) {
        Endpoint unused = new Endpoint("127.0.0.1", 1, Security.NONE);
        Map<String, String> properties = MailSite.properties(unused, unused, "u {n}@x", "plateau.test", "secret");
        properties.put(MailSite.DAV_URL, "http://127.0.0.1:" + port + "/dav/");
        properties.put(MailSite.CALENDAR_PATH, "/cal/{login}/");
        properties.put(MailSite.CONTACTS_PATH, "/card/{login}/");
        return new MailSite(new SutAddress("mail", "mail", properties));
    }

    @BeforeEach
    void start() {
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        user.close();
        connections.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.add(
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
        exchange.getRequestBody().readAllBytes();
        TestResponse response = responses.poll();
        if (response == null || response.status() == 0) {
            exchange.close();
            throw new IOException("cut");
        }
        if (response.status() == 1) {
            requestReceived.countDown();
            try {
                assertThat(released.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                        .isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (!response.etag().isEmpty()) {
            exchange.getResponseHeaders().add("ETag", response.etag());
        }
        byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void addResponse(int status, String etag, String body) {
        responses.add(new TestResponse(status, etag, body));
    }

    private static byte[] event(String summary) {
        return ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261124T110000Z\r\nDTEND:20261124T120000Z\r\nSUMMARY:"
                        + summary + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static MailFailure assertFails(String errorClass, ThrowingCallable call) {
        MailFailure[] failed = new MailFailure[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(MailFailure.class, failure -> {
            assertThat(failure.errorClass()).as(failure.getMessage()).isEqualTo(errorClass);
            failed[0] = failure;
        });
        return failed[0];
    }

    @Test
    void pathsAreEncodedBelowTheBaseUrl() throws Exception {
        addResponse(201, "\"1\"", "");
        user.calendar().create("a.ics", event("Lunch"));
        assertThat(requests).containsExactly("PUT /dav/cal/u%201@x/a.ics");
    }

    @Test
    void missingEtagIsFetched() throws Exception {
        addResponse(201, "", "");
        addResponse(200, "\"7\"", new String(event("Lunch"), StandardCharsets.UTF_8));
        assertThat(user.calendar().create("a.ics", event("Lunch"))).isEqualTo("\"7\"");
        assertThat(counted.count(MailMeasure.ETAGS_FETCHED)).isEqualTo(1);
    }

    @Test
    void unexpectedEtagChangeIsWrongAnswer() throws Exception {
        addResponse(201, "\"1\"", "");
        user.calendar().create("a.ics", event("Lunch"));
        addResponse(200, "\"2\"", "BEGIN:VCALENDAR");
        assertFails("wrong-answer", () -> user.calendar().get("a.ics"));
    }

    @Test
    void differentObjectIsWrongAnswer() {
        addResponse(200, "\"1\"", "BEGIN:VCALENDAR");
        assertFails("wrong-answer", () -> user.calendar().update("a.ics", text -> Optional.empty()));
    }

    @Test
    void schedulingServerMayChangeEventWithAttendees() throws Exception {
        byte[] invited = new String(event("Meeting"), StandardCharsets.UTF_8)
                .replace("SUMMARY", "ATTENDEE:mailto:b@plateau.test\r\nSUMMARY")
                .getBytes(StandardCharsets.UTF_8);
        addResponse(201, "\"1\"", "");
        user.calendar().create("a.ics", invited);
        addResponse(200, "\"2\"", "BEGIN:VCALENDAR");
        assertThat(user.calendar().get("a.ics").etag()).isEqualTo("\"2\"");
    }

    @Test
    void unmatchedEventsAndCardsAreWrongAnswers() {
        String answer = "<D:multistatus xmlns:D='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'><D:response>"
                + "<D:href>/dav/cal/u/a.ics</D:href><D:propstat><D:prop><D:getetag>\"1\"</D:getetag><C:calendar-data>"
                + new String(event("Lunch"), StandardCharsets.UTF_8)
                + "</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
                + "</D:multistatus>";
        addResponse(207, "", answer);
        assertFails("wrong-answer", () -> user.calendar().browse(UNTIL, UNTIL.plus(Duration.ofDays(7))));
        addResponse(207, "", answer);
        assertFails("wrong-answer", () -> user.contacts().find("ada"));
    }

    @Test
    void httpStatusesAreClassified() {
        Map<Integer, String> classes = Map.of(
                401,
                "authentication",
                403,
                "refused",
                409,
                "refused",
                412,
                "wrong-answer",
                429,
                "refused-for-now",
                500,
                "server",
                503,
                "server",
                507,
                "quota",
                302,
                "protocol");
        classes.forEach((status, errorClass) -> {
            addResponse(status, "", "why");
            MailFailure failure = assertFails(errorClass, () -> user.calendar().create("a.ics", event("Lunch")));
            assertThat(failure).hasMessageContaining(Integer.toString(status)).hasMessageContaining("why");
            assertThat(failure.connectionLost()).isFalse();
            assertThat(failure).hasMessageNotContaining("secret");
        });
    }

    @Test
    void cutConnectionIsReportedAsLost() {
        addResponse(0, "", "");
        MailFailure failure = assertFails("connection", () -> user.contacts().find("ada"));
        assertThat(failure.connectionLost()).isTrue();
    }

    @Test
    void abortEndsHangingRequest() throws Exception {
        addResponse(1, "", "");
        Future<?> running = threads.submit(
                () -> assertFails("connection", () -> user.contacts().find("ada")));
        assertThat(requestReceived.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        user.abort();
        running.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void freeBusyFallsBackToEvents() throws Exception {
        String events = "<D:multistatus xmlns:D='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'><D:response>"
                + "<D:href>/dav/cal/u/a.ics</D:href><D:propstat><D:prop><C:calendar-data>"
                + new String(event("Lunch"), StandardCharsets.UTF_8)
                + "</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
                + "</D:multistatus>";
        addResponse(403, "", "");
        addResponse(207, "", events);
        assertThat(user.freeBusy(List.of(site.account(2)), FROM, UNTIL)).isEqualTo(1);
        addResponse(207, "", events);
        assertThat(user.freeBusy(List.of(site.account(2)), FROM, UNTIL)).isEqualTo(1);
        assertThat(requests).as("the fallback is remembered").hasSize(3);
        assertThat(counted.count(MailMeasure.FREE_BUSY_FALLBACKS)).isEqualTo(2);
        addResponse(207, "", events);
        assertFails(
                "wrong-answer", () -> user.freeBusy(List.of(site.account(2)), UNTIL, UNTIL.plus(Duration.ofDays(7))));
    }

    private static List<MultiStatus.Entry> read(String xml) throws MailFailure {
        return MultiStatus.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertProtocolError(String xml) {
        assertThatThrownBy(() -> read(xml))
                .isInstanceOfSatisfying(
                        MailFailure.class,
                        failure -> assertThat(failure.errorClass()).isEqualTo("protocol"));
    }

    @Test
    void pathsAreDecodedInEveryForm() throws Exception {
        List<MultiStatus.Entry> entries = read("""
                <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
                <d:response><d:href>http://dav.lab:8443/u%40x/a%20b+c.ics</d:href><d:propstat><d:prop>
                <d:resourcetype/><d:getetag>"1&amp;2"</d:getetag><c:calendar-data><![CDATA[BEGIN:<x>]]></c:calendar-data>
                </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
                <d:response><d:href>/gone.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>
                <d:response><d:href>/me/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype>
                <d:current-user-principal><d:href>/p/me/</d:href></d:current-user-principal></d:prop>
                <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
                </d:multistatus>
                """);
        assertThat(entries)
                .containsExactly(
                        new MultiStatus.Entry("/u@x/a b+c.ics", "\"1&2\"", "BEGIN:<x>", false),
                        new MultiStatus.Entry("/gone.ics", "", "", false),
                        new MultiStatus.Entry("/me/", "", "", true));
    }

    @Test
    void invalidAnswersAreProtocolErrors() {
        assertProtocolError("<html><body>Sign in</body></html>");
        assertProtocolError("not xml");
        assertProtocolError("");
        assertProtocolError("<d:multistatus xmlns:d='DAV:'><d:response>");
        assertProtocolError("<d:multistatus xmlns:d='DAV:'>" + "<a>".repeat(100));
    }

    @Test
    void entitiesAreNeitherExpandedNorFetched() {
        assertProtocolError("<!DOCTYPE m [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"
                + "<d:multistatus xmlns:d='DAV:'><d:response><d:href>&b;</d:href></d:response></d:multistatus>");
        assertProtocolError("<!DOCTYPE m [<!ENTITY f SYSTEM 'file:///etc/passwd'>]>"
                + "<d:multistatus xmlns:d='DAV:'><d:response><d:href>&f;</d:href></d:response></d:multistatus>");
    }

    private static ContentLine line(String text) {
        return ContentLine.of(text).getFirst();
    }

    @Test
    void contentLineIsReadWithoutGroupAndEscapes() {
        ContentLine line = line("item1.fn:Ada\\, Countess\\nof \\\\Lovelace");
        assertThat(line.name()).isEqualTo("FN");
        assertThat(line.plainValue()).isEqualTo("Ada, Countess\nof \\Lovelace");
    }

    @Test
    void instantsAreReadInEveryForm() {
        assertThat(line("DTSTART:20261121T083000Z").instant()).contains(Instant.parse("2026-11-21T08:30:00Z"));
        assertThat(line("DTSTART;TZID=Europe/Berlin:20260721T083000").instant())
                .contains(Instant.parse("2026-07-21T06:30:00Z"));
        assertThat(line("DTSTART;VALUE=DATE:20261121").instant()).contains(Instant.parse("2026-11-21T00:00:00Z"));
        assertThat(line("DTSTART;TZID=Nowhere:20260721T083000").instant()).isEmpty();
        assertThat(line("DTSTART:tomorrow").instant()).isEmpty();
        assertThat(ContentLine.utc(Instant.parse("2026-11-21T08:30:00Z"))).isEqualTo("20261121T083000Z");
    }
}
