// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.dav.AddressBook;
import org.plateaubench.plugin.mail.dav.Calendar;
import org.plateaubench.plugin.mail.dav.DavCollection.DavObject;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.MailMeasure;

/** The CalDAV and CardDAV client with a real server. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DavConformanceTest {
    private static final String PASSWORD = "secret";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Instant WEEK = Instant.parse("2026-11-23T00:00:00Z");
    private static final Instant WEEK_END = Instant.parse("2026-11-30T00:00:00Z");

    private Radicale server;
    private MailSite site;
    private DavConnections connections;
    private TestCounts counted;
    private DavUser user;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        server = Radicale.start(folder, PASSWORD);
    }

    @AfterAll
    void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void open() {
        site = Texts.site(server.port(), PASSWORD);
        connections = new DavConnections(site, LIMIT, LIMIT);
        counted = new TestCounts();
        user = connections.user(site.account(1), counted);
    }

    @AfterEach
    void close() throws MailFailure {
        user.calendar().remove();
        user.contacts().remove();
        user.close();
        connections.close();
    }

    private static void assertFails(String errorClass, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MailFailure.class,
                        failure -> assertThat(failure.errorClass())
                                .as(failure.getMessage())
                                .isEqualTo(errorClass));
    }

    @Test
    void eventIsCreatedReplacedAndDeleted() throws Exception {
        Calendar calendar = user.calendar();
        calendar.ensure();
        byte[] event = Texts.event("u1", "Lunch\\, long", "20261124T110000Z", "20261124T120000Z");
        String created = calendar.create("one.ics", event);
        assertThat(calendar.get("one.ics").etag()).isEqualTo(created);
        assertThat(calendar.readBack("one.ics", event).text()).contains("UID:u1");
        byte[] later = Texts.event("u1", "Dinner", "20261124T180000Z", "20261124T190000Z");
        String replaced = calendar.replace("one.ics", created, later);
        assertThat(replaced).isNotEqualTo(created);
        assertFails("wrong-answer", () -> calendar.replace("one.ics", created, event));
        assertFails("wrong-answer", () -> calendar.create("one.ics", event));
        String updated = calendar.update("one.ics", text -> Optional.of(text.replace("Dinner", "Supper")));
        assertThat(updated).isNotEqualTo(replaced);
        assertThat(calendar.list()).containsExactly(Map.entry("one.ics", updated));
        assertThat(calendar.delete("one.ics")).isTrue();
        assertThat(calendar.delete("one.ics")).isFalse();
        assertFails("refused", () -> calendar.get("one.ics"));
    }

    @Test
    void weekIncludesOverlappingAndRecurringEvents() throws Exception {
        Calendar calendar = user.calendar();
        calendar.ensure();
        calendar.load("before.ics", Texts.event("u1", "Before", "20261122T220000Z", "20261123T000000Z"));
        calendar.load("into.ics", Texts.event("u2", "Into", "20261122T220000Z", "20261123T010000Z"));
        calendar.load("after.ics", Texts.event("u3", "After", "20261130T000000Z", "20261130T010000Z"));
        calendar.load(
                "weekly.ics",
                Texts.event(
                        "u4",
                        "Weekly",
                        "20260902T080000Z",
                        "20260902T090000Z",
                        "RRULE:FREQ=WEEKLY;BYDAY=WE,FR;COUNT=60\r\n"));
        calendar.load(
                "ended.ics",
                Texts.event(
                        "u5",
                        "Ended",
                        "20260901T080000Z",
                        "20260901T090000Z",
                        "RRULE:FREQ=DAILY;UNTIL=20261122T080000Z\r\n"));
        calendar.load(
                "everyOther.ics",
                Texts.event(
                        "u6",
                        "Other week",
                        "20261119T080000Z",
                        "20261119T090000Z",
                        "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4\r\n"));
        List<DavObject> week = calendar.browse(WEEK, WEEK_END);
        assertThat(week).extracting(DavObject::name).containsExactlyInAnyOrder("into.ics", "weekly.ics");
        assertThat(week).allSatisfy(event -> assertThat(event.etag()).isNotEmpty());
        assertThat(calendar.browse(WEEK, WEEK.plus(Duration.ofDays(30))))
                .extracting(DavObject::name)
                .containsExactlyInAnyOrder("into.ics", "after.ics", "weekly.ics", "everyOther.ics");
    }

    @Test
    void contactsAreFoundByNameAndAddressInAnyCase() throws Exception {
        AddressBook contacts = user.contacts();
        contacts.ensure();
        byte[] ada = Texts.card("c1", "Ada Byron", "ada@plateau.test");
        contacts.create("1.vcf", ada);
        contacts.readBack("1.vcf", ada);
        contacts.load("2.vcf", Texts.card("c2", "Grace M\u00fcller", "grace@plateau.test"));
        assertThat(contacts.find("byron")).extracting(DavObject::name).containsExactly("1.vcf");
        assertThat(contacts.find("GRACE@")).extracting(DavObject::name).containsExactly("2.vcf");
        assertThat(contacts.find("m\u00fcll")).extracting(DavObject::name).containsExactly("2.vcf");
        assertThat(contacts.find("plateau")).hasSize(2);
        assertThat(contacts.find("<&\"")).isEmpty();
    }

    @Test
    void freeBusyOfFourAttendeesIsRead() throws Exception {
        for (int number = 2; number <= 5; number++) {
            try (DavUser attendee = connections.user(site.account(number), new TestCounts())) {
                attendee.calendar().ensure();
                attendee.calendar().load("m.ics", Texts.event("m", "Meeting", "20261124T110000Z", "20261124T120000Z"));
            }
        }
        user.calendar().ensure();
        int busy = user.freeBusy(
                List.of(site.account(2), site.account(3), site.account(4), site.account(5)), WEEK, WEEK_END);
        // Radicale 3.1.8 supports neither the report nor an outbox.
        assertThat(busy).isEqualTo(4);
        assertThat(counted.count(MailMeasure.FREE_BUSY_FALLBACKS)).isEqualTo(1);
    }
}
