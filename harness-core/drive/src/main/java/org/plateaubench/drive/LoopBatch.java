// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

/**
 * The slots of a user that are paced together (measurement rule M7). In closed load all slots are one batch: they share
 * an intended start, and the next batch is paced from the last reply of this one. In open load every slot is a separate
 * batch: it takes an arrival as soon as it is free. Confined to the loop.
 */
final class LoopBatch {
    private final LoopUser user;
    private final UnitSource source;
    private final LoopSlot[] slots;
    private final TimerHeap.Entry due;
    private final boolean isWhole;
    private int unended;
    private boolean begun;
    private long firstActualNanos;
    private long lastEndNanos;

    /**
     * A batch of slots that are free.
     *
     * @param isWhole whether it is the user's only batch
     */
    LoopBatch(RunContext run, LoopUser user, UnitSource source, int size, boolean isWhole) {
        this.user = user;
        this.source = source;
        this.slots = new LoopSlot[size];
        for (int i = 0; i < size; i++) {
            slots[i] = new LoopSlot(run, user, this);
        }
        this.isWhole = isWhole;
        this.due = user.loop().timer(this::start);
    }

    LoopSlot[] slots() {
        return slots;
    }

    /** The user is connected: continues where the connection was lost, or begins. */
    void connected() {
        if (unended == 0) {
            takeNext();
        } else if (!begun) {
            user.loop().arm(due, slots[0].dueNanos());
        } else {
            for (LoopSlot slot : slots) {
                slot.resume();
            }
        }
    }

    /** Takes the next units, if the user is free for them; all slots of a batch get a unit or none does. */
    void takeNext() {
        if (!user.isConnected() || unended > 0) {
            return;
        }
        for (LoopSlot slot : slots) {
            if (slot.take(source)) {
                unended++;
            }
        }
        if (unended > 0) {
            begun = false;
            lastEndNanos = Long.MIN_VALUE;
            user.loop().arm(due, slots[0].dueNanos());
        }
    }

    private void start() {
        user.handOver().start(slots, isWhole);
    }

    /** A unit of the batch begins. */
    void unitStarts(long actualNanos, boolean freeInTime) {
        if (!begun) {
            begun = true;
            firstActualNanos = actualNanos;
            source.started(actualNanos, freeInTime);
        }
    }

    /** A unit of the batch has ended; after the last one the next batch is taken. */
    void unitEnded(long endNanos) {
        lastEndNanos = Math.max(lastEndNanos, endNanos);
        unended--;
        if (unended == 0) {
            for (LoopSlot slot : slots) {
                slot.batchEndedAt(lastEndNanos);
            }
            source.ended(firstActualNanos, lastEndNanos);
            takeNext();
        }
    }

    /** Issuing has ended: waiting operations are not started any more. */
    void giveUp() {
        due.cancel();
        for (LoopSlot slot : slots) {
            slot.giveUp();
        }
    }

    /** Abandons running operations, past the drain deadline. */
    void abandon(long nowNanos) {
        due.cancel();
        for (LoopSlot slot : slots) {
            slot.abandon(nowNanos);
        }
    }

    /** The loop was taken over from its thread. */
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
