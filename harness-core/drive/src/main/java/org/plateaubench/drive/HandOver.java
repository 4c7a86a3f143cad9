// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.PhaseWindow;
import org.plateaubench.spi.AsyncDriver;

/**
 * Hands the operations of one user that start together to its driver. They have one actual start, read right before the
 * first of them goes to the driver: an asynchronous driver only buffers in {@code start}, so that they leave together
 * (measurement rule M7). What is written down of them waits until the driver is done. Confined to the loop.
 */
final class HandOver {
    private static final VarHandle GIVEN;

    static {
        try {
            GIVEN = MethodHandles.lookup().findVarHandle(HandOver.class, "given", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RunContext run;
    private final LoopUser user;
    private final LoopSlot[] ready;
    private final LoopSlot[] one = new LoopSlot[1];
    private int prepared;
    private int given;

    /** With room for so many operations at a time. */
    HandOver(RunContext run, LoopUser user, int most) {
        this.run = run;
        this.user = user;
        this.ready = new LoopSlot[most];
    }

    /** Starts the operation of one slot; it is flushed with all that this turn of the loop brings. */
    void start(LoopSlot slot) {
        one[0] = slot;
        start(one, false);
    }

    /**
     * Starts what is due in some slots; without effect where there is nothing, or no connection for it.
     *
     * @param all whether these are all slots of the user, which are then flushed at once
     */
    void start(LoopSlot[] slots, boolean all) {
        if (!user.isConnected()) {
            return;
        }
        int count = makeReady(slots);
        if (count > 0) {
            Throwable failure = give(count, all);
            int last = given - 1;
            settle();
            user.loop().hear();
            if (failure != null) {
                ready[last].startFailed(failure);
                // Had it completed its own operation before, the connection stays, and nobody else starts the others.
                for (int i = last + 1; i < count; i++) {
                    ready[i].resume();
                }
            }
        }
    }

    private int makeReady(LoopSlot[] slots) {
        long now = user.loop().nanoTime();
        boolean over = now >= run.timeline().issueEndNanos();
        int count = 0;
        for (LoopSlot slot : slots) {
            if (over) {
                slot.giveUp();
            } else if (slot.makeReady(now)) {
                ready[count++] = slot;
            }
        }
        return count;
    }

    /** Returns what the last one that was given away has failed with. */
    private @Nullable Throwable give(int count, boolean all) {
        SelectorLoop loop = user.loop();
        AsyncDriver driver = user.driver();
        long actualNanos = loop.nanoTime();
        long deadlineNanos = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            deadlineNanos = Math.min(deadlineNanos, ready[i].runs(actualNanos));
        }
        user.operationsStart(count, deadlineNanos);
        prepared = count;
        Throwable failure = null;
        Throwable unsent = null;
        loop.enterPlugin();
        try {
            for (int i = 0; i < count && !user.isLossNoted(); i++) {
                GIVEN.setRelease(this, i + 1);
                ready[i].handTo(driver);
            }
        } catch (Exception | Error e) {
            failure = e;
        }
        boolean flushes = all && failure == null && !user.isLossNoted();
        if (flushes) {
            try {
                driver.flush();
            } catch (Exception | Error e) {
                unsent = e;
            }
        }
        loop.gate().leavePlugin();
        user.flushed(flushes, unsent);
        return failure;
    }

    /**
     * Writes down what was handed over. What was not, since the connection was lost before, waits for the next one. Also
     * for whoever has taken the loop while a driver blocked it, who sees how far it came.
     */
    void settle() {
        int until = (int) GIVEN.getAcquire(this);
        long idleNanos = 0;
        long dueNanos = Long.MIN_VALUE;
        PhaseWindow window = PhaseWindow.RAMP_UP;
        for (int i = 0; i < until; i++) {
            if (ready[i].dueNanos() != dueNanos) {
                dueNanos = ready[i].dueNanos();
                window = run.windows().windowAt(dueNanos);
            }
            idleNanos += ready[i].settle(window);
        }
        run.schedule().starts(idleNanos);
        for (int i = until; i < prepared; i++) {
            ready[i].takeBack();
        }
        user.operationsTakenBack(prepared - until);
        prepared = 0;
        given = 0;
    }
}
