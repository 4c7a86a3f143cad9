// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ContentLineTest {
    private static ContentLine line(String text) {
        return ContentLine.of(text).getFirst();
    }

    @Test
    void foldedLinesAreOne() {
        assertThat(ContentLine.of("SUMMARY:a very\r\n  long\r\n\t one\r\nUID:1\n"))
                .extracting(ContentLine::value)
                .containsExactly("a very long one", "1");
    }

    @Test
    void parametersMayHoldColonsWithinQuotes() {
        ContentLine line = line("ATTENDEE;CN=\"Byron: Ada\";ROLE=CHAIR:mailto:ada@plateau.test");
        assertThat(line.name()).isEqualTo("ATTENDEE");
        assertThat(line.parameter("cn")).isEqualTo("Byron: Ada");
        assertThat(line.parameter("none")).isEmpty();
        assertThat(line.value()).isEqualTo("mailto:ada@plateau.test");
    }

    @Test
    void groupsAreLeftOutAndEscapesUndone() {
        ContentLine line = line("item1.fn:Ada\\, Countess\\nof \\\\Lovelace");
        assertThat(line.name()).isEqualTo("FN");
        assertThat(line.plainValue()).isEqualTo("Ada, Countess\nof \\Lovelace");
    }

    @Test
    void whatIsNoLineIsLeftOut() {
        assertThat(ContentLine.of("nonsense\r\n:value\r\n\r\nUID:1")).hasSize(1);
        assertThat(ContentLine.of("")).isEmpty();
    }

    @Test
    void momentsAreReadInEveryForm() {
        assertThat(CalendarTime.of(line("DTSTART:20261121T083000Z"))).contains(Instant.parse("2026-11-21T08:30:00Z"));
        assertThat(CalendarTime.of(line("DTSTART;TZID=Europe/Berlin:20260721T083000")))
                .contains(Instant.parse("2026-07-21T06:30:00Z"));
        assertThat(CalendarTime.of(line("DTSTART;VALUE=DATE:20261121")))
                .contains(Instant.parse("2026-11-21T00:00:00Z"));
        assertThat(CalendarTime.of(line("DTSTART;TZID=Nowhere:20260721T083000")))
                .isEmpty();
        assertThat(CalendarTime.of(line("DTSTART:tomorrow"))).isEmpty();
        assertThat(CalendarTime.utc(Instant.parse("2026-11-21T08:30:00Z"))).isEqualTo("20261121T083000Z");
    }
}
