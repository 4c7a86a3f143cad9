// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.api.Draws;
import org.plateaubench.spi.OperationCall;

/** The call that a driver is given, over and over. Confined to whoever runs the unit. */
final class ReusedCall implements OperationCall {
    private final KeyedDraws operationDraws = new KeyedDraws();
    private final KeyedDraws unitDraws = new KeyedDraws();
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
        operationDraws.key = unit.keys().operationKey(unitNumber, at);
        if (at == 0) {
            unitDraws.key = unit.keys().unitKey(unitNumber);
        }
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

    private static final class KeyedDraws implements Draws {
        private long key;

        @Override
        public long key() {
            return key;
        }
    }
}
