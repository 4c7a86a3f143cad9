// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import org.plateaubench.api.KeyedRandom;

/**
 * The protocol of a connection, big-endian. A request is {@code int kind, int 0, long word}. The reply to a greeting or
 * a question is {@code long word, long proof, long servedNanos}; to a request for totals {@link
 * ServerCounts.Totals#FIELDS} longs; to one for a description {@code int length} and this number of bytes of UTF-8.
 */
public final class Frames {
    /** Selects the workload of the requests that follow: the word is its key. Answered immediately. */
    public static final int GREETING = 1;

    /** A question, answered after a time of the law. */
    public static final int QUESTION = 2;

    /** Requests the totals of the workload whose key is the word. Answered immediately. */
    public static final int TOTALS = 3;

    /** Requests law and stalls in words. Answered immediately. */
    public static final int DESCRIPTION = 4;

    /** Requests period and length of the stalls and the time since the server's start, in ns. Answered immediately. */
    public static final int STALLS = 5;

    public static final int REQUEST_BYTES = 16;

    /** Length of the reply to a greeting or a question. */
    public static final int REPLY_BYTES = 24;

    /** Key of the workload of clients without a greeting. */
    public static final long ANY_WORKLOAD = 0;

    private static final long PROOF = 0x706c_6174;

    private Frames() {}

    /** Returns the proof that a right answer contains in addition to the question's word. */
    public static long proof(long word) {
        return KeyedRandom.key(PROOF, word);
    }
}
