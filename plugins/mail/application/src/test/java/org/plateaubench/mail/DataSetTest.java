// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.data.GroupwareData;
import org.plateaubench.plugin.mail.data.MailDataSet;
import org.plateaubench.plugin.mail.dav.DavCollection;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.service.EmbeddedMail.EmbeddedSettings;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;

/** Mailboxes of the embedded server are filled, with calendars and address books of Radicale. */
@Timeout(60)
final class DataSetTest {
    private static final String PASSWORD = "secret";
    private static final int USERS = 2;
    private static final Scale SCALE = new Scale(6, 2, 6, 10, 5, Sizes.CLASSIC, true);
    private static final EmbeddedSettings SETTINGS = new EmbeddedSettings(0, 0, false, PASSWORD);
    private static final String ALL_PRESENT =
            "Before the run 28 messages (12 in inboxes, 4 in Sent), 20 events and 10 contacts" + " are in 2 accounts.";

    record None() {}

    private static SutAddress address(GreenMailServer mailServer, int davPort) {
        return Texts.address(mailServer.imapPort(), mailServer.smtpPort(), davPort, PASSWORD);
    }

    @Tag("slow")
    @Test
    void mailboxesAreFilledRestoredAndCleared(@TempDir Path folder) throws Exception {
        try (Radicale dav = Radicale.start(folder, PASSWORD)) {
            fillRestoreAndClear(dav.port());
        }
    }

