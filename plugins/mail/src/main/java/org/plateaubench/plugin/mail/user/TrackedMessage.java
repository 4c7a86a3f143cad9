// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.user;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/** One message in transit to its watched recipients. Guarded by its own monitor. */
final class TrackedMessage {
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
