// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.protocol.Flag;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.SharedDovecot;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** The data policies and clearing, with mailboxes of a real server. */
@Tag("slow")
@ExtendWith(SharedDovecot.class)
class MailDataSetTest {
    private static final int USERS = 3;
    private static DovecotServer server;

    @BeforeAll
    static void start(DovecotServer shared) {
        server = shared;
    }

    /** Returns a site with accounts that no other test uses. */
    private static SutAddress site(String login) {
        return server.address(Security.NONE, server.imapPort(), Map.of(MailSite.LOGIN, login + "{n}"));
    }

    /** Returns the findings of preflight without the one about submission, which this server does not offer. */
    private static List<String> preflight(MailDataSet data, DataPolicy policy) throws Exception {
        return data.preflight(policy).stream()
                .map(Finding::message)
                .filter(text -> !text.startsWith("Submission cannot be reached"))
                .toList();
    }

    private static void prepare(SutAddress site, DataPolicy policy) throws Exception {
        TestData.of(site, USERS).prepare(policy, Progress.SILENT);
    }

    private static MailDataSet adopting(SutAddress site) {
        return TestData.of(TestData.context(site, USERS, TestData.SEED, "mail"), TestData.MAIL, "mail.test");
    }

    @Test
    void loadFillsMailboxesAndIsReused() throws Exception {
        SutAddress site = site("fill");
        MailDataSet data = TestData.of(site, USERS);
        List<Long> done = Collections.synchronizedList(new ArrayList<>());
        data.prepare(DataPolicy.REUSE, (activity, count, total, unit) -> {
            assertThat(total).isEqualTo((long) USERS * TestData.MAIL.messages());
            done.add(count);
        });
        assertThat(Collections.max(done)).isEqualTo((long) USERS * TestData.MAIL.messages());
        assertThat(data.verify())
                .extracting(Finding::toString)
                .containsExactly(
                        "Before the run 69 messages (36 in inboxes, 12 in Sent), 0 events and 0 contacts are in 3"
                                + " accounts.");
        Map<String, List<String>> loaded = TestData.contents(site, USERS);
        assertThat(loaded).hasSize(USERS * Folders.filled().size());
        assertThat(loaded.get("1 INBOX")).hasSize(TestData.MAIL.inbox()).anyMatch(text -> text.contains("\\Seen"));
        assertThat(loaded.get("1 INBOX")).isNotEqualTo(loaded.get("2 INBOX"));
        data.prepare(DataPolicy.REUSE, (activity, count, total, unit) -> {
            throw new AssertionError("no work is expected");
        });
        assertThat(TestData.contents(site, USERS)).isEqualTo(loaded);
    }

    @Test
    void resetRestoresLoadedData() throws Exception {
        SutAddress site = site("reset");
        prepare(site, DataPolicy.REUSE);
        Map<String, List<String>> loaded = TestData.contents(site, USERS);
        TestData.put(site, 1, "INBOX", TestData.message("X-Plateau-Token: run.0.1.a"));
        try (BulkMailbox mailbox = TestData.open(site, 2)) {
            mailbox.select("INBOX");
            List<FoundMessage> inbox = mailbox.scan(1);
            mailbox.remove(List.of(inbox.get(0).uid(), inbox.get(5).uid()));
            mailbox.flag(List.of(inbox.get(2).uid(), inbox.get(3).uid()), Flag.FLAGGED, true);
            mailbox.flag(List.of(inbox.get(2).uid(), inbox.get(4).uid()), Flag.SEEN, false);
            mailbox.flag(List.of(inbox.get(6).uid()), Flag.DELETED, true);
            // An interrupted move without MOVE leaves the message in both folders.
            String line = Objects.requireNonNull(inbox.get(7).number()).line().strip();
            mailbox.append(Folders.archive(0), List.of(TestData.message(line, Flag.SEEN.bit())));
            mailbox.append("INBOX", List.of(TestData.message(line, Flag.SEEN.bit())));
        }
        assertThat(TestData.contents(site, USERS)).isNotEqualTo(loaded);
        prepare(site, DataPolicy.REUSE);
        assertThat(TestData.contents(site, USERS)).isNotEqualTo(loaded);
        prepare(site, DataPolicy.RESET);
        assertThat(TestData.contents(site, USERS)).isEqualTo(loaded);
    }

