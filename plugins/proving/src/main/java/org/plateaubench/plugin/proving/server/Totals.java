// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.server;

import java.nio.ByteBuffer;

/**
 * The totals of the server's work.
 *
 * @param received questions of one tally
 * @param answered answers to them
 * @param allReceived questions of all tallies
 * @param inFlight questions of all tallies without an answer yet
 * @param connections open connections, including that of the caller
 * @param latenessSumNanos sum of the lateness of answers of all tallies
 * @param latenessMaxNanos largest lateness since the last request for totals
 */
public record Totals(
        long received,
        long answered,
        long allReceived,
        long inFlight,
        long connections,
        long latenessSumNanos,
        long latenessMaxNanos) {
    /** Number of longs on a connection. */
    public static final int FIELDS = 7;

    /** Reads the totals in the form in which they are written. */
    public static Totals read(ByteBuffer from) {
        return new Totals(
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong());
    }

    void write(ByteBuffer to) {
        to.putLong(received).putLong(answered).putLong(allReceived);
        to.putLong(inFlight).putLong(connections).putLong(latenessSumNanos).putLong(latenessMaxNanos);
    }
}
