// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;

/**
 * The messages that one agent sent to users that it watches itself, so that both ends of a delivery are stamped by the
 * same clock. A delivery lasts from the server's confirmation (the answer to the end of {@code DATA} has been read) to
 * the notification of a recipient, in whichever order the two are recorded here: the confirmation is recorded when the
 * sender has finished with all recipients, which may be long after. A server may notify before its confirmation
 * arrives: such a delivery has a time of 0, not a negative one, and is counted as early; the time since the message was
 * sent is part of the response time of the operation that sent it. Users that are not watched, and messages of other
 * agents, are ignored.
 *
 * <p>Missing notifications are reported too, since otherwise fewer notifications would improve a server's result:
 * messages that a user still waits for when the user ends, and messages removed for newer ones, are reported as not
 * seen.
 *
 * <p>The ledger keeps the last messages up to its capacity, seen or not, so that a second notification is recognised as
 * a duplicate; memory is bounded. Thread-safe.
 */
final class DeliveryLedger {
    /** Seconds after which an unseen message is late, and counts as lost until it is seen. */
    static final int LATE_SECONDS = 60;

    /**
     * Least wait without a notification, in seconds, that is reported when a user ends, since a notification of a
     * message accepted just before may be missing. It is the limit for 95 % of deliveries.
     */
    static final int MISSED_SECONDS = 5;

    static final int DEFAULT_CAPACITY = 1 << 16;

    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(LATE_SECONDS);
    private static final long MISSED_NANOS = TimeUnit.SECONDS.toNanos(MISSED_SECONDS);

    private final Tokens tokens;
    private final Listener listener;
    private final AtomicReferenceArray<@Nullable TrackedMessage> slots;
    private final Map<Integer, Watched> watched = new ConcurrentHashMap<>();

    DeliveryLedger(Tokens tokens, int capacity, Listener listener) {
        this.tokens = tokens;
        this.listener = listener;
        this.slots = new AtomicReferenceArray<>(capacity);
    }

    /** Receives the findings; called by the threads that call the ledger, one at a time for a message. */
    interface Listener extends Counts {
        /** The wait for a message has ended: its recipient was notified, or will not be. */
        void observed(long acceptedNanos, long untilNanos, boolean seen);
    }

    /** A watched user, with the messages in transit to it; a message seen at that instant may stay for a while. */
    private record Watched(long sinceNanos, Set<TrackedMessage> open) {}

    /**
     * Begins to watch a user for messages accepted after this instant. A second call, when the wait for notifications
     * begins, has the effect that no notification is expected for messages accepted before it.
     */
    void watch(int user, long sinceNanos) {
        Watched before = watched.put(user, new Watched(sinceNanos, ConcurrentHashMap.newKeySet()));
        if (before != null) {
            before.open().forEach(tracked -> tracked.markUnwatched(user));
        }
    }

    /** Ends the watch of a user; messages that the user has waited for too long are reported. */
    void unwatch(int user, long nowNanos) {
        Watched ended = watched.remove(user);
        if (ended == null) {
            return;
        }
        for (TrackedMessage tracked : ended.open()) {
            OptionalLong accepted = tracked.unseenSince(user);
            if (accepted.isPresent() && nowNanos - accepted.getAsLong() >= MISSED_NANOS) {
                listener.add(MailMeasure.DELIVERIES_MISSED, 1);
                listener.observed(accepted.getAsLong(), nowNanos, false);
            }
        }
    }

    /** Records that the server accepted a message for a recipient, which is a number of a user. */
    void accepted(String token, int recipient, long acceptedNanos) {
        Watched waiting = watched.get(recipient);
        if (waiting == null || acceptedNanos - waiting.sinceNanos() < 0) {
            return;
        }
        TrackedMessage tracked = tracked(token, acceptedNanos);
        if (tracked != null) {
            // Added before the message is marked as accepted, so that a notification from then on can remove it.
            waiting.open().add(tracked);
            OptionalLong seen = tracked.accepted(recipient, acceptedNanos);
            if (seen.isPresent()) {
                waiting.open().remove(tracked);
                delivered(acceptedNanos, seen.getAsLong());
            }
        }
    }

    /** Records that a recipient was notified of a message; called once for each message in the mailbox. */
    void seen(String token, int recipient, long notifiedNanos) {
        TrackedMessage tracked = tracked(token, notifiedNanos);
        if (tracked == null) {
            return;
        }
        TrackedMessage.Notification notification = tracked.seen(recipient, notifiedNanos);
        removeOpen(tracked, recipient);
        if (notification.duplicate()) {
            listener.add(MailMeasure.DUPLICATES, 1);
        }
        notification.acceptedNanos().ifPresent(accepted -> delivered(accepted, notifiedNanos));
    }

    private void removeOpen(TrackedMessage tracked, int recipient) {
        Watched waiting = watched.get(recipient);
        if (waiting != null) {
            waiting.open().remove(tracked);
        }
    }

