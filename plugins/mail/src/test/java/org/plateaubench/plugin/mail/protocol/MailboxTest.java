// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.junit.jupiter.api.Test;

/** The state of a mailbox, and server responses that contradict it. */
final class MailboxTest {
    private static Mailbox openMailbox(int limit, int messages) throws Exception {
        Mailbox mailbox = new Mailbox("INBOX", limit, token -> true);
        mailbox.beginOpen();
        mailbox.setExists(messages);
        mailbox.endOpen(7, messages + 1L, -1);
        mailbox.reset();
        for (int sequence = mailbox.windowStart(); sequence <= messages; sequence++) {
            fetch(mailbox, sequence, sequence);
        }
        return mailbox;
    }

    private static void fetch(Mailbox mailbox, int sequence, long uid) throws Exception {
        mailbox.update(Fetched.read(
                new IMAPResponse("* " + sequence + " FETCH (UID " + uid + " RFC822.SIZE 10 FLAGS (\\Seen $Other))")));
    }

    @Test
    void onlyNewestMessagesAreTracked() throws Exception {
        Mailbox mailbox = openMailbox(3, 10);
        mailbox.setExists(11);
        fetch(mailbox, 11, 11);

        assertThat(mailbox.knownCount()).isEqualTo(3);
        assertThat(mailbox.uid(0)).isEqualTo(9);
        assertThat(mailbox.uid(2)).isEqualTo(11);
        assertThat(mailbox.hasNewMessages()).isFalse();
    }

    @Test
    void expungesUpdateTrackedMessages() throws Exception {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            Mailbox mailbox = openMailbox(8, 12);
            List<Long> model = new ArrayList<>();
            for (long uid = 1; uid <= 12; uid++) {
                model.add(uid);
            }
            long next = 13;
            for (int step = 0; step < 30; step++) {
                if (!model.isEmpty() && random.nextBoolean()) {
                    int sequence = 1 + random.nextInt(model.size());
                    model.remove(sequence - 1);
                    mailbox.expunged(sequence);
                } else {
                    model.add(next);
                    mailbox.setExists(model.size());
                    fetch(mailbox, model.size(), next);
                    next++;
                }
                List<Long> tail = model.subList(model.size() - mailbox.knownCount(), model.size());
                for (int i = 0; i < tail.size(); i++) {
                    assertThat(mailbox.uid(i)).isEqualTo(tail.get(i));
                    assertThat(mailbox.indexOf(tail.get(i))).isEqualTo(i);
                }
                assertThat(mailbox.exists()).isEqualTo(model.size());
            }
            assertThatCode(mailbox::requireConsistent).doesNotThrowAnyException();
        }
    }

    @Test
    void decreasingUidnextIsReported() throws Exception {
        Mailbox mailbox = openMailbox(4, 3);
        mailbox.beginOpen();
        mailbox.setExists(3);
        mailbox.endOpen(7, 3, -1);

        assertThatThrownBy(mailbox::requireConsistent).hasMessageContaining("UIDNEXT went from 4 back to 3");
    }

    /** If the connection is lost during an expunge, any of the messages marked as deleted may be missing. */
    @Test
    void onlyMessagesBeingRemovedMayBeMissing() throws Exception {
        for (int missing = 0; missing <= 3; missing++) {
            Mailbox mailbox = openMailbox(4, 4);
            mailbox.update(Fetched.read(new IMAPResponse("* 1 FETCH (FLAGS (\\Deleted))")));
            mailbox.beginRemoval();
            mailbox.beginOpen();
            mailbox.setExists(4 - missing);
            mailbox.endOpen(7, 5, -1);

            assertThat(mailbox.isOutdated()).isTrue();
            if (missing <= 2) {
                assertThatCode(mailbox::requireConsistent).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(mailbox::requireConsistent).hasMessageContaining("3 of 4 messages were missing");
            }
        }
    }

    @Test
    void changedUidvalidityIsReported() throws Exception {
        Mailbox mailbox = openMailbox(4, 3);
        mailbox.beginOpen();
        mailbox.setExists(3);
        mailbox.endOpen(8, 4, -1);

        assertThat(mailbox.isOutdated()).isTrue();
        assertThatThrownBy(mailbox::requireConsistent).hasMessageContaining("UIDVALIDITY went from 7 to 8");
    }

    @Test
    void changedAndDecreasingUidsAreReported() throws Exception {
        Mailbox changed = openMailbox(4, 3);
        fetch(changed, 2, 9);
        Mailbox lower = openMailbox(4, 3);
        lower.setExists(4);
        fetch(lower, 4, 3);

        assertThatThrownBy(changed::requireConsistent).hasMessageContaining("message 2 was UID 2 and is 9");
        assertThatThrownBy(lower::requireConsistent).hasMessageContaining("UID 3 came after UID 3");
    }
}
