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
    static long rowNumber(OltpParameters parameters, int table, int row) {
        return (long) table * parameters.rows() + row;
    }

    static long identity(long rowNumber, long write) {
        return (rowNumber << WRITE_BITS) | (write & ((1L << WRITE_BITS) - 1));
    }

    static long rowNumber(long identity) {
        return identity >>> WRITE_BITS;
    }

    /** Begins a write of a row; returns whether the row is watched and the write must therefore be ended. */
    boolean begin(long rowNumber) {
        if (rowNumber % stride != 0 || userCount.get() < users) {
            return false;
        }
        int index = (int) (rowNumber / stride);
        synchronized (this) {
            if (inFlight[index]++ > 0) {
                overlapped[index] = true;
            }
        }
        return true;
    }

    /** Ends a write that certainly did not change the row. */
    void endRolledBack(long rowNumber) {
        end((int) (rowNumber / stride));
    }

    /** Ends a write that may have changed the row. */
    void end(long rowNumber, long write, boolean isCommitted, Acknowledged rows) {
        int index = (int) (rowNumber / stride);
        long before;
        boolean isLatest;
        synchronized (this) {
            before = latest[index];
            isLatest = isCommitted && !overlapped[index];
            latest[index] = isLatest ? identity(rowNumber, write) : 0;
            end(index);
        }
        if (before != 0) {
            rows.removed(before);
        }
        if (isLatest) {
            rows.stored(identity(rowNumber, write));
        }
    }

    private synchronized void end(int index) {
        if (--inFlight[index] == 0) {
            overlapped[index] = false;
        }
    }
}
