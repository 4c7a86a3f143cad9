// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import org.plateaubench.api.Draws;
import org.plateaubench.drive.schedule.PacedUnit;
import org.plateaubench.spi.OperationCall;

/**
 * The reused call that a driver is given: a view of the running unit. It is also the source of its operation's draws;
 * keys are computed on first use, since not every driver draws. Confined to the user that runs the unit.
 */
public final class ReusedCall implements OperationCall, Draws {
    private final PacedUnit unit;
    private final UnitDraws unitDraws = new UnitDraws();
    private int position;
    private boolean keyKnown;
    private boolean unitKeyKnown;
    private long key;
    private long intendedNanos;
    private long timeoutNanos;

    public ReusedCall(PacedUnit unit) {
        this.unit = unit;
    }

    /** Points to one operation of the unit; the first one comes first. */
    public void aim(int at, long dueNanos, long timeoutNanos) {
        position = at;
        intendedNanos = dueNanos;
        this.timeoutNanos = timeoutNanos;
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

    @Override
    public long key() {
        if (!keyKnown) {
            key = unit.keys().operationKey(unit.number(), position);
            keyKnown = true;
        }
        return key;
    }

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
