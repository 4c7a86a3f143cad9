// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.Arrays;
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
 * arrives: such a delivery counts as 0, not as a negative time, and is counted as early; the time
 * since the message was sent is part of the response time of its sending. Users that are not watched, and messages of
 * other agents, are ignored.
 *
 * <p>Missing notifications are reported too, or a server would look better the less it notifies: messages that a user
 * still waits for at its end, and messages removed for newer ones, are reported as not seen.
 *
 * <p>The ledger keeps the last messages up to its capacity, seen or not, so that a second notification is recognised as
 * a duplicate; memory is bounded. Any thread.
 */
final class DeliveryLedger {
    /** Seconds after which an unseen message is late, and lost until it is seen. */
    static final int LATE_SECONDS = 60;

    /**
     * Least wait without a notification, in seconds, that is reported when a user ends, since a notification of a
     * message accepted just before may be missing. It is the limit for 95 % of deliveries.
     */
    static final int MISSED_SECONDS = 5;

    /** Default number of messages kept. */
    static final int STANDARD_CAPACITY = 1 << 16;

    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(LATE_SECONDS);
    private static final long MISSED_NANOS = TimeUnit.SECONDS.toNanos(MISSED_SECONDS);

    private final Tokens tokens;
    private final Listener listener;
    private final AtomicReferenceArray<@Nullable TrackedMessage> consignments;
    private final Map<Integer, Watched> watched = new ConcurrentHashMap<>();

    /**
     * Creates an empty ledger.
     *
     * @param tokens tokens of the agent's messages
     * @param capacity most messages kept, at least 1
     */
    DeliveryLedger(Tokens tokens, int capacity, Listener listener) {
        this.tokens = tokens;
        this.listener = listener;
        this.consignments = new AtomicReferenceArray<>(capacity);
    }

    /** Receives what is found out; called by the threads that call the ledger, one at a time for a message. */
    interface Listener extends Counts {
        /**
         * The wait for a message has ended.
         *
         * @param acceptedNanos when the server had accepted it
         * @param untilNanos when its recipient was notified, or the wait ended, never before
         * @param seen whether the recipient was notified
         */
        void observed(long acceptedNanos, long untilNanos, boolean seen);
    }

    /**
     * A watched user.
     *
     * @param open messages in transit to the user; one seen at the same instant may stay for a while
     */
    private record Watched(long sinceNanos, Set<TrackedMessage> open) {}

