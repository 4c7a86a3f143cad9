// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;

/** The notifications of an {@link InboxWatch} with their times, over all its connections. One thread. */
final class Arrivals {
    private final ArrivalListener listener;
    private final LongSupplier clock;
    private final Counts counts;
    private final OpeningAnswers opening = new OpeningAnswers();
    private long uidValidity = -1;
    /** UID of the next message to report; below 0 before the first connection. */
    private long nextUid = -1;

    private boolean open;
    private boolean steady;
    private int exists;
    /** When each of the newest messages that are not yet fetched was announced. */
    private long[] announcedNanos = new long[0];

    private int announced;
    private int notified;

    Arrivals(ArrivalListener listener, LongSupplier clock, Counts counts) {
        this.listener = listener;
        this.clock = clock;
        this.counts = counts;
    }

    /** Opens the inbox, which announces the messages since the last connection. */
    void open(ImapWire wire) throws MailFailure {
        open = false;
        exists = 0;
        announced = 0;
        opening.clear();
        wire.listen(this::untagged);
        wire.run("EXAMINE", new Argument().writeAtom("INBOX"));
        if (opening.uidNext < 0) {
            throw new MailFailure(MailError.PROTOCOL, "EXAMINE without UIDNEXT", true);
        }
        boolean first = nextUid < 0 || uidValidity != opening.uidValidity;
        uidValidity = opening.uidValidity;
        if (first) {
            nextUid = opening.uidNext;
            listener.begins(clock.getAsLong());
        } else if (opening.uidNext > nextUid) {
            announce(1);
        }
        open = true;
    }

    private void untagged(IMAPResponse response) throws ProtocolException {
        if (response.isOK()) {
            opening.take(response.getRest());
        } else if (response.keyEquals("EXISTS")) {
            int count = response.getNumber();
            if (open && count > exists) {
                counts.add(MailMeasure.PUSHES, 1);
                announce(count - exists);
            }
            exists = count;
        } else if (response.keyEquals("EXPUNGE")) {
            expunged(response.getNumber());
        } else if (response.keyEquals("FETCH")) {
            fetched(Fetched.read(response));
        }
    }

    private void announce(int messages) {
        long now = clock.getAsLong();
        if (announced + messages > announcedNanos.length) {
            announcedNanos = Arrays.copyOf(announcedNanos, announced + Math.max(messages, 4));
        }
        Arrays.fill(announcedNanos, announced, announced + messages, now);
        announced += messages;
    }

    private void expunged(int sequence) {
        exists--;
        int index = sequence - 1 - (exists + 1 - announced);
        if (index >= 0 && index < announced) {
            System.arraycopy(announcedNanos, index + 1, announcedNanos, index, announced - index - 1);
            announced--;
        }
    }

    private void fetched(Fetched message) {
        if (message.uid < nextUid || message.sizeBytes < 0) {
            // The last message, which n:* always includes; or changed flags, even of a message not yet fetched.
            return;
        }
        nextUid = message.uid + 1;
        long announcedAt = announced == 0 ? clock.getAsLong() : announcedNanos[Math.min(notified, announced - 1)];
        notified++;
        if (message.token != null) {
            listener.arrived(message.token, announcedAt);
        }
    }

    /** Returns whether an announced message is not yet fetched. */
    boolean pending() {
        return announced > 0;
    }

    /** Fetches the announced messages. */
    void takeIn(ImapWire wire) throws MailFailure {
        while (announced > 0) {
            notified = 0;
            int before = announced;
            wire.run("UID FETCH " + nextUid + ":* " + ImapConnection.LIST_ITEMS, null);
            int taken = Math.min(Math.max(notified, Math.min(before, announced)), announced);
            System.arraycopy(announcedNanos, taken, announcedNanos, 0, announced - taken);
            announced -= taken;
        }
        steady = true;
    }

    /** Returns whether the lost connection had reached the wait. */
    boolean takeSteady() {
        boolean was = steady;
        steady = false;
        return was;
    }
}
