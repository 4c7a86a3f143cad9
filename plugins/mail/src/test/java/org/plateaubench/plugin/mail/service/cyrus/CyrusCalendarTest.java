// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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
import org.plateaubench.plugin.mail.service.host.Conversation;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/** The calendar client against a real server that stores, schedules and searches in its own way. */
@Timeout(120)
final class CyrusCalendarTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Instant WEEK = Instant.parse("2026-11-23T00:00:00Z");
    private static final Instant WEEK_END = Instant.parse("2026-11-30T00:00:00Z");

    @TempDir
    private static Path folder = Path.of("");

    private static SutService service = service();
    private static SutAddress address = new SutAddress("none", "none", Map.of());

    private static SutService service() {
        CyrusParameters parameters = new CyrusParameters(
                "../../.plateau/cyrus",
                Security.TLS,
                200,
                0,
                20,
                1,
                "plateau.test",
                "user{n}",
                0,
                0,
                0,
                0,
                0,
                0,
                Map.of(),
                Map.of());
        return new CyrusServiceType().create(new SutContext<>("site", SutContext.Mode.EMBEDDED, parameters, folder));
    }

    @BeforeAll
    static void start() throws Exception {
        service = service();
        address = service.start(Progress.SILENT);
        for (int number = 1; number <= 5; number++) {
            Conversation.signedIn(address, "user" + number).close(); // Makes the mailbox, and with it the calendar.
        }
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
        service.clear();
    }

    @Test
    void eventsAndTheirEtags() throws Exception {
        MailSite site = MailSite.of(address);
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT);
                DavUser user = connections.user(site.account(1), DavCount.NONE)) {
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
            calendar.refusesStale("event-0.ics", first.etag(), first.text().getBytes(StandardCharsets.UTF_8));
            assertThat(calendar.list()).hasSize(10);
            assertThat(calendar.delete("event-0.ics")).isTrue();
            assertThat(calendar.list()).hasSize(9);
            assertThatThrownBy(() -> calendar.get("event-0.ics"))
                    .isInstanceOfSatisfying(
                            MailFailure.class,
                            failure -> assertThat(failure.errorClass()).isEqualTo("refused"));
        }
    }

    @Test
    void contactsAreFound() throws Exception {
        MailSite site = MailSite.of(address);
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT);
                DavUser user = connections.user(site.account(1), DavCount.NONE)) {
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

    @Test
    void whenOthersAreBusyIsAskedWhereTheServerShowsTheirCalendars() throws Exception {
        MailSite site = MailSite.of(address);
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT)) {
            for (int number = 2; number <= 5; number++) {
                try (DavUser attendee = connections.user(site.account(number), DavCount.NONE)) {
                    CalendarEvent event = CalendarEvent.draw(
                            Vocabulary.standard(), "busy-" + number, WEEK.getEpochSecond(), 1, Draws.of(99));
                    attendee.calendar().ensure();
                    attendee.calendar().load("busy.ics", CalendarText.stored(event, WEEK.getEpochSecond()));
                }
            }
            try (DavUser user = connections.user(site.account(1), DavCount.NONE)) {
                FreeBusy busy = user.calendar()
                        .freeBusy(
                                List.of(site.account(2), site.account(3), site.account(4), site.account(5)),
                                WEEK,
                                WEEK.plus(Duration.ofDays(1)));
                assertThat(busy).isEqualTo(new FreeBusy(FreeBusy.Way.REPORT, 4, 4));
            }
        }
    }
}