    @Test
    void otherDataIsReplacedOnlyOnReload() throws Exception {
        SutAddress site = site("other");
        prepare(site, DataPolicy.REUSE);
        Map<String, List<String>> loaded = TestData.contents(site, USERS);
        MailDataSet other = TestData.of(TestData.context(site, USERS, 7, "mail"), TestData.MAIL, "");
        assertThat(preflight(other, DataPolicy.RESET))
                .containsExactly("The data at other1@mail.test and 2 more differs from the requested data: another data"
                        + " seed.");
        assertThatThrownBy(() -> other.prepare(DataPolicy.RESET, Progress.SILENT))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("Set 'data: reload' to replace it");
        assertThat(TestData.contents(site, USERS)).isEqualTo(loaded);
        other.prepare(DataPolicy.RELOAD, Progress.SILENT);
        Map<String, List<String>> replaced = TestData.contents(site, USERS);
        assertThat(replaced.get("1 INBOX")).hasSize(TestData.MAIL.inbox()).isNotEqualTo(loaded.get("1 INBOX"));
    }

    @Test
    void foreignMailIsKeptUnlessAdopted() throws Exception {
        SutAddress site = site("foreign");
        TestData.put(site, 2, "INBOX", TestData.message("From: grandmother@mail.test"));
        Map<String, List<String>> found = TestData.contents(site, USERS);
        MailDataSet data = TestData.of(site, USERS);
        for (DataPolicy policy : DataPolicy.values()) {
            assertThat(preflight(data, policy))
                    .containsExactly("Mail, events or contacts that are not Plateau's are in 1 account, such as"
                            + " foreign2@mail.test: INBOX (1 message).");
            assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).hasMessageContaining("adopt: mail.test");
        }
        data.clear(Progress.SILENT);
        assertThat(TestData.contents(site, USERS)).isEqualTo(found);
        adopting(site).prepare(DataPolicy.RELOAD, Progress.SILENT);
        assertThat(TestData.contents(site, USERS).get("2 INBOX"))
                .hasSize(TestData.MAIL.inbox())
                .allMatch(text -> text.startsWith("MessageNumber"));
    }

    /** Asserts that preparation by each policy, and clearing, name the foreign content and do not change it. */
    private static void assertNamedAndKept(SutAddress site, String... names) throws Exception {
        Map<String, List<String>> before = TestData.contents(site, USERS);
        MailDataSet data = TestData.of(site, USERS);
        for (DataPolicy policy : DataPolicy.values()) {
            assertThat(preflight(data, policy)).singleElement().asString().contains(names);
            assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .satisfies(refusal -> assertThat(refusal.getMessage()).contains(names));
        }
        try {
            data.clear(Progress.SILENT);
        } catch (SutException e) {
            assertThat(e.getMessage()).contains(names);
        }
        assertThat(TestData.contents(site, USERS)).isEqualTo(before);
    }

    private static void post(SutAddress site, int number, String... folders) throws Exception {
        for (String folder : folders) {
            try (BulkMailbox mailbox = TestData.open(site, number)) {
                if (!mailbox.folders().containsKey(folder)) {
                    mailbox.create(folder);
                }
            }
            TestData.put(site, number, folder, TestData.message("From: grandmother@mail.test"));
        }
    }

    @Test
    void foreignFoldersAreNamedAndKept() throws Exception {
        SutAddress site = site("folders");
        post(site, 2, "Archive-1", "Archive-10", "Plateau");
        assertNamedAndKept(
                site, "folders2@mail.test: ", "Archive-1 (1 message)", "Archive-10 (1 message)", "Plateau (1 message)");
        try (BulkMailbox mailbox = TestData.open(site, 2)) {
            assertThat(mailbox.select("Plateau").messages()).isEqualTo(1);
        }
    }

    @Test
    void foreignMessagesAmongLoadedMailAreReported() throws Exception {
        SutAddress site = site("between");
        prepare(site, DataPolicy.REUSE);
        post(site, 1, "INBOX", "Archive-2");
        post(site, 3, "Sent");
        assertNamedAndKept(
                site,
                "in 2 accounts",
                "between1@mail.test: INBOX (UID 13), Archive-2 (UID 2)",
                "between3@mail.test: Sent (UID 5)");
        assertThat(preflight(adopting(site), DataPolicy.RELOAD))
                .singleElement()
                .asString()
                .contains("INBOX (UID 13), Archive-2 (UID 2)", "will be removed");
        adopting(site).prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(TestData.contents(site, USERS).values())
                .allSatisfy(messages -> assertThat(messages).allMatch(text -> text.startsWith("MessageNumber")));
    }

    @Test
    void foreignFoldersSurviveReloadAndClear() throws Exception {
        SutAddress site = site("survives");
        prepare(site, DataPolicy.REUSE);
        List<String> folders = List.of("Archive-10", "Archive-1.Kids", "Plateau2", "Drafts");
        post(site, 1, folders.toArray(String[]::new));
        prepare(site, DataPolicy.RELOAD);
        TestData.of(site, USERS).clear(Progress.SILENT);
        Map<String, List<String>> left = TestData.contents(site, 1);
        for (String folder : folders) {
            assertThat(left.get("1 " + folder)).hasSize(1);
        }
    }

    @Test
    void clearRemovesOnlyLoadedData() throws Exception {
        SutAddress site = site("clear");
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            mailbox.create(Folders.SENT);
        }
        prepare(site, DataPolicy.REUSE);
        Map<String, List<String>> loaded = TestData.contents(site, USERS);
        TestData.of(TestData.context(site, USERS, TestData.SEED, "somebodyElse"), TestData.MAIL, "")
                .clear(Progress.SILENT);
        assertThat(TestData.contents(site, USERS)).isEqualTo(loaded);
        TestData.of(site, USERS).clear(Progress.SILENT);
        assertThat(TestData.contents(site, USERS))
                .isEqualTo(
                        Map.of("1 INBOX", List.of(), "1 Sent", List.of(), "2 INBOX", List.of(), "3 INBOX", List.of()));
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            assertThat(mailbox.folders()).doesNotContainKey(Folders.MARKER);
        }
        prepare(site, DataPolicy.REUSE);
        assertThat(TestData.contents(site, USERS)).isEqualTo(loaded);
    }

    @Test
    void preflightReportsAllProblems() throws Exception {
        Map<String, String> wrong = Map.of(
                MailSite.PASSWORD, "mistaken",
                MailSite.ACCOUNTS, "2",
                MailSite.CAPACITY_BYTES, "1000");
        SutAddress site = server.address(Security.NONE, server.imapPort(), wrong);
        List<Finding> findings = TestData.of(site, USERS).preflight(DataPolicy.REUSE);
        assertThat(findings).allMatch(finding -> finding.severity() == Finding.Severity.PROBLEM);
        assertThat(findings.stream().map(Finding::message))
                .satisfiesExactly(
                        text -> assertThat(text).isEqualTo("The site has 2 accounts and the workload 3 users."),
                        text -> assertThat(text).startsWith("Submission cannot be reached: 127.0.0.1:1"),
                        text -> assertThat(text).contains("can hold 0 MiB"),
                        text -> assertThat(text).startsWith("2 accounts cannot be used, such as user1@mail.test: "));
    }
}