    private void delivered(long acceptedNanos, long notifiedNanos) {
        long durationNanos = notifiedNanos - acceptedNanos;
        if (durationNanos < 0) {
            listener.add(MailMeasure.DELIVERIES_EARLY, 1);
        } else if (durationNanos > LATE_NANOS) {
            listener.add(MailMeasure.DELIVERIES_LATE, 1);
        }
        listener.add(MailMeasure.DELIVERIES_TIMED, 1);
        listener.observed(acceptedNanos, acceptedNanos + Math.max(0, durationNanos), true);
    }

    /** Returns the number of deliveries to watched users without a notification yet. */
    long inTransit() {
        long unseen = 0;
        for (int i = 0; i < slots.length(); i++) {
            TrackedMessage tracked = slots.get(i);
            unseen += tracked == null ? 0 : tracked.unseen(watched::containsKey);
        }
        return unseen;
    }

    /** Returns the entry of a message; null for one of another agent, or one no longer kept. */
    private @Nullable TrackedMessage tracked(String token, long nowNanos) {
        OptionalLong sequence = tokens.sequence(token);
        if (sequence.isEmpty()) {
            return null;
        }
        long number = sequence.getAsLong();
        int slot = (int) (number % slots.length());
        while (true) {
            TrackedMessage current = slots.get(slot);
            if (current != null && current.sequence >= number) {
                return current.sequence == number ? current : null;
            }
            TrackedMessage added = new TrackedMessage(number);
            if (slots.compareAndSet(slot, current, added)) {
                evict(current, nowNanos);
                return added;
            }
        }
    }

    private void evict(@Nullable TrackedMessage old, long nowNanos) {
        if (old == null) {
            return;
        }
        for (int recipient : old.recipients()) {
            removeOpen(old, recipient);
            OptionalLong accepted = old.unseenSince(recipient);
            if (accepted.isPresent() && watched.containsKey(recipient)) {
                listener.add(MailMeasure.DELIVERIES_FORGOTTEN, 1);
                listener.observed(accepted.getAsLong(), laterOf(accepted.getAsLong(), nowNanos), false);
            }
        }
    }

    private static long laterOf(long nanos, long otherNanos) {
        return otherNanos - nanos > 0 ? otherNanos : nanos;
    }

    /** One message in transit to its watched recipients. Guarded by its own monitor. */
    private static final class TrackedMessage {
        private final long sequence;
        private final List<Recipient> recipients = new ArrayList<>(4);

        /** A recipient, with the time of the acceptance for it, or of its notification if that was recorded first. */
        private static final class Recipient {
            private final int user;
            private boolean sent;
            private boolean seen;
            /** It was not watched yet when the message was accepted, so that a notification may never come. */
            private boolean unwatched;

            private long nanos;

            Recipient(int user) {
                this.user = user;
            }

            boolean isUnseen() {
                return sent && !seen && !unwatched;
            }
        }

        /**
         * A notification of a recipient.
         *
         * @param duplicate whether the recipient had been notified before
         * @param acceptedNanos when the message was accepted; empty for a duplicate, or if it has not been accepted yet
         */
        record Notification(boolean duplicate, OptionalLong acceptedNanos) {}

        TrackedMessage(long sequence) {
            this.sequence = sequence;
        }

        /**
         * Records that the message was accepted for a recipient; returns when the recipient saw it, if that was
         * recorded before.
         */
        synchronized OptionalLong accepted(int user, long acceptedNanos) {
            Recipient recipient = recipient(user);
            boolean seenBefore = recipient.seen && !recipient.sent && !recipient.unwatched;
            OptionalLong seenNanos = seenBefore ? OptionalLong.of(recipient.nanos) : OptionalLong.empty();
            recipient.sent = true;
            recipient.nanos = acceptedNanos;
            return seenNanos;
        }

        /** Records that a recipient saw the message. */
        synchronized Notification seen(int user, long seenNanos) {
            Recipient recipient = recipient(user);
            boolean duplicate = recipient.seen;
            recipient.seen = true;
            if (!duplicate && !recipient.sent) {
                recipient.nanos = seenNanos;
            }
            OptionalLong acceptedNanos =
                    !duplicate && recipient.sent ? OptionalLong.of(recipient.nanos) : OptionalLong.empty();
            return new Notification(duplicate, acceptedNanos);
        }

        /** Returns when it was accepted for a recipient who has not seen it; empty for any other recipient. */
        synchronized OptionalLong unseenSince(int user) {
            return recipients.stream()
                    .filter(recipient -> recipient.user == user && recipient.isUnseen())
                    .mapToLong(recipient -> recipient.nanos)
                    .findFirst();
        }

        synchronized void markUnwatched(int user) {
            recipient(user).unwatched = true;
        }

        synchronized int[] recipients() {
            return recipients.stream().mapToInt(recipient -> recipient.user).toArray();
        }

        /** Returns how many of the recipients that are watched have not seen it. */
        synchronized int unseen(IntPredicate watched) {
            int unseen = 0;
            for (Recipient recipient : recipients) {
                unseen += recipient.isUnseen() && watched.test(recipient.user) ? 1 : 0;
            }
            return unseen;
        }

        private Recipient recipient(int user) {
            for (Recipient recipient : recipients) {
                if (recipient.user == user) {
                    return recipient;
                }
            }
            Recipient added = new Recipient(user);
            recipients.add(added);
            return added;
        }
    }
}
