// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.server;

import java.nio.ByteBuffer;

/**
 * What the server says of its work.
 *
 * @param received questions of one tally
 * @param answered answers to them
 * @param allReceived questions of all tallies
 * @param inFlight questions of all tallies that are not answered yet
 * @param connections open connections, that of the caller among them
 * @param latenessSumNanos by how much answers of all tallies came later than they should
 * @param latenessMaxNanos the worst since somebody last asked
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

    /** As it is written. */
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
