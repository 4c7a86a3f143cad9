// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;

/** One message on its way to those recipients that are watched. Guarded by itself. */
final class Consignment {
    /** What is known of one recipient, so far. */
    private static final byte SENT = 1;

    private static final byte SEEN = 2;

    private final long sequence;
    private int[] recipients = new int[0];
    private byte[] states = new byte[0];
    private long[] acceptedNanos = new long[0];

    Consignment(long sequence) {
        this.sequence = sequence;
    }

    long sequence() {
        return sequence;
    }

    /** Accepted for a recipient; whether it was seen before. */
    synchronized boolean accepted(int recipient, long nanos) {
        int place = place(recipient);
        boolean seen = (states[place] & SEEN) != 0;
        states[place] |= SENT;
        acceptedNanos[place] = nanos;
        return seen;
    }

    /** Seen by a recipient: what was known of him before. */
    synchronized Sight seen(int recipient) {
        int place = place(recipient);
        byte before = states[place];
        states[place] |= SEEN;
        if ((before & SEEN) != 0) {
            return new Sight(Sight.Kind.AGAIN, 0);
        }
        return before == SENT
                ? new Sight(Sight.Kind.DELIVERED, acceptedNanos[place])
                : new Sight(Sight.Kind.NOT_YET_ACCEPTED, 0);
    }

    /**
     * How many of its recipients have not seen it.
     *
     * @param accepted which of them count, by when it was accepted for them
     * @param watched which of them count, by their numbers
     */
    synchronized int unseen(LongPredicate accepted, IntPredicate watched) {
        int unseen = 0;
        for (int i = 0; i < recipients.length; i++) {
            unseen += states[i] == SENT && accepted.test(acceptedNanos[i]) && watched.test(recipients[i]) ? 1 : 0;
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
        acceptedNanos = Arrays.copyOf(acceptedNanos, added + 1);
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
