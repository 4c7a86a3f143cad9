// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;

/** A wait that another thread may interrupt. No interrupt remains afterwards, as it would close a driver's socket. */
public final class InterruptibleWait {
    /** Written with the monitor held, which the waking thread holds until its interrupt is sent. */
    private volatile boolean asleep;

    private @Nullable Thread sleeper;

    /** Waits until an instant or until woken; evaluates {@code mayStay} once {@link #wake} takes effect. One thread. */
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
                // The interrupt is either that of the waking thread, which the flag shows, or a late one of a plugin,
                // which is ignored.
            }
        }
        // A waking thread that has lost its processor to this thread needs it back, hence a monitor and no spinning.
        synchronized (this) {
            if (!asleep) {
                Thread.interrupted();
            }
            asleep = false;
        }
    }

    /** Ends the wait, if there is one. May be called on any thread. */
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
