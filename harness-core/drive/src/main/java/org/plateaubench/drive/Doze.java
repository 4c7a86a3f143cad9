// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;

/**
 * A wait on a clock that another thread may cut short. That takes an interrupt, and the interrupt never outlives the
 * wait: it must not hit a driver, whose socket it would close.
 */
final class Doze {
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final int BEING_WOKEN = 2;

    private final AtomicInteger state = new AtomicInteger(AWAKE);
    private volatile @Nullable Thread sleeper;

    /**
     * Waits until an instant or until woken, whichever is first. One thread at a time.
     *
     * @param mayStay asked once {@link #wake} is already heard: false when there is a reason not to wait after all
     */
    void until(NanoClock clock, long untilNanos, BooleanSupplier mayStay) {
        sleeper = Thread.currentThread();
        state.set(ASLEEP);
        boolean reached = !mayStay.getAsBoolean();
        while (!reached && state.get() == ASLEEP) {
            try {
                clock.parkUntil(untilNanos);
                reached = true;
            } catch (InterruptedException e) {
                // Either the waker's, which the state tells, or a straggler of a plugin, which means nothing.
            }
        }
        if (!state.compareAndSet(ASLEEP, AWAKE)) {
            while (state.get() != AWAKE) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }
    }

    /** Ends the wait, if there is one. Any thread. */
    void wake() {
        if (state.compareAndSet(ASLEEP, BEING_WOKEN)) {
            Thread waiting = sleeper;
            if (waiting != null) {
                waiting.interrupt();
            }
            state.set(AWAKE);
        }
    }
}
