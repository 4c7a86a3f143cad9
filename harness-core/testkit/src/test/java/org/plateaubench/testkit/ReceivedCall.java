// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.spi.OperationCall;

/**
 * One call as a driver received it, with everything that must be the same in every run of one plan.
 *
 * @param sequence number of the user or lane
 * @param unitNumber number of the unit in its sequence
 * @param position position in the unit
 * @param operation index of the operation
 * @param drawKey key of the operation's draws
 * @param unitDrawKey key of the unit's draws
 */
public record ReceivedCall(int sequence, long unitNumber, int position, int operation, long drawKey, long unitDrawKey)
        implements Comparable<ReceivedCall> {

    /** Records a call. */
    public static ReceivedCall of(OperationCall call) {
        return new ReceivedCall(
                call.sequence(),
                call.unitNumber(),
                call.position(),
                call.operation(),
                call.draws().key(),
                call.unitDraws().key());
    }

    /** Orders by sequence, unit and position. */
    @Override
    public int compareTo(ReceivedCall other) {
        int bySequence = Integer.compare(sequence, other.sequence);
        int byUnit = bySequence != 0 ? bySequence : Long.compare(unitNumber, other.unitNumber);
        return byUnit != 0 ? byUnit : Integer.compare(position, other.position);
    }
}
