// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What one agent knows of the messages that it sent to users that it watches itself, so that both ends of a delivery are
 * stamped by the same clock. A delivery lasts from the server's word that it has the message (the answer to the end of
 * {@code DATA} has been read) to the notification of a recipient. A server may notify before its word has arrived: such a
 * delivery counts as 0, not as a negative time, and is counted as {@link DeliveryEvent#EARLY}; the time since the message
 * was handed over is part of the response time of its sending. Users that are not watched, and messages of other agents,
 * are passed over.
 *
 * <p>Of the last messages the number of its capacity is kept, seen or not, so that a second notification is known as a
 * duplicate; memory does not grow beyond. Any thread.
 */
public final class DeliveryLedger {
    /** A message that is not seen after so many seconds is late, and lost until it is seen. */
    public static final int LATE_SECONDS = 60;

    /** Messages that are remembered unless told otherwise. */
    public static final int STANDARD_CAPACITY = 1 << 16;

    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(LATE_SECONDS);

    private final Tokens tokens;
    private final DeliveryListener listener;
    private final AtomicReferenceArray<@Nullable Consignment> consignments;
    private final Set<Integer> watched = ConcurrentHashMap.newKeySet();

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

    /** A user is notified of new messages from now on. */
    public void watch(int user) {
        watched.add(user);
    }

    /** A user is notified no more; what is on its way to him is not expected to be seen. */
    public void unwatch(int user) {
        watched.remove(user);
    }

    /**
     * The server has taken a message for a recipient.
     *
     * @param recipient number of the user
     */
    public void accepted(String token, int recipient, long acceptedNanos) {
        Consignment consignment = watched.contains(recipient) ? consignment(token) : null;
        if (consignment != null && consignment.accepted(recipient, acceptedNanos)) {
            listener.happened(DeliveryEvent.EARLY);
            listener.delivered(acceptedNanos, acceptedNanos);
        }
    }

    /**
     * A recipient was notified of a message; told once for each message in the mailbox.
     *
     * @param recipient number of the user
     */
    public void seen(String token, int recipient, long notifiedNanos) {
        Consignment consignment = consignment(token);
        if (consignment == null) {
            return;
        }
        Consignment.Sight sight = consignment.seen(recipient);
        switch (sight.kind()) {
            case AGAIN -> listener.happened(DeliveryEvent.DUPLICATE);
            case DELIVERED -> delivered(sight.acceptedNanos(), notifiedNanos);
            case NOT_YET_ACCEPTED -> {}
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

    /** How many deliveries to users that are watched are late and not seen yet. Looks at all that is remembered. */
    public long overdue(long nowNanos) {
        return unseen(acceptedNanos -> nowNanos - acceptedNanos > LATE_NANOS);
    }

    /** How many deliveries to users that are watched are not seen yet. */
    public long underWay() {
        return unseen(acceptedNanos -> true);
    }

    private long unseen(LongPredicate accepted) {
        long unseen = 0;
        for (int i = 0; i < consignments.length(); i++) {
            Consignment consignment = consignments.get(i);
            unseen += consignment == null ? 0 : consignment.unseen(accepted, watched::contains);
        }
        return unseen;
    }

    /** Where a message is noted; null for one of another agent, or one that is forgotten already. */
    private @Nullable Consignment consignment(String token) {
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
                forget(current);
                return fresh;
            }
        }
    }

    private void forget(@Nullable Consignment old) {
        int unseen = old == null ? 0 : old.unseen(acceptedNanos -> true, watched::contains);
        for (int i = 0; i < unseen; i++) {
            listener.happened(DeliveryEvent.FORGOTTEN);
        }
    }
}
