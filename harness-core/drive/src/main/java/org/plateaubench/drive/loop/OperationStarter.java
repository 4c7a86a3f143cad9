// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.plateaubench.drive.run.FieldHandles;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.spi.AsyncDriver;

/**
 * Hands the operations of one user that start together to its driver. They have one actual start, read right before the
 * first of them goes to the driver: an asynchronous driver only buffers in {@code start}, so that they leave together
 * (measurement rule M7). They are recorded once the driver has returned. Confined to the loop.
 */
final class OperationStarter {
    private static final VarHandle HANDED_OVER = FieldHandles.of(MethodHandles.lookup(), "handedOver", int.class);

    private final RunContext run;
    private final LoopConnection connection;
    private final LoopSlot[] ready;
    private final LoopSlot[] single = new LoopSlot[1];
    private int prepared;
    private int handedOver;

    OperationStarter(RunContext run, LoopConnection connection, int maxCount) {
        this.run = run;
        this.connection = connection;
        this.ready = new LoopSlot[maxCount];
    }

    /** Starts a due operation; it is flushed with all operations of this turn of the loop. */
    void start(LoopSlot slot) {
        single[0] = slot;
        start(single, false);
    }

    /** Starts the due operations of some slots; without effect where there is none, or no connection. */
    void start(LoopSlot[] slots, boolean isAll) {
        if (!connection.isConnected()) {
            return;
        }
        int count = makeReady(slots);
        if (count > 0) {
            Throwable failure = handOver(count, isAll);
            int last = handedOver - 1;
            recordHandOvers();
            connection.loop().processCompletions();
            if (failure != null) {
                ready[last].startFailed(failure);
                // If it completed its own operation before it threw, the connection stays, and nothing else would start
                // the rest.
                for (int i = last + 1; i < count; i++) {
                    ready[i].resume();
                }
            }
        }
    }

    private int makeReady(LoopSlot[] slots) {
        long now = connection.loop().nanoTime();
        boolean hasIssuingEnded = now >= run.timeline().issueEndNanos();
        int count = 0;
        for (LoopSlot slot : slots) {
            if (hasIssuingEnded) {
                slot.cancelWaiting();
            } else if (slot.makeReady(now)) {
                ready[count++] = slot;
            }
        }
        return count;
    }

    private @Nullable Throwable handOver(int count, boolean isAll) {
        SelectorLoop loop = connection.loop();
        AsyncDriver driver = connection.driver();
        long actualNanos = loop.nanoTime();
        long deadlineNanos = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            deadlineNanos = Math.min(deadlineNanos, ready[i].markRunning(actualNanos));
        }
        connection.operationsStart(count, deadlineNanos);
        prepared = count;
        Throwable failure = null;
        Throwable unsent = null;
        loop.enterPlugin();
        try {
            for (int i = 0; i < count && !connection.isLossReported(); i++) {
                HANDED_OVER.setRelease(this, i + 1);
                ready[i].handTo(driver);
            }
        } catch (Exception | Error e) {
            failure = e;
        }
        boolean flushes = isAll && failure == null && !connection.isLossReported();
        if (flushes) {
            try {
                driver.flush();
            } catch (Exception | Error e) {
                unsent = e;
            }
        }
        loop.gate().leavePlugin();
        connection.ensureFlush(flushes, unsent);
        return failure;
    }

    /**
     * Records the operations that were handed over. Those that were not, since the connection was lost before, wait for
     * the next connection. Also called by the thread that has taken over a loop blocked by a driver, which sees its
     * progress.
     */
    void recordHandOvers() {
        int until = (int) HANDED_OVER.getAcquire(this);
        long idleNanos = 0;
        long dueNanos = Long.MIN_VALUE;
        PhaseWindow window = PhaseWindow.RAMP_UP;
        for (int i = 0; i < until; i++) {
            if (ready[i].dueNanos() != dueNanos) {
                dueNanos = ready[i].dueNanos();
                window = run.windows().windowAt(dueNanos);
            }
            idleNanos += ready[i].recordHandOver(window);
        }
        run.schedule().started(idleNanos);
        for (int i = until; i < prepared; i++) {
            ready[i].takeBack();
        }
        connection.withdrawOperations(prepared - until);
        prepared = 0;
        handedOver = 0;
    }
}
