// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.util.concurrent.atomic.AtomicInteger;
import org.plateaubench.spi.Acknowledged;

/**
 * The latest committed writes of some rows, which the data set verifies after the run. A row whose writes overlap is
 * left out until it is written again. Nothing is collected unless all users of the workload are in this agent.
 * Thread-safe.
 */
final class LastWrites {
    static final String KIND = "rows";

    /** Bits of an identity for the number of the write; the others are for the number of the row over all tables. */
    private static final int WRITE_BITS = 23;

    private static final int MAX_ROWS = 1 << 16;

    private final int users;
    private final long stride;
    private final AtomicInteger userCount = new AtomicInteger();
    private final int[] inFlight;
    private final boolean[] overlapped;
    /** The identities of the latest writes; 0 if unknown. */
    private final long[] latest;

    LastWrites(int users, long rows) {
        this.users = users;
        stride = Math.ceilDiv(rows, MAX_ROWS);
        int watched = (int) (rows / stride) + 1;
        inFlight = new int[watched];
        overlapped = new boolean[watched];
        latest = new long[watched];
    }

    void addUser() {
        userCount.incrementAndGet();
    }

    /** Returns the number of a row over all tables. */
    static long globalRow(OltpParameters parameters, int table, int row) {
        return (long) table * parameters.rows() + row;
    }

    static long identity(long globalRow, long write) {
        return (globalRow << WRITE_BITS) | (write & ((1L << WRITE_BITS) - 1));
    }

    static long globalRow(long identity) {
        return identity >>> WRITE_BITS;
    }

    /** Begins a write of a row; returns whether the row is watched and the write must therefore be ended. */
    boolean begin(long globalRow) {
        if (globalRow % stride != 0 || userCount.get() < users) {
            return false;
        }
        int index = (int) (globalRow / stride);
        synchronized (this) {
            if (inFlight[index]++ > 0) {
                overlapped[index] = true;
            }
        }
        return true;
    }

    /** Ends a write that certainly did not change the row. */
    void endRolledBack(long globalRow) {
        end((int) (globalRow / stride));
    }

    /** Ends a write that may have changed the row. */
    void end(long globalRow, long write, boolean isCommitted, Acknowledged rows) {
        int index = (int) (globalRow / stride);
        long before;
        boolean isLatest;
        synchronized (this) {
            before = latest[index];
            isLatest = isCommitted && !overlapped[index];
            latest[index] = isLatest ? identity(globalRow, write) : 0;
            end(index);
        }
        if (before != 0) {
            rows.removed(before);
        }
        if (isLatest) {
            rows.stored(identity(globalRow, write));
        }
    }

    private synchronized void end(int index) {
        if (--inFlight[index] == 0) {
            overlapped[index] = false;
        }
    }
}
