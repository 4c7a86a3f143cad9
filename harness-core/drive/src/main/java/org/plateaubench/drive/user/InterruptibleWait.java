// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;

/**
 * A wait on a clock that another thread may end early. That takes an interrupt, and the interrupt never outlives the
 * wait: it must not hit a driver, whose socket it would close.
 */
public final class InterruptibleWait {
    /** Written with the monitor held, which the waking thread holds until its interrupt is sent. */
    private volatile boolean asleep;

    private @Nullable Thread sleeper;

    /**
     * Waits until an instant or until woken, whichever is first. One thread at a time.
     *
     * @param mayStay called once {@link #wake} takes effect: false when there is a reason not to wait
     */
    public void until(NanoClock clock, long untilNanos, BooleanSupplier mayStay) {
        synchronized (this) {
            sleeper = Thread.currentThread();
            asleep = true;
        }
        boolean reached = !mayStay.getAsBoolean();
        while (!reached && asleep) {
            try {
                clock.parkUntil(untilNanos);
                reached = true;
            } catch (InterruptedException e) {
                // Either the waking thread's, which the flag shows, or a late one of a plugin, which means nothing.
            }
        }
        // A waking thread that lost its processor to this very thread needs it back: hence a monitor, and no spinning.
        synchronized (this) {
            if (!asleep) {
                Thread.interrupted();
            }
            asleep = false;
        }
    }

    /** Ends the wait, if there is one. Any thread. */
    public void wake() {
        if (asleep) {
            interruptSleeper();
        }
    }

    private synchronized void interruptSleeper() {
        if (asleep && sleeper != null) {
            asleep = false;
            sleeper.interrupt();
        }
    }
}