    /**
     * Begins to watch a user for messages accepted after this instant. A second call, when the wait for notifications
     * really begins, excuses messages accepted before.
     */
    void watch(int user, long sinceNanos) {
        Watched before = watched.put(user, new Watched(sinceNanos, ConcurrentHashMap.newKeySet()));
        if (before != null) {
            before.open().forEach(tracked -> tracked.excuse(user));
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

    /**
     * Records that the server accepted a message for a recipient.
     *
     * @param recipient number of the user
     */
    void accepted(String token, int recipient, long acceptedNanos) {
        Watched waiting = watched.get(recipient);
        if (waiting == null || acceptedNanos - waiting.sinceNanos() < 0) {
            return;
        }
        TrackedMessage tracked = tracked(token, acceptedNanos);
        if (tracked != null) {
            // Stored before the message is accepted, so that a notification from then on finds it here.
            waiting.open().add(tracked);
            OptionalLong seen = tracked.accepted(recipient, acceptedNanos);
            if (seen.isPresent()) {
                waiting.open().remove(tracked);
                delivered(acceptedNanos, seen.getAsLong());
            }
        }
    }

    /**
     * Records that a recipient was notified of a message; called once for each message in the mailbox.
     *
     * @param recipient number of the user
     */
    void seen(String token, int recipient, long notifiedNanos) {
        TrackedMessage tracked = tracked(token, notifiedNanos);
        if (tracked == null) {
            return;
        }
        TrackedMessage.Sight sight = tracked.seen(recipient, notifiedNanos);
        close(tracked, recipient);
        switch (sight.kind()) {
            case AGAIN -> listener.add(MailMeasure.DUPLICATES, 1);
            case DELIVERED -> delivered(sight.acceptedNanos(), notifiedNanos);
            case NOT_YET_ACCEPTED -> {}
        }
    }

    private void close(TrackedMessage tracked, int recipient) {
        Watched waiting = watched.get(recipient);
        if (waiting != null) {
            waiting.open().remove(tracked);
        }
    }

    private void delivered(long acceptedNanos, long notifiedNanos) {
        long lasted = notifiedNanos - acceptedNanos;
        if (lasted < 0) {
            listener.add(MailMeasure.DELIVERIES_EARLY, 1);
        } else if (lasted > LATE_NANOS) {
            listener.add(MailMeasure.DELIVERIES_LATE, 1);
        }
        listener.add(MailMeasure.DELIVERIES_TIMED, 1);
        listener.observed(acceptedNanos, acceptedNanos + Math.max(0, lasted), true);
    }

    /** Returns the number of deliveries to watched users without a notification yet. */
    long underWay() {
        long unseen = 0;
        for (int i = 0; i < consignments.length(); i++) {
            TrackedMessage tracked = consignments.get(i);
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
        int slot = (int) (number % consignments.length());
        while (true) {
            TrackedMessage current = consignments.get(slot);
            if (current != null && current.sequence() >= number) {
                return current.sequence() == number ? current : null;
            }
            TrackedMessage fresh = new TrackedMessage(number);
            if (consignments.compareAndSet(slot, current, fresh)) {
                forget(current, nowNanos);
                return fresh;
            }
        }
    }

    private void forget(@Nullable TrackedMessage old, long nowNanos) {
        if (old == null) {
            return;
        }
        for (int recipient : old.recipients()) {
            close(old, recipient);
            OptionalLong accepted = old.unseenSince(recipient);
            if (accepted.isPresent() && watched.containsKey(recipient)) {
                listener.add(MailMeasure.DELIVERIES_FORGOTTEN, 1);
                listener.observed(accepted.getAsLong(), later(accepted.getAsLong(), nowNanos), false);
            }
        }
    }

    private static long later(long nanos, long otherNanos) {
        return otherNanos - nanos > 0 ? otherNanos : nanos;
    }

    /** One message in transit to its watched recipients. Guarded by its own monitor. */
    static final class TrackedMessage {
        /** The state of one recipient. */
        private static final byte SENT = 1;

        private static final byte SEEN = 2;
        /** The recipient was not watched yet when the message was accepted, so that a notification may never come. */
        private static final byte EXCUSED = 4;

        private final long sequence;
        private int[] recipients = new int[0];
        private byte[] states = new byte[0];
        /** When the message was accepted for each recipient, or when the recipient saw it, if that came first. */
        private long[] nanos = new long[0];

        TrackedMessage(long sequence) {
            this.sequence = sequence;
        }

        long sequence() {
            return sequence;
        }

        /**
         * Records that the message was accepted for a recipient; returns when the recipient saw it, if that was recorded
         * before.
         */
        synchronized OptionalLong accepted(int recipient, long acceptedNanos) {
            int place = place(recipient);
            OptionalLong seenNanos = states[place] == SEEN ? OptionalLong.of(nanos[place]) : OptionalLong.empty();
            states[place] |= SENT;
            nanos[place] = acceptedNanos;
            return seenNanos;
        }

        /** Records that a recipient saw the message; returns the state before. */
        synchronized Sight seen(int recipient, long seenNanos) {
            int place = place(recipient);
            byte before = states[place];
            states[place] |= SEEN;
            if ((before & SEEN) != 0) {
                return new Sight(Sight.Kind.AGAIN, 0);
            }
            if ((before & SENT) != 0) {
                return new Sight(Sight.Kind.DELIVERED, nanos[place]);
            }
            nanos[place] = seenNanos;
            return new Sight(Sight.Kind.NOT_YET_ACCEPTED, 0);
        }

        /** Returns when it was accepted for a recipient who has not seen it; empty for any other recipient. */
        synchronized OptionalLong unseenSince(int recipient) {
            for (int i = 0; i < recipients.length; i++) {
                if (recipients[i] == recipient && states[i] == SENT) {
                    return OptionalLong.of(nanos[i]);
                }
            }
            return OptionalLong.empty();
        }

        synchronized void excuse(int recipient) {
            states[place(recipient)] |= EXCUSED;
        }

        /** Returns its recipients, in any state. */
        synchronized int[] recipients() {
            return recipients.clone();
        }

        /**
         * Returns how many of its recipients have not seen it.
         *
         * @param watched recipients that count, by their numbers
         */
        synchronized int unseen(IntPredicate watched) {
            int unseen = 0;
            for (int i = 0; i < recipients.length; i++) {
                unseen += states[i] == SENT && watched.test(recipients[i]) ? 1 : 0;
            }
            return unseen;
        }

        private int place(int recipient) {
            for (int i = 0; i < recipients.length; i++) {
                if (recipients[i] == recipient) {
                    return i;
                }
            }
            int added = recipients.length;
            recipients = Arrays.copyOf(recipients, added + 1);
            states = Arrays.copyOf(states, added + 1);
            nanos = Arrays.copyOf(nanos, added + 1);
            recipients[added] = recipient;
            return added;
        }

        /**
         * The meaning of a notification.
         *
         * @param acceptedNanos when a delivered message was accepted
         */
        record Sight(Kind kind, long acceptedNanos) {
            enum Kind {
                DELIVERED,
                NOT_YET_ACCEPTED,
                AGAIN
            }
        }
    }
}
