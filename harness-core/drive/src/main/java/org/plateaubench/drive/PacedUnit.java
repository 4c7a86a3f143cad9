// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

/**
 * A unit that is drawn, waits and runs. Reused for the next one, so that nothing is allocated in between. The first
 * operation and the choice of the unit itself are fields: most units have no more, and an array of one costs a further
 * memory access. Confined to the user that runs it.
 */
final class PacedUnit {
    /** Stands for the gap after a unit of an open load. */
    static final long NO_GAP = -1;

    private final UnitCatalog catalog;
    private final int[] operations;
    private final long[] pausesNanos;
    private final int[] cells;
    private UnitPlan plan;
    private SequenceKeys keys;
    private long number;
    private long intendedNanos;
    private int firstOperation;
    private int firstCell;
    private int length;
    private int choices;
    private long gapNanos;

    PacedUnit(UnitCatalog catalog, SequenceKeys anyKeys) {
        this.catalog = catalog;
        this.operations = new int[Math.max(1, catalog.longestUnit())];
        this.pausesNanos = new long[operations.length];
        this.cells = new int[catalog.longestChoices()];
        this.plan = catalog.unit(0);
        this.keys = anyKeys;
    }

    /**
     * Becomes unit {@code number} of a sequence, due at the given instant.
     *
     * @param mixCell cell of the choice of this unit
     */
    void become(int unit, int mixCell, SequenceKeys itsKeys, long itsNumber, long dueNanos) {
        plan = catalog.unit(unit);
        keys = itsKeys;
        number = itsNumber;
        intendedNanos = dueNanos;
        gapNanos = NO_GAP;
        firstCell = mixCell;
        if (plan.isPlain()) {
            firstOperation = plan.onlyOperation();
            length = 1;
            choices = 1;
        } else {
            length = plan.expand(itsKeys, itsNumber, operations, pausesNanos);
            firstOperation = operations[0];
            choices = plan.choices(itsKeys, itsNumber, operations, length, cells);
        }
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

    /** Sets the gap drawn to follow it. */
    void gap(long drawnNanos) {
        gapNanos = drawnNanos;
    }

    /** The gap drawn to follow it, or {@link #NO_GAP}. */
    long gapNanos() {
        return gapNanos;
    }

    /** Number of choices that were made for it. */
    int choices() {
        return choices;
    }

    /** Cell of a choice. */
    int choice(int index) {
        return index == 0 ? firstCell : cells[index];
    }

    long intendedNanos() {
        return intendedNanos;
    }

    /** Number of operations; may be 0. */
    int length() {
        return length;
    }

    int operation(int position) {
        return position == 0 ? firstOperation : operations[position];
    }

    /** Pause before an operation; the first one has none, since no operation of its unit precedes it. */
    long pauseNanos(int position) {
        return position == 0 ? 0 : pausesNanos[position];
    }
}
