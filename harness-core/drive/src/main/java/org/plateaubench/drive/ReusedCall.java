// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.api.Draws;
import org.plateaubench.spi.OperationCall;

/**
 * The call that a driver is given, over and over: a view of the unit that is run. It is its operation's own source of
 * draws; keys are worked out when they are first asked for, since not every driver draws. Confined to whoever runs the
 * unit.
 */
final class ReusedCall implements OperationCall, Draws {
    private final PacedUnit unit;
    private final UnitDraws unitDraws = new UnitDraws();
    private int position;
    private boolean keyKnown;
    private boolean unitKeyKnown;
    private long key;
    private long intendedNanos;
    private long timeoutNanos;

    ReusedCall(PacedUnit unit) {
        this.unit = unit;
    }

    /** Aims at one operation of the unit, the first one first. */
    void aim(int at, long dueNanos, long itsTimeoutNanos) {
        position = at;
        intendedNanos = dueNanos;
        timeoutNanos = itsTimeoutNanos;
        keyKnown = false;
        unitKeyKnown &= at > 0;
    }

    @Override
    public int operation() {
        return unit.operation(position);
    }

    @Override
    public long unitNumber() {
        return unit.number();
    }

    @Override
    public int sequence() {
        return unit.keys().sequence();
    }

    @Override
    public int position() {
        return position;
    }

    @Override
    public int unitLength() {
        return unit.length();
    }

    @Override
    public Draws draws() {
        return this;
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

    /** Key of the draws of the operation. */
    @Override
    public long key() {
        if (!keyKnown) {
            key = unit.keys().operationKey(unit.number(), position);
            keyKnown = true;
        }
        return key;
    }

    /** The same for the whole unit. */
    private final class UnitDraws implements Draws {
        private long unitKey;

        @Override
        public long key() {
            if (!unitKeyKnown) {
                unitKey = unit.keys().unitKey(unit.number());
                unitKeyKnown = true;
            }
            return unitKey;
        }
    }
}
