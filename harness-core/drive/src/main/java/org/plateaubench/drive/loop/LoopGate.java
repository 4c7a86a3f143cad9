// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows whether an event loop is running code of the harness or of a plugin. In a plugin's code the loop may be taken
 * over: the thread that takes it owns the outcomes of its users' operations. If the loop's thread returns, it records
 * nothing. So the operations of a blocked loop are recorded exactly once.
 */
final class LoopGate {
    private static final int HARNESS = 0;
    private static final int PLUGIN = 1;
    private static final int TAKEN = 2;

    private final AtomicInteger state = new AtomicInteger(HARNESS);

    /** The loop was taken over from its thread, which must end. */
    static final class LoopTakenOver extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LoopTakenOver() {
            super(null, null, false, false);
        }
    }

    // ---- the loop's thread

    void enterPlugin() {
        state.set(PLUGIN);
    }

    void leavePlugin() {
        if (!reenter()) {
            throw new LoopTakenOver();
        }
    }

    /** A plugin calls the harness; false when the loop was taken over and the call must be ignored. */
    boolean reenter() {
        return state.compareAndSet(PLUGIN, HARNESS);
    }

    // ---- any thread

    /** Takes the loop over; false while it is not in a plugin's code. */
    boolean take() {
        return state.compareAndSet(PLUGIN, TAKEN);
    }

    boolean isTaken() {
        return state.get() == TAKEN;
    }
}
