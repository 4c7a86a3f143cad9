// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

/**
 * A unit on its way: drawn, waited for and run. Reused for the next one, so that nothing is allocated in between.
 * Confined to whoever runs it.
 */
final class PacedUnit {
    private final UnitCatalog catalog;
    private final int[] operations;
    private final long[] pausesNanos;
    private UnitPlan plan;
    private SequenceKeys keys;
    private long number;
    private long intendedNanos;
    private int length;

    PacedUnit(UnitCatalog catalog, SequenceKeys anyKeys) {
        this.catalog = catalog;
        this.operations = new int[catalog.longestUnit()];
        this.pausesNanos = new long[operations.length];
        this.plan = catalog.unit(0);
        this.keys = anyKeys;
    }

    /** Becomes unit {@code number} of a sequence, due at the instant given. */
    void become(int unit, SequenceKeys itsKeys, long itsNumber, long dueNanos) {
        plan = catalog.unit(unit);
        keys = itsKeys;
        number = itsNumber;
        intendedNanos = dueNanos;
        length = plan.expand(itsKeys, itsNumber, operations, pausesNanos);
    }

    UnitPlan plan() {
        return plan;
    }

    SequenceKeys keys() {
        return keys;
    }

    /** Number within the sequence, from 0. */
    long number() {
        return number;
    }

    long intendedNanos() {
        return intendedNanos;
    }

    /** Number of operations; may be 0. */
    int length() {
        return length;
    }

    int operation(int position) {
        return operations[position];
    }

    /** Pause before an operation; the first one has none, since nothing of its unit goes before it. */
    long pauseNanos(int position) {
        return position == 0 ? 0 : pausesNanos[position];
    }
}
