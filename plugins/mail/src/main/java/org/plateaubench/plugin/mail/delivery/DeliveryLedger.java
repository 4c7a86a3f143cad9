// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What one agent knows of the messages that it sent to users that it watches itself, so that both ends of a delivery are
 * stamped by the same clock. A delivery lasts from the server's word that it has the message (the answer to the end of
 * {@code DATA} has been read) to the notification of a recipient, in whatever order the two are told here: the word is
 * told when the sender is done with all of its recipients, which may be long after. A server may notify before its word
 * has arrived: such a delivery counts as 0, not as a negative time, and is counted as {@link DeliveryEvent#EARLY}; the
 * time since the message was handed over is part of the response time of its sending. Users that are not watched, and
 * messages of other agents, are passed over.
 *
 * <p>Who is never notified must be told as well, or a server would look the better the less it notifies: what a user
 * still waits for when it ends, and what had to make room, is told as {@link DeliveryListener#unseen}.
 *
 * <p>Of the last messages the number of its capacity is kept, seen or not, so that a second notification is known as a
 * duplicate; memory does not grow beyond. Any thread.
 */
public final class DeliveryLedger {
    /** A message that is not seen after so many seconds is late, and lost until it is seen. */
    public static final int LATE_SECONDS = 60;

    /**
     * Who ends may not have been notified of what was accepted just before. This long a wait without notification is
     * told: it is what 95 % of deliveries must stay below.
     */
    public static final int MISSED_SECONDS = 5;

    /** Messages that are remembered unless told otherwise. */
    public static final int STANDARD_CAPACITY = 1 << 16;

    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(LATE_SECONDS);
    private static final long MISSED_NANOS = TimeUnit.SECONDS.toNanos(MISSED_SECONDS);

    private final Tokens tokens;
    private final DeliveryListener listener;
    private final AtomicReferenceArray<@Nullable Consignment> consignments;
    private final Map<Integer, Watched> watched = new ConcurrentHashMap<>();

    /**
     * An empty ledger.
     *
     * @param tokens of the messages that it is about
     * @param capacity how many messages it remembers, at least 1
     */
    public DeliveryLedger(Tokens tokens, int capacity, DeliveryListener listener) {
        this.tokens = tokens;
        this.listener = listener;
        this.consignments = new AtomicReferenceArray<>(capacity);
    }

    /**
     * A user who is to be notified.
     *
     * @param open messages on their way to him; one that he has seen in the same moment may stay a while
     */
    private record Watched(long sinceNanos, Set<Consignment> open) {}

    /**
     * A user is to be notified of messages that are accepted after this moment. Told again, what was accepted before is
     * not expected any longer, such as when the wait for notifications really began.
     */
    public void watch(int user, long sinceNanos) {
        Watched before = watched.put(user, new Watched(sinceNanos, ConcurrentHashMap.newKeySet()));
        if (before != null) {
            before.open().forEach(consignment -> consignment.excuse(user));
        }
    }

    /** A user is notified no more; what he has waited for in vain for long enough is told. */
    public void unwatch(int user, long nowNanos) {
        Watched ended = watched.remove(user);
        if (ended == null) {
            return;
        }
        for (Consignment consignment : ended.open()) {
            OptionalLong accepted = consignment.unseenSince(user);
            if (accepted.isPresent() && nowNanos - accepted.getAsLong() >= MISSED_NANOS) {
                listener.happened(DeliveryEvent.MISSED);
                listener.unseen(accepted.getAsLong(), nowNanos);
            }
        }
    }

    /**
     * The server has taken a message for a recipient.
     *
     * @param recipient number of the user
     */
    public void accepted(String token, int recipient, long acceptedNanos) {
        Watched waiting = watched.get(recipient);
        if (waiting == null || acceptedNanos - waiting.sinceNanos() < 0) {
            return;
        }
        Consignment consignment = consignment(token, acceptedNanos);
        if (consignment != null) {
            // Before it is accepted, so that who sees it from then on finds it here.
            waiting.open().add(consignment);
            OptionalLong seen = consignment.accepted(recipient, acceptedNanos);
            if (seen.isPresent()) {
                waiting.open().remove(consignment);
                delivered(acceptedNanos, seen.getAsLong());
            }
        }
    }

    /**
     * A recipient was notified of a message; told once for each message in the mailbox.
     *
     * @param recipient number of the user
     */
    public void seen(String token, int recipient, long notifiedNanos) {
        Consignment consignment = consignment(token, notifiedNanos);
        if (consignment == null) {
            return;
        }
        Consignment.Sight sight = consignment.seen(recipient, notifiedNanos);
        close(consignment, recipient);
        switch (sight.kind()) {
            case AGAIN -> listener.happened(DeliveryEvent.DUPLICATE);
            case DELIVERED -> delivered(sight.acceptedNanos(), notifiedNanos);
            case NOT_YET_ACCEPTED -> {}
        }
    }

    private void close(Consignment consignment, int recipient) {
        Watched waiting = watched.get(recipient);
        if (waiting != null) {
            waiting.open().remove(consignment);
        }
    }

    private void delivered(long acceptedNanos, long notifiedNanos) {
        if (notifiedNanos - acceptedNanos < 0) {
            listener.happened(DeliveryEvent.EARLY);
            listener.delivered(acceptedNanos, acceptedNanos);
            return;
        }
        if (notifiedNanos - acceptedNanos > LATE_NANOS) {
            listener.happened(DeliveryEvent.LATE);
        }
        listener.delivered(acceptedNanos, notifiedNanos);
    }

    /** How many deliveries to users that are watched are not seen yet. */
    public long underWay() {
        long unseen = 0;
        for (int i = 0; i < consignments.length(); i++) {
            Consignment consignment = consignments.get(i);
            unseen += consignment == null ? 0 : consignment.unseen(watched::containsKey);
        }
        return unseen;
    }

    /** Where a message is noted; null for one of another agent, or one that is forgotten already. */
    private @Nullable Consignment consignment(String token, long nowNanos) {
        OptionalLong sequence = tokens.sequence(token);
        if (sequence.isEmpty()) {
            return null;
        }
        long number = sequence.getAsLong();
        int slot = (int) (number % consignments.length());
        while (true) {
            Consignment current = consignments.get(slot);
            if (current != null && current.sequence() >= number) {
                return current.sequence() == number ? current : null;
            }
            Consignment fresh = new Consignment(number);
            if (consignments.compareAndSet(slot, current, fresh)) {
                forget(current, nowNanos);
                return fresh;
            }
        }
    }

    private void forget(@Nullable Consignment old, long nowNanos) {
        if (old == null) {
            return;
        }
        for (int recipient : old.recipients()) {
            close(old, recipient);
            OptionalLong accepted = old.unseenSince(recipient);
            if (accepted.isPresent() && watched.containsKey(recipient)) {
                listener.happened(DeliveryEvent.FORGOTTEN);
                listener.unseen(accepted.getAsLong(), later(accepted.getAsLong(), nowNanos));
            }
        }
    }

    private static long later(long nanos, long otherNanos) {
        return otherNanos - nanos > 0 ? otherNanos : nanos;
    }
}
