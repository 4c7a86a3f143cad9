// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.testkit.Deadline;

/** The operations of a user on a server with IMAP4rev1 only. */
@Tag("slow")
final class ImapFallBackTest {
    private static DovecotServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = DovecotServer.start(folder, "imap_capability = IMAP4rev1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static TestUser user(int number) {
        return TestUser.of(server.site(Security.NONE), number);
    }

    @Test
    void moveFallsBackToCopyAndDelete() throws Exception {
        TestUser user = user(1);
        ImapConnection connection = user.open();
        TestUser.create(connection, "Archive");
        for (int i = 0; i < 3; i++) {
            connection.append("INBOX", TestUser.message("run-" + i, "a", 20_000));
        }
        Mailbox inbox = TestUser.inbox();
        connection.select(inbox);

        connection.move(2, "Archive");
        connection.delete(1);

        assertThat(inbox.knownCount()).isEqualTo(1);
        assertThat(inbox.uid(0)).isEqualTo(3);
        assertThat(connection.folders())
                .containsOnly(Map.entry("Archive", new FolderState(1, 2)), Map.entry("INBOX", new FolderState(1, 4)));
        assertThat(user.messages("Archive")).isEqualTo(1);
        assertThat(user.count(MailMeasure.MOVE_FALLBACKS)).isEqualTo(1);
        assertThat(user.count(MailMeasure.EXPUNGE_FALLBACKS)).isEqualTo(2);
        assertThat(user.count(MailMeasure.LITERAL_FALLBACKS)).isEqualTo(3);
        assertThat(user.count(MailMeasure.STATUS_FALLBACKS)).isEqualTo(1);
    }

    @Test
    void reopenedFolderFetchesAllFlags() throws Exception {
        TestUser user = user(2);
        Mailbox inbox = TestUser.inbox();
        ImapConnection other = user.open();
        other.append("INBOX", TestUser.message("run-1", "a", 10));
        user.open(inbox).logout();
        other.select(TestUser.inbox());
        other.store(1, Flag.ANSWERED, true);

        user.open(inbox);

        assertThat(Flag.ANSWERED.in(inbox.flags(0))).isTrue();
        assertThat(user.count(MailMeasure.CONDSTORE_FALLBACKS)).isEqualTo(1);
    }

    @Test
    void watchPollsWithoutIdle() throws Exception {
        TestUser user = user(3);
        List<String> tokens = new CopyOnWriteArrayList<>();
        InboxWatch.Timing timing = new InboxWatch.Timing(60_000, 20, 20_000, 10, 100);
        InboxWatch watch = new InboxWatch(
                user.sockets(),
                user.counted(),
                user.account(),
                (token, nanos) -> tokens.add(token),
                System::nanoTime,
                timing);
        Thread thread = Watching.start(watch);
        Deadline.until("the watch waits", () -> user.count(MailMeasure.IDLE_WATCHES) == 1);
        user.open().append("INBOX", TestUser.message("run-9", "a", 10));
        Deadline.until("the message is reported", () -> tokens.contains("run-9"));
        watch.close();
        thread.join();

        assertThat(user.count(MailMeasure.IDLE_FALLBACKS)).isEqualTo(1);
    }
}
