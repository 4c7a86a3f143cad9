// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.api.Draws;
import org.plateaubench.spi.OperationCall;

/** The call that a driver is given, over and over. Confined to whoever runs the unit. */
final class ReusedCall implements OperationCall {
    private static final SequenceKeys NOT_AIMED = new SequenceKeys(0, 0, 0, 0);

    private final OperationDraws operationDraws = new OperationDraws();
    private final UnitDraws unitDraws = new UnitDraws();
    private SequenceKeys keys = NOT_AIMED;
    private int operation;
    private long unitNumber;
    private int sequence;
    private int position;
    private int unitLength;
    private long intendedNanos;
    private long timeoutNanos;

    /** Aims at one operation of a unit. */
    void aim(PacedUnit unit, int at, long dueNanos, long itsTimeoutNanos) {
        operation = unit.operation(at);
        unitNumber = unit.number();
        sequence = unit.keys().sequence();
        position = at;
        unitLength = unit.length();
        intendedNanos = dueNanos;
        timeoutNanos = itsTimeoutNanos;
        keys = unit.keys();
        operationDraws.known = false;
        unitDraws.known = at > 0 && unitDraws.known;
    }

    @Override
    public int operation() {
        return operation;
    }

    @Override
    public long unitNumber() {
        return unitNumber;
    }

    @Override
    public int sequence() {
        return sequence;
    }

    @Override
    public int position() {
        return position;
    }

    @Override
    public int unitLength() {
        return unitLength;
    }

    @Override
    public Draws draws() {
        return operationDraws;
    }

    @Override
    public Draws unitDraws() {
        return unitDraws;
    }

    @Override
    public long intendedNanos() {
        return intendedNanos;
    }

    @Override
    public long timeoutNanos() {
        return timeoutNanos;
    }

    /** Worked out when it is first asked for: not every driver draws. */
    private final class OperationDraws implements Draws {
        private boolean known;
        private long key;

        @Override
        public long key() {
            if (!known) {
                key = keys.operationKey(unitNumber, position);
                known = true;
            }
            return key;
        }
    }

    /** The same for the whole unit. */
    private final class UnitDraws implements Draws {
        private boolean known;
        private long key;

        @Override
        public long key() {
            if (!known) {
                key = keys.unitKey(unitNumber);
                known = true;
            }
            return key;
        }
    }
}
