// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says whose code an event loop is running. While that is a plugin's, the loop may be taken away from it: whoever takes
 * it owns the outcomes of all that its users were at, and the loop's thread, should it ever come back, records nothing
 * any more. That is how what a blocked loop was at is recorded once and only once.
 */
final class LoopGate {
    private static final int HARNESS = 0;
    private static final int PLUGIN = 1;
    private static final int TAKEN = 2;

    private final AtomicInteger state = new AtomicInteger(HARNESS);

    /** The loop was taken from its thread, which must end. */
    static final class Taken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Taken() {
            super(null, null, false, false);
        }
    }

    // ---- the loop's thread

    /** A plugin's code comes next. */
    void enterPlugin() {
        state.set(PLUGIN);
    }

    /** Back from a plugin's code for good. */
    void leavePlugin() {
        if (!reenter()) {
            throw new Taken();
        }
    }

    /** A plugin calls the harness; false when it is not to be heard any more. */
    boolean reenter() {
        return state.compareAndSet(PLUGIN, HARNESS);
    }

    // ---- any thread

    /** Takes the loop away; false while it is not in a plugin's code. */
    boolean take() {
        return state.compareAndSet(PLUGIN, TAKEN);
    }

    boolean isTaken() {
        return state.get() == TAKEN;
    }
}
