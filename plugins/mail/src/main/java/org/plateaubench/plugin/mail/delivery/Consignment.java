// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/** One message on its way to those recipients that are watched. Guarded by itself. */
final class Consignment {
    /** What is known of one recipient, so far. */
    private static final byte SENT = 1;

    private static final byte SEEN = 2;
    /** He was not watched yet when it was accepted for him, so that he may not be told of it. */
    private static final byte EXCUSED = 4;

    private final long sequence;
    private int[] recipients = new int[0];
    private byte[] states = new byte[0];
    /** When it was accepted for each, or when each saw it for one who saw it before. */
    private long[] nanos = new long[0];

    Consignment(long sequence) {
        this.sequence = sequence;
    }

    long sequence() {
        return sequence;
    }

    /** Accepted for a recipient; when he saw it, if he did before this was told. */
    synchronized OptionalLong accepted(int recipient, long acceptedNanos) {
        int place = place(recipient);
        OptionalLong seenNanos = states[place] == SEEN ? OptionalLong.of(nanos[place]) : OptionalLong.empty();
        states[place] |= SENT;
        nanos[place] = acceptedNanos;
        return seenNanos;
    }

    /** Seen by a recipient: what was known of him before. */
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

    /** When it was accepted for one who has not seen it; nothing for any other. */
    synchronized OptionalLong unseenSince(int recipient) {
        for (int i = 0; i < recipients.length; i++) {
            if (recipients[i] == recipient && states[i] == SENT) {
                return OptionalLong.of(nanos[i]);
            }
        }
        return OptionalLong.empty();
    }

    /** A recipient who has not seen it need not. */
    synchronized void excuse(int recipient) {
        states[place(recipient)] |= EXCUSED;
    }

    /** Its recipients, whatever became of them. */
    synchronized int[] recipients() {
        return recipients.clone();
    }

    /**
     * How many of its recipients have not seen it.
     *
     * @param watched which of them count, by their numbers
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
     * What a notification means.
     *
     * @param acceptedNanos of a delivery
     */
    record Sight(Kind kind, long acceptedNanos) {
        enum Kind {
            DELIVERED,
            NOT_YET_ACCEPTED,
            AGAIN
        }
    }
}
