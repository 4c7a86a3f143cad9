// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.mail.MailPlugin;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.plugin.mail.model.MailParameters.Mode;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay.Profile;
import org.plateaubench.plugin.mail.service.EmbeddedMail.EmbeddedSettings;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.SingleCall;

/** Answers that are changed in transit, or whose data is changed at the server, are reported as wrong. */
final class AnswersTest {
    private static final String PASSWORD = "plateau";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int REPEATED = 10;
    private static final int MAX_REPEATED = 300;

    private final GreenMailServer mailServer = new GreenMailServer(new EmbeddedSettings(0, 0, false, PASSWORD));
    private volatile UnaryOperator<String> change = UnaryOperator.identity();
    private LossyRelay relay;
    private WorkloadSession session;
    private Driver driver;
    private long number;

    /** The only user; its gauges are not read. */
    private static final class User extends CountingUser {
        User() {
            super(0);
        }

        @Override
        public void gauge(String name, LongSupplier level) {
            // Gauges are not read.
        }
    }

    private record Call(int operation, long unitNumber) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(11, unitNumber));
        }
    }

    @SuppressWarnings("unchecked")
    private void begin(double checkedShare, int davPort) throws Exception {
        mailServer.start();
        relay = new LossyRelay(mailServer.imapPort(), line -> change.apply(line));
        MailParameters parameters = new MailParameters(
                Profile.HEAVY, 1, Mode.PACED, Sizes.CLASSIC, Fill.SMALL, 0, davPort != 0, checkedShare, 1, "");
        Workload<MailParameters> workload =
                (Workload<MailParameters>) new MailPlugin().workloads().getFirst();
        WorkloadContext<MailParameters> context = new WorkloadContext<>(
                1, "mail", parameters, Texts.address(relay.port(), mailServer.smtpPort(), davPort, PASSWORD), 1, 5);
        DataSet data = workload.dataSet(context);
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        data.close();
        session = workload.open(context);
        driver = session.driver(new User());
        driver.connect();
    }

    @AfterEach
    void end() throws Exception {
        change = UnaryOperator.identity();
        driver.close();
        session.close();
        relay.close();
        mailServer.close();
    }

    private Outcome execute(MailOperation operation) throws Exception {
        Call call = new Call(operation.ordinal(), number++);
        driver.prepareOperation(call);
        return driver.execute(call);
    }

    private void assertOk(MailOperation... operations) throws Exception {
        for (int i = 0; i < REPEATED; i++) {
            for (MailOperation operation : operations) {
                Outcome outcome = execute(operation);
                assertThat(outcome.kind()).as(operation + ": " + outcome).isEqualTo(OutcomeKind.OK);
            }
        }
    }

    /** Repeats an operation until it fails. */
    private void assertWrongAnswer(MailOperation operation, String message) throws Exception {
        Outcome outcome = execute(operation);
        for (int i = 1; i < MAX_REPEATED && outcome.kind() == OutcomeKind.OK; i++) {
            outcome = execute(operation);
        }
        assertThat(outcome.reason()).as(operation + ": " + outcome).isEqualTo("wrong-answer");
        assertThat(outcome.message()).contains(message);
    }

    private static UnaryOperator<String> replacing(String pattern, String replacement) {
        return line -> line.replaceFirst(pattern, replacement);
    }

    @Test
    void unchangedAnswersAreOk() throws Exception {
        begin(100, 0);
        assertOk(
                MailOperation.SEND,
                MailOperation.CHECK,
                MailOperation.READ,
                MailOperation.FLAG,
                MailOperation.SEARCH,
                MailOperation.SEARCH_BODY,
                MailOperation.FOLDERS,
                MailOperation.RELOGON);
        assertOk(
                MailOperation.SEND,
                MailOperation.CHECK,
                MailOperation.MOVE,
                MailOperation.DELETE,
                MailOperation.RELOGON);
    }

    @Test
    void wrongSearchResultsAreReported() throws Exception {
        begin(0, 0);
        assertOk(MailOperation.READ, MailOperation.FLAG, MailOperation.SEARCH);
        change = replacing("^\\* SEARCH.*", "* SEARCH");
        assertWrongAnswer(MailOperation.SEARCH, "did not find UID");
        change = replacing("^\\* SEARCH.*", "* SEARCH 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24");
        assertWrongAnswer(MailOperation.SEARCH, "does not match");
    }

    /** Mail of the run has a token, which every read compares. */
    @Test
    void differentMessageIsReported() throws Exception {
        begin(0, 0);
        for (int i = 0; i < 4; i++) {
            execute(MailOperation.SEND);
            execute(MailOperation.CHECK);
        }
        assertOk(MailOperation.READ);
        execute(MailOperation.SEND);
        execute(MailOperation.CHECK);
        change = replacing("^X-Plateau-Token: .....", "X-Plateau-Token: other");
        assertWrongAnswer(MailOperation.READ, "is not the message that was sent");
    }

    @Test
    void lengthDifferentFromAnnouncedIsReported() throws Exception {
        begin(0, 0);
        change = replacing("RFC822.SIZE [0-9]+", "RFC822.SIZE 1");
        execute(MailOperation.SEND);
        execute(MailOperation.CHECK);
        assertWrongAnswer(MailOperation.READ, "bytes, and 1 by RFC822.SIZE");
    }

    @Test
    void missingDigestIsReported() throws Exception {
        begin(100, 0);
        assertOk(MailOperation.READ);
        change = replacing("^X-Plateau-Digest", "X-Plateau-Dugest");
        assertWrongAnswer(MailOperation.READ, "is not the message that was sent");
    }

    @Test
    void missingFolderAndLowCountAreReported() throws Exception {
        begin(0, 0);
        assertOk(MailOperation.FOLDERS);
        change = line -> line.matches("(?s)\\* (LIST|STATUS).*Sent.*") ? "" : line;
        assertWrongAnswer(MailOperation.FOLDERS, "Sent has no status");
        change = replacing("^\\* STATUS \"?INBOX\"? \\(MESSAGES 30", "* STATUS \"INBOX\" (MESSAGES 29");
        assertWrongAnswer(MailOperation.FOLDERS, "INBOX has 29 messages and must have 30");
    }

    @Test
    void messagesMissingAfterReloginAreReported() throws Exception {
        begin(0, 0);
        assertOk(MailOperation.RELOGON);
        change = replacing("^\\* 30 EXISTS", "* 28 EXISTS");
        assertWrongAnswer(MailOperation.RELOGON, "2 of 30 messages were missing");
    }

    @Test
    @Tag("slow")
    void vanishedEventsAndContactsAreReported(@TempDir Path folder) throws Exception {
        try (Radicale radicale = Radicale.start(folder, PASSWORD)) {
            begin(0, radicale.port());
            assertOk(
                    MailOperation.CALENDAR_CREATE,
                    MailOperation.CALENDAR_BROWSE,
                    MailOperation.CALENDAR_REPLY,
                    MailOperation.CONTACT_ADD,
                    MailOperation.CONTACT_FIND);
            MailSite site = Texts.site(radicale.port(), PASSWORD);
            try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT);
                    DavUser other = connections.user(site.account(1), new TestCounts())) {
                for (String card : other.contacts().list().keySet()) {
                    other.contacts().delete(card);
                }
                assertWrongAnswer(MailOperation.CONTACT_FIND, "known objects");
                for (String event : other.calendar().list().keySet()) {
                    other.calendar().delete(event);
                }
                assertWrongAnswer(MailOperation.CALENDAR_BROWSE, "known objects");
            }
        }
    }
}
