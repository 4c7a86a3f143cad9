// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.model.CopyIdentity;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.SharedDovecot;

/** The operations of a user on a server with all capabilities. */
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

        assertThat(inbox.knownCount()).isEqualTo(2);
        assertThat(inbox.exists()).isEqualTo(2);
        assertThat(inbox.uid(0)).isEqualTo(kept);
        assertThat(inbox.uid(1)).isEqualTo(marked);
        assertThat(user.messages("Archive")).isEqualTo(1);
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
        assertThat(inbox.knownCount()).isEqualTo(3);
    }
}
