// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.data.BulkMailbox.NewMessage;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.SharedDovecot;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** Compares the contents of mailboxes after a run with what was sent. */
@Tag("slow")
@Timeout(30)
@ExtendWith(SharedDovecot.class)
class ReconcilerTest {
    private static final int USERS = 2;
    private static DovecotServer server;

    @BeforeAll
    static void start(DovecotServer shared) {
        server = shared;
    }

    private static SutAddress site(String login) {
        return server.address(Security.NONE, server.imapPort(), Map.of(MailSite.LOGIN, login + "{n}"));
    }

    private static MailDataSet prepared(SutAddress site) throws Exception {
        MailDataSet data = TestData.of(site, USERS);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.verify();
        return data;
    }

    private static NewMessage sent(String run, int number) {
        return TestData.message("X-Plateau-Token: " + run + ".0." + number + ".x");
    }

    private static Reconciliation row(List<Reconciliation> rows, String what) {
        return rows.stream()
                .filter(row -> row.what().startsWith(what))
                .findFirst()
                .orElseThrow();
    }

    private static SentTotals accepted(long copies) {
        return TestData.sent(Map.of(MailMeasure.DELIVERIES_ACCEPTED, copies), 0);
    }

    @Test
    void movedAndDeletedCopiesAreCounted() throws Exception {
        SutAddress site = site("all");
        MailDataSet data = prepared(site);
        TestData.put(site, 1, "INBOX", sent("run", 1), sent("run", 2));
        TestData.put(site, 2, Folders.archive(3), sent("run", 1));
        TestData.put(site, 2, Folders.SENT, sent("run", 1));
        SentTotals sent = TestData.sent(
                Map.of(
                        MailMeasure.DELIVERIES_ACCEPTED, 4L,
                        MailMeasure.COPIES_DELETED, 1L,
                        MailMeasure.SENT_KEPT, 1L),
                1);
        List<Reconciliation> rows = data.reconcile(sent);
        assertThat(rows).allMatch(Reconciliation::isMet);
        assertThat(row(rows, "mail delivered")).isEqualTo(new Reconciliation("mail delivered", 4, 4, 0));
        assertThat(row(rows, "copies in Sent").actual()).isEqualTo(1);
        assertThat(rows.stream().map(Reconciliation::what))
                .contains("messages in all folders (24 in inboxes before the run, and 26 after it)");
        assertThat(row(rows, "messages in all folders").before()).isEqualTo(46);
        assertThat(row(rows, "messages in all folders").after()).isEqualTo(50);
    }

    @Test
    void lostDuplicateAndVanishedMessagesAreDifferences() throws Exception {
        SutAddress site = site("lost");
        MailDataSet data = prepared(site);
        TestData.put(site, 1, "INBOX", sent("run", 1), sent("run", 2), sent("run", 2));
        try (BulkMailbox mailbox = TestData.open(site, 2)) {
            mailbox.select(Folders.archive(0));
            mailbox.remove(List.of(mailbox.scan(1).getFirst().uid()));
        }
        List<Reconciliation> rows = data.reconcile(accepted(3));
        assertThat(row(rows, "mail delivered")).isEqualTo(new Reconciliation("mail delivered", 3, 2, 0));
        assertThat(row(rows, "mail delivered once")).isEqualTo(Reconciliation.items("mail delivered once", 2, 3, 0));
        assertThat(row(rows, "messages in all folders")).matches(row -> row.expected() == 49 && row.actual() == 48);
    }

    @Test
    void uncertainDeliveriesAreTolerated() throws Exception {
        SutAddress site = site("unknown");
        MailDataSet data = prepared(site);
        TestData.put(site, 1, "INBOX", sent("run", 1), sent("run", 2));
        SentTotals sent =
                TestData.sent(Map.of(MailMeasure.DELIVERIES_ACCEPTED, 1L, MailMeasure.DELIVERIES_UNCERTAIN, 3L), 0);
        assertThat(data.reconcile(sent)).allMatch(Reconciliation::isMet);
    }

    @Test
    void mailOfEarlierRunIsNotCounted() throws Exception {
        SutAddress site = site("earlier");
        prepared(site);
        TestData.put(site, 1, "INBOX", sent("old", 1), sent("old", 2));
        MailDataSet data = prepared(site);
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            mailbox.append(Folders.archive(1), List.of(sent("old", 2)));
            FolderState inbox = mailbox.select("INBOX");
            mailbox.remove(List.of(inbox.uidNext() - 1));
        }
        TestData.put(site, 2, "INBOX", sent("run", 1));
        List<Reconciliation> rows = data.reconcile(accepted(1));
        assertThat(row(rows, "mail delivered").actual()).isEqualTo(1);
        assertThat(rows).allMatch(Reconciliation::isMet);
    }

    @Test
    void reconciliationWaitsForLateMail() throws Exception {
        SutAddress site = site("late");
        MailDataSet data = new MailDataSet(TestData.context(site, USERS, TestData.SEED, "mail"), TestData.MAIL, 2, "");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.verify();
        CountDownLatch firstRead = new CountDownLatch(1);
        Thread lateSender = Thread.ofPlatform().start(() -> {
            try {
                firstRead.await();
                TestData.put(site, 2, "INBOX", sent("run", 1));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        SentTotals sent = accepted(1);
        int before = logins("late2");
        Thread watcher = Thread.ofPlatform().start(() -> {
            while (logins("late2") == before) {
                Thread.onSpinWait();
            }
            firstRead.countDown();
        });
        List<Reconciliation> rows = data.reconcile(sent);
        lateSender.join();
        watcher.join();
        assertThat(rows).allMatch(Reconciliation::isMet);
    }

    private static int logins(String user) {
        try {
            return server.log().split("Login: user=<" + user + ">", -1).length;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