    @Test
    void groupwareNeedsSiteWithCalendars() throws Exception {
        try (GreenMailServer mailServer = new GreenMailServer(SETTINGS)) {
            mailServer.start();
            SutAddress address = address(mailServer, 0);
            MailDataSet data = data(address, SCALE);
            String problem = "The site has no davUrl, and users have calendars and contacts. Set 'davUrl' of the SUT,"
                    + " or 'parameters.groupware: false' of the workload.";
            assertThat(data.preflight(DataPolicy.REUSE)).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM);
                assertThat(finding.toString()).isEqualTo(problem);
            });
            assertThat(data(address, Scale.of(Fill.SMALL, Sizes.CLASSIC, false)).preflight(DataPolicy.REUSE))
                    .isEmpty();
        }
    }

    private static MailDataSet data(SutAddress address, Scale scale) {
        return new MailDataSet(new WorkloadContext<>(1, "mail", new None(), address, USERS, 42), scale, 8, "");
    }

    private static void fillRestoreAndClear(int davPort) throws Exception {
        try (GreenMailServer mailServer = new GreenMailServer(SETTINGS)) {
            mailServer.start();
            SutAddress address = address(mailServer, davPort);
            MailDataSet data = data(address, SCALE);
            try (FirstUser firstUser = new FirstUser(new MailSite(address))) {
                filledAndCounted(data, firstUser);
                restored(data, firstUser);
                foreignObjectsAreNamedAndKept(data, firstUser);
                cleared(data, firstUser);
            }
            data.close();
        }
    }

    /** Reads the collections of the first user, each time through a new connection without known ETags. */
    private record FirstUser(MailSite site, DavConnections connections) implements AutoCloseable {
        FirstUser(MailSite site) {
            this(site, new DavConnections(site, Duration.ofSeconds(20), Duration.ofSeconds(20)));
        }

        DavUser user() {
            return connections.user(site.account(1), new TestCounts());
        }

        Map<String, String> events() throws MailFailure {
            try (DavUser user = user()) {
                return texts(user.calendar());
            }
        }

        Map<String, String> cards() throws MailFailure {
            try (DavUser user = user()) {
                return texts(user.contacts());
            }
        }

        @Override
        public void close() {
            connections.close();
        }
    }

    private static void filledAndCounted(MailDataSet data, FirstUser firstUser) throws Exception {
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        List<String> units = new ArrayList<>();
        data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
            if (done == total) {
                synchronized (units) {
                    units.add(total + " " + unit);
                }
            }
        });
        assertThat(units).containsExactlyInAnyOrder("28 messages", "30 events and contacts");
        assertThat(data.verify()).extracting(Finding::toString).containsExactly(ALL_PRESENT);
        assertThat(firstUser.events().keySet()).hasSize(SCALE.events()).anyMatch(GroupwareData::isInvitation);
        try (DavUser user = firstUser.user()) {
            user.calendar()
                    .create(
                            "plateau-r1-0-1.ics",
                            Texts.event("plateau-r1-0-1", "Mine", "20261124T090000Z", "20261124T100000Z"));
        }
        assertThat(data.reconcile(sent(1, 0))).allMatch(Reconciliation::isMet);
        assertThat(data.reconcile(sent(2, 0)))
                .filteredOn(row -> !row.isMet())
                .containsExactly(Reconciliation.grown("events created", 20, 21, 2, 0));
    }

    private static void restored(MailDataSet data, FirstUser firstUser) throws Exception {
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        Map<String, String> loaded = firstUser.events();
        assertThat(loaded).hasSize(SCALE.events()).doesNotContainKey("plateau-r1-0-1.ics");
        Map<String, String> cards = firstUser.cards();
        List<String> names = List.copyOf(loaded.keySet());
        try (DavUser user = firstUser.user()) {
            user.calendar().delete(names.get(0));
            user.calendar().update(names.get(1), text -> Optional.of(text.replaceAll("SUMMARY:.*", "SUMMARY:other")));
            user.contacts().delete(cards.keySet().iterator().next());
        }
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(firstUser.events()).hasSize(SCALE.events() - 1);
        assertThat(firstUser.events().get(names.get(1))).isNotEqualTo(loaded.get(names.get(1)));
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(firstUser.events()).isEqualTo(loaded);
        assertThat(firstUser.cards()).isEqualTo(cards);
        assertThat(data.verify()).extracting(Finding::toString).containsExactly(ALL_PRESENT);
    }

    private static void foreignObjectsAreNamedAndKept(MailDataSet data, FirstUser firstUser) throws Exception {
        List<String> events = List.of("party.ics", "plateau-dinner.ics", "cafe-1-event-3.ics");
        try (DavUser user = firstUser.user()) {
            for (String event : events) {
                user.calendar().create(event, Texts.event(event, "Mine", "20261124T090000Z", "20261124T100000Z"));
            }
            user.contacts().create("aunt.vcf", Texts.card("aunt", "Aunt", "aunt@plateau.test"));
        }
        Map<String, String> before = firstUser.events();
        List<String> names = new ArrayList<>(List.of("contacts/aunt.vcf"));
        events.forEach(event -> names.add("calendar/" + event));
        for (DataPolicy policy : DataPolicy.values()) {
            assertThat(data.preflight(policy))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.message()).contains(names));
            assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT))
                    .satisfies(refusal -> assertThat(refusal.getMessage()).contains(names));
        }
        assertThatThrownBy(() -> data.clear(Progress.SILENT))
                .satisfies(refusal -> assertThat(refusal.getMessage()).contains(names));
        assertThat(firstUser.events()).isEqualTo(before).containsKeys(events.toArray(String[]::new));
        assertThat(firstUser.cards()).containsKey("aunt.vcf");
        try (DavUser user = firstUser.user()) {
            for (String event : events) {
                user.calendar().delete(event);
            }
            user.contacts().delete("aunt.vcf");
        }
    }

    private static void cleared(MailDataSet data, FirstUser firstUser) throws Exception {
        data.clear(Progress.SILENT);
        try (DavUser user = firstUser.user()) {
            assertThat(user.calendar().exists() ? user.calendar().list() : Map.of())
                    .isEmpty();
            assertThat(user.contacts().exists() ? user.contacts().list() : Map.of())
                    .isEmpty();
        }
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        assertThat(data.verify()).extracting(Finding::severity).contains(Finding.Severity.PROBLEM);
    }

    private static Map<String, String> texts(DavCollection collection) throws MailFailure {
        Map<String, String> texts = new TreeMap<>();
        for (String name : collection.list().keySet()) {
            texts.put(name, collection.get(name).text());
        }
        return texts;
    }

    private static SentTotals sent(long events, long contacts) {
        return new SentTotals() {
            @Override
            public long operations(String operation, OutcomeKind outcome) {
                return 0;
            }

            @Override
            public long counter(String name) {
                return name.equals(MailMeasure.EVENTS_CREATED.title())
                        ? events
                        : name.equals(MailMeasure.CONTACTS_ADDED.title()) ? contacts : 0;
            }
        };
    }
}
