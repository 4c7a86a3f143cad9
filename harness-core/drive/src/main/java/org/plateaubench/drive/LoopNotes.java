// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The slots whose operations drivers have completed since their code was entered, in that order. The harness acts on them
 * as soon as the loop is back in its own code, so that many completions cost one crossing of the {@link LoopGate}. Noted
 * on the loop's thread; read by it or by whoever has taken the loop from it, which then sees all that was noted before.
 */
final class LoopNotes {
    private static final VarHandle COUNT;
    private static final int FIRST_CAPACITY = 64;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(LoopNotes.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final EndTally tally;
    private LoopSlot[] slots = new LoopSlot[FIRST_CAPACITY];

    @SuppressWarnings("FieldMayBeFinal") // written by its handle
    private int count;

    LoopNotes(EndTally tally) {
        this.tally = tally;
    }

    /** Notes a slot, whose word is written down already. */
    void add(LoopSlot slot) {
        int next = count;
        if (next == slots.length) {
            slots = Arrays.copyOf(slots, 2 * next);
        }
        slots[next] = slot;
        COUNT.setRelease(this, next + 1);
    }

    /** Acts on what was noted; nothing is noted meanwhile, since no driver's code runs. */
    void hear() {
        int noted = (int) COUNT.getAcquire(this);
        if (noted > 0) {
            count = 0;
            for (int i = 0; i < noted; i++) {
                slots[i].heard(tally);
            }
            tally.record();
        }
    }
}
