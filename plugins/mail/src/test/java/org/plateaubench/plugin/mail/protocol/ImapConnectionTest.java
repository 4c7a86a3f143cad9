// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.model.CopyIdentity;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.SharedDovecot;

/** The actions of a user on a server with all features. */
@Tag("slow")
@ExtendWith(SharedDovecot.class)
final class ImapConnectionTest {
    private static final AtomicInteger USERS = new AtomicInteger();

    private static DovecotServer server;

    private TestUser user;

    @BeforeAll
    static void start(DovecotServer shared) {
        server = shared;
    }

    @BeforeEach
    void newUser() {
        user = TestUser.of(server.site(Security.NONE), USERS.incrementAndGet());
    }

    @Test
    void checkFetchesOnlyNewMessages() throws Exception {
        Mailbox inbox = TestUser.inbox();
        ImapConnection connection = user.open(inbox);
        ImapConnection other = user.open();
        byte[] message = TestUser.message("run-1", "first", 100);
        other.append("INBOX", message);

        connection.check();
        connection.check();
        assertThat(inbox.known()).isEqualTo(1);
        other.append("INBOX", TestUser.message("other", "second", 10), Flag.SEEN);
        connection.check();

        assertThat(inbox.sizeBytes(0)).isEqualTo(message.length);
        assertThat(inbox.flags(0)).isZero();
        assertThat(Flag.SEEN.in(inbox.flags(1))).isTrue();
        assertThat(inbox.known()).isEqualTo(2);
        assertThat(inbox.bearsToken(0)).isTrue();
        assertThat(inbox.bearsToken(1)).isFalse();
    }

    @Test
    void readFetchesTheMessageAndSetsSeen() throws Exception {
        byte[] message = TestUser.message("run-1", "long", 300_000);
        user.open().append("INBOX", message);
        Mailbox inbox = TestUser.inbox();
        ImapConnection connection = user.open(inbox);

        ImapConnection.Body body = connection.read(inbox.uid(0), read -> Arrays.equals(read.bytes(), message));

        assertThat(body.bytes()).isEqualTo(message);
        assertThat(Flag.SEEN.in(inbox.flags(0))).isTrue();
        connection.readBack(inbox.uid(0), Flag.SEEN, true);
        assertThat(user.count(MailMeasure.BYTES_IN)).isBetween(300_000L, 305_000L);
        assertThat(user.count(MailMeasure.BYTES_OUT)).isBetween(300_000L, 305_000L);
    }

    @Test
    void flagsAreStoredAndReadBack() throws Exception {
        user.open().append("INBOX", TestUser.message("run-1", "a", 10));
        Mailbox inbox = TestUser.inbox();
        ImapConnection connection = user.open(inbox);
        long uid = inbox.uid(0);

        connection.store(uid, Flag.FLAGGED, true);
        connection.readBack(uid, Flag.FLAGGED, true);
        connection.store(uid, Flag.FLAGGED, false);

        assertThat(Flag.FLAGGED.in(inbox.flags(0))).isFalse();
        MailFailure failure =
                catchThrowableOfType(MailFailure.class, () -> connection.readBack(uid, Flag.FLAGGED, true));
        assertThat(failure.errorClass()).isEqualTo("wrong-answer");
    }

    @Test
    void deleteAndMoveRemoveOnlyTheirMessage() throws Exception {
        ImapConnection other = user.open();
        TestUser.create(other, "Archive");
        for (int i = 0; i < 4; i++) {
            other.append("INBOX", TestUser.message("run-" + i, "a", 10 + i));
        }
        Mailbox inbox = TestUser.inbox();
        ImapConnection connection = user.open(inbox);
        long kept = inbox.uid(1);
        long marked = inbox.uid(3);
        connection.store(marked, Flag.DELETED, true);

        connection.delete(inbox.uid(0));
        connection.move(inbox.uid(1), "Archive");

        assertThat(inbox.known()).isEqualTo(2);
        assertThat(inbox.exists()).isEqualTo(2);
        assertThat(inbox.uid(0)).isEqualTo(kept);
        assertThat(inbox.uid(1)).isEqualTo(marked);
        assertThat(user.messages("Archive")).isEqualTo(1);
    }

    @Test
    void searchFindsByHeaderDateFlagAndText() throws Exception {
        ImapConnection connection = user.open();
        connection.append("INBOX", TestUser.message("run-1", "quarterly figures", 10), Flag.SEEN);
        connection.append("INBOX", TestUser.message("run-2", "lunch", 10));

        DateTimeFormatter day = DateTimeFormatter.ofPattern("d-MMM-yyyy", Locale.ROOT);
        Map<String, String> found = new LinkedHashMap<>();
        found.put("HEADER Subject \"quarterly figures\"", "1");
        found.put("HEADER Subject dinner", "");
        found.put("SINCE " + day.format(LocalDate.now(ZoneOffset.UTC).minusDays(2)), "1 2");
        found.put("SINCE " + day.format(LocalDate.now(ZoneOffset.UTC).plusDays(2)), "");
        found.put("UNSEEN", "2");
        found.put("BODY xxxx", "1 2");
        Mailbox inbox = TestUser.inbox();
        connection.select(inbox);
        for (Map.Entry<String, String> search : found.entrySet()) {
            List<String> uids = List.of(search.getValue().split(" "));
            int count =
                    connection.search(search.getKey(), index -> uids.contains(Long.toString(inbox.uid(index))), true);
            assertThat(count).isEqualTo(search.getValue().isEmpty() ? 0 : uids.size());
        }
    }

    @Test
    void reopenedFolderShowsChanges() throws Exception {
        ImapConnection other = user.open();
        other.append("INBOX", TestUser.message("run-1", "a", 10));
        other.append("INBOX", TestUser.message("run-2", "b", 10));
        Mailbox inbox = TestUser.inbox();
        ImapConnection first = user.open(inbox);
        first.logout();
        other.select(TestUser.inbox());
        other.store(2, Flag.FLAGGED, true);
        other.append("INBOX", TestUser.message("run-3", "c", 10));

        ImapConnection second = user.open(inbox);

        assertThat(Flag.FLAGGED.in(inbox.flags(1))).isTrue();
        second.check();
        assertThat(inbox.tokenHash(2)).isEqualTo(CopyIdentity.hash("run-3"));
        assertThat(user.count(MailMeasure.CONDSTORE_FALLBACKS)).isZero();
        assertThat(inbox.known()).isEqualTo(3);
    }
}
