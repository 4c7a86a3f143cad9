// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.Draws;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.content.CalendarEvent;
import org.plateaubench.plugin.mail.content.CalendarText;
import org.plateaubench.plugin.mail.content.Contact;
import org.plateaubench.plugin.mail.content.Vocabulary;
import org.plateaubench.plugin.mail.dav.AddressBook;
import org.plateaubench.plugin.mail.dav.Calendar;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavCount;
import org.plateaubench.plugin.mail.dav.DavObject;
import org.plateaubench.plugin.mail.dav.DavUser;
import org.plateaubench.plugin.mail.dav.FreeBusy;
import org.plateaubench.plugin.mail.failure.MailFailure;
import org.plateaubench.plugin.mail.site.MailSite;

/** What the calendar client must find at a real server that stores, schedules and searches in its own way. */
final class CyrusCalendar {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Instant WEEK = Instant.parse("2026-11-23T00:00:00Z");
    private static final Instant WEEK_END = Instant.parse("2026-11-30T00:00:00Z");

    private final SutAddress address;

    CyrusCalendar(SutAddress address) {
        this.address = address;
    }

    void keepsEventsAndTheirEtags() throws Exception {
        MailSite site = MailSite.of(address);
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT);
                DavUser user = connections.user(site.account(11), DavCount.NONE)) {
            Calendar calendar = user.calendar();
            calendar.ensure();
            for (int i = 0; i < 10; i++) {
                CalendarEvent event =
                        CalendarEvent.draw(Vocabulary.standard(), "event-" + i, WEEK.getEpochSecond(), 7, Draws.of(i));
                byte[] text = CalendarText.stored(event, WEEK.getEpochSecond());
                calendar.create("event-" + i + ".ics", text);
                calendar.readBack("event-" + i + ".ics", text);
            }
            assertThat(calendar.browse(WEEK, WEEK_END)).hasSize(10);
            assertThat(calendar.browse(WEEK.minus(Duration.ofDays(9)), WEEK.minus(Duration.ofDays(2))))
                    .isEmpty();
            DavObject first = calendar.get("event-0.ics");
            String replaced = calendar.update("event-0.ics", text -> text.replace("SEQUENCE:0", "SEQUENCE:1"));
            assertThat(replaced).isNotEqualTo(first.etag());
            assertThatThrownBy(() -> calendar.replace(
                            "event-0.ics", first.etag(), first.text().getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOfSatisfying(
                            MailFailure.class,
                            failure -> assertThat(failure.errorClass()).isEqualTo("wrong-answer"));
            assertThat(calendar.list()).hasSize(10);
            assertThat(calendar.delete("event-0.ics")).isTrue();
            assertThat(calendar.list()).hasSize(9);
            assertThatThrownBy(() -> calendar.get("event-0.ics"))
                    .isInstanceOfSatisfying(
                            MailFailure.class,
                            failure -> assertThat(failure.errorClass()).isEqualTo("refused"));
        }
    }

    void findsContacts() throws Exception {
        MailSite site = MailSite.of(address);
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT);
                DavUser user = connections.user(site.account(11), DavCount.NONE)) {
            AddressBook contacts = user.contacts();
            contacts.ensure();
            String name = "";
            for (int i = 0; i < 10; i++) {
                Contact contact = Contact.draw(Vocabulary.standard(), "contact-" + i, Draws.of(i));
                contacts.create("contact-" + i + ".vcf", contact.card());
                contacts.readBack("contact-" + i + ".vcf", contact.card());
                name = contact.familyName();
            }
            assertThat(contacts.find(name.toUpperCase(Locale.ROOT)))
                    .extracting(DavObject::name)
                    .contains("contact-9.vcf");
            assertThat(contacts.find("nobody has this name")).isEmpty();
        }
    }

    void tellsWhenOthersAreBusyWhereItShowsTheirCalendars() throws Exception {
        MailSite site = MailSite.of(address);
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT)) {
            for (int number = 12; number <= 15; number++) {
                try (DavUser attendee = connections.user(site.account(number), DavCount.NONE)) {
                    CalendarEvent event = CalendarEvent.draw(
                            Vocabulary.standard(), "busy-" + number, WEEK.getEpochSecond(), 1, Draws.of(99));
                    attendee.calendar().ensure();
                    attendee.calendar().load("busy.ics", CalendarText.stored(event, WEEK.getEpochSecond()));
                }
            }
            try (DavUser user = connections.user(site.account(11), DavCount.NONE)) {
                FreeBusy busy = user.calendar()
                        .freeBusy(
                                List.of(site.account(12), site.account(13), site.account(14), site.account(15)),
                                WEEK,
                                WEEK.plus(Duration.ofDays(1)));
                assertThat(busy).isEqualTo(new FreeBusy(FreeBusy.Way.REPORT, 4, 4));
            }
        }
    }
}
