// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/**
 * A unit from its draw to its end. The object is reused for the next unit, so that nothing is allocated. The first
 * operation and the choice of the unit itself are fields, because most units have no other operations or choices, and
 * an array would cost a further memory access. Confined to the user that runs it.
 */
public final class PacedUnit {
    /** The value for the gap after a unit of an open load. */
    public static final long NO_GAP = -1;

    private final UnitCatalog catalog;
    private final int[] operations;
    private final long[] pausesNanos;
    private final boolean[] conditional;
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

    public PacedUnit(UnitCatalog catalog, SequenceKeys anyKeys) {
        this.catalog = catalog;
        this.operations = new int[Math.max(1, catalog.maxUnitLength())];
        this.pausesNanos = new long[operations.length];
        this.conditional = new boolean[operations.length];
        this.cells = new int[catalog.maxChoices()];
        this.plan = catalog.unit(0);
        this.keys = anyKeys;
    }

    /** Assigns unit {@code number} of a sequence, due at the given instant. */
    public void assign(int unit, int mixCell, SequenceKeys keys, long number, long dueNanos) {
        plan = catalog.unit(unit);
        this.keys = keys;
        this.number = number;
        intendedNanos = dueNanos;
        gapNanos = NO_GAP;
        firstCell = mixCell;
        if (plan.isPlain()) {
            firstOperation = plan.onlyOperation();
            length = 1;
            choices = 1;
        } else {
            length = plan.expand(keys, number, operations, pausesNanos, conditional);
            firstOperation = operations[0];
            choices = plan.choices(keys, number, operations, conditional, length, cells);
        }
    }

    /** Whether the unit is always the same single operation without a separate line. */
    public boolean isPlain() {
        return plan.isPlain();
    }

    public int index() {
        return plan.index();
    }

    public boolean hasLine() {
        return plan.line() != UnitPlan.NO_LINE;
    }

    public int line() {
        return plan.line();
    }

    public SequenceKeys keys() {
        return keys;
    }

    public long number() {
        return number;
    }

    public void setGap(long drawnNanos) {
        gapNanos = drawnNanos;
    }

    /** The gap drawn to follow the unit, or {@link #NO_GAP}. */
    public long gapNanos() {
        return gapNanos;
    }

    public int choices() {
        return choices;
    }

    public int choice(int index) {
        return index == 0 ? firstCell : cells[index];
    }

    public long intendedNanos() {
        return intendedNanos;
    }

    /** Number of operations; may be 0. */
    public int length() {
        return length;
    }

    public int operation(int position) {
        return position == 0 ? firstOperation : operations[position];
    }

    /** Whether the driver decides if an operation is issued; never for the first one. */
    public boolean isConditional(int position) {
        return position > 0 && conditional[position];
    }

    /** Pause before an operation; the first one has none, since no operation of its unit precedes it. */
    public long pauseNanos(int position) {
        return position == 0 ? 0 : pausesNanos[position];
    }
}
