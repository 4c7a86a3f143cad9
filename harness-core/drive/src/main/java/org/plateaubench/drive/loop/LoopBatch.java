// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.UnitSource;
import org.plateaubench.drive.user.TimerHeap;

/**
 * The slots of a user that are paced together (measurement rule M7). In closed load all slots are one batch: they share
 * an intended start, and the next batch is paced from the last reply of this one. In open load every slot is a separate
 * batch: it takes an arrival as soon as it is free. Confined to the loop.
 */
final class LoopBatch {
    private final LoopConnection connection;
    private final OperationStarter starter;
    private final UnitSource source;
    private final LoopSlot[] slots;
    private final TimerHeap.Entry due;
    private final boolean isOnlyBatch;
    private int unendedUnits;
    private boolean started;
    private long firstActualNanos;
    private long lastEndNanos;

    LoopBatch(
            RunContext run,
            LoopConnection connection,
            OperationStarter starter,
            SequenceKeys keys,
            UnitSource source,
            int size,
            boolean isOnlyBatch) {
        this.connection = connection;
        this.starter = starter;
        this.source = source;
        this.slots = new LoopSlot[size];
        for (int i = 0; i < size; i++) {
            slots[i] = new BatchSlot(run, keys);
        }
        this.isOnlyBatch = isOnlyBatch;
        this.due = connection.loop().timer(this::start);
    }

    private final class BatchSlot extends LoopSlot {
        BatchSlot(RunContext run, SequenceKeys keys) {
            super(run, connection, keys);
        }

        @Override
        void startDue() {
            starter.start(this);
        }

        @Override
        void unitStarted(long startNanos, boolean freeInTime) {
            connection.countUnit();
            if (!started) {
                started = true;
                firstActualNanos = startNanos;
                source.started(startNanos, freeInTime);
            }
        }

        @Override
        void unitEnded(long endNanos) {
            lastEndNanos = Math.max(lastEndNanos, endNanos);
            unendedUnits--;
            if (unendedUnits == 0) {
                batchEnded();
            }
        }
    }

    LoopSlot[] slots() {
        return slots;
    }

    /** The user is connected: continues where the connection was lost, or begins. */
    void connected() {
        if (unendedUnits == 0) {
            takeNext();
        } else if (!started) {
            connection.loop().arm(due, slots[0].dueNanos());
        } else {
            for (LoopSlot slot : slots) {
                slot.resume();
            }
        }
    }

    /** Takes the next units, if the user is free for them; all slots of a batch get a unit or none does. */
    void takeNext() {
        if (!connection.isConnected() || unendedUnits > 0) {
            return;
        }
        for (LoopSlot slot : slots) {
            if (slot.take(source)) {
                unendedUnits++;
            }
        }
        if (unendedUnits > 0) {
            started = false;
            lastEndNanos = Long.MIN_VALUE;
            connection.loop().arm(due, slots[0].dueNanos());
        }
    }

    private void start() {
        starter.start(slots, isOnlyBatch);
    }

    private void batchEnded() {
        for (LoopSlot slot : slots) {
            slot.batchEndedAt(lastEndNanos);
        }
        source.ended(firstActualNanos, lastEndNanos);
        takeNext();
    }

    /** Issuing has ended: waiting operations are not started any more. */
    void cancelWaiting() {
        due.cancel();
        for (LoopSlot slot : slots) {
            slot.cancelWaiting();
        }
    }

    void abandon(long nowNanos) {
        due.cancel();
        for (LoopSlot slot : slots) {
            slot.abandon(nowNanos);
        }
    }

    void takenOver(long nowNanos) {
        for (LoopSlot slot : slots) {
            slot.takenOver(nowNanos);
        }
    }

    /** Records the intended starts that will not be reached. */
    void abandonRest() {
        source.abandonRest();
    }
}
