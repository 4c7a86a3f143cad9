// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;

/** A wait that another thread may interrupt. No interrupt remains afterwards, as it would close a driver's socket. */
public final class InterruptibleWait {
    /** Written with the monitor held, which the waking thread holds until its interrupt is sent. */
    private volatile boolean isWaiting;

    private @Nullable Thread sleeper;

    /** Waits on one thread until an instant or until woken; evaluates {@code mayWait} when {@link #wake} acts. */
    public void until(NanoClock clock, long untilNanos, BooleanSupplier mayWait) {
        synchronized (this) {
            sleeper = Thread.currentThread();
            isWaiting = true;
        }
        boolean reached = !mayWait.getAsBoolean();
        while (!reached && isWaiting) {
            try {
                clock.parkUntil(untilNanos);
                reached = true;
            } catch (InterruptedException e) {
                // The interrupt is either that of the waking thread, which the flag shows, or a late one of a plugin,
                // which is ignored.
            }
        }
        // The waking thread may have lost its processor to this thread, so this thread blocks and does not spin.
        synchronized (this) {
            if (!isWaiting) {
                Thread.interrupted();
            }
            isWaiting = false;
        }
    }

    /** Ends the wait, if there is one. May be called on any thread. */
    public void wake() {
        if (isWaiting) {
            interruptSleeper();
        }
    }

    private synchronized void interruptSleeper() {
        if (isWaiting && sleeper != null) {
            isWaiting = false;
            sleeper.interrupt();
        }
    }
}
