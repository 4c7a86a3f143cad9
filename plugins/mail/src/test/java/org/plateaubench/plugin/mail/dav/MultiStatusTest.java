// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.content.ContentLine;

final class MultiStatusTest {
    private static List<MultiStatus.Entry> read(String xml) throws MailFailure {
        return MultiStatus.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static void refused(String xml) {
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
        refused("<html><body>Sign in</body></html>");
        refused("not xml");
        refused("");
        refused("<d:multistatus xmlns:d='DAV:'><d:response>");
        refused("<d:multistatus xmlns:d='DAV:'>" + "<a>".repeat(100));
    }

    @Test
    void entitiesAreNeitherExpandedNorFetched() {
        refused("<!DOCTYPE m [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"
                + "<d:multistatus xmlns:d='DAV:'><d:response><d:href>&b;</d:href></d:response></d:multistatus>");
        refused("<!DOCTYPE m [<!ENTITY f SYSTEM 'file:///etc/passwd'>]>"
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
