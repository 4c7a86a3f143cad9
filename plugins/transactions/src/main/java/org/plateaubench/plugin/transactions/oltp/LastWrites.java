// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.util.concurrent.atomic.AtomicInteger;
import org.plateaubench.spi.Acknowledged;

/**
 * The latest committed writes of some rows, so that the data set can look for them. A row whose writes overlap is left
 * out until it is written again. Nothing is collected unless all users of the workload are in this agent. Thread-safe.
 */
final class LastWrites {
    static final String KIND = "rows";

    /** Bits of the number of a write in an identity; the others are for the number of the row over all tables. */
    private static final int WRITE_BITS = 23;

    private static final int MAX_ROWS = 1 << 16;

    private final int users;
    private final long stride;
    private final AtomicInteger opened = new AtomicInteger();
    private final int[] inFlight;
    private final boolean[] overlapped;
    /** The identities of the latest writes; 0 for one that is not known. */
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
        opened.incrementAndGet();
    }

    /** Returns the number that a row has over all tables. */
    static long global(OltpParameters parameters, int table, int row) {
        return (long) table * parameters.rows() + row;
    }

    static long identity(long global, long write) {
        return (global << WRITE_BITS) | (write & ((1L << WRITE_BITS) - 1));
    }

    static long global(long identity) {
        return identity >>> WRITE_BITS;
    }

    /** Begins a write of a row; returns whether the row is watched, so that the write has to be ended. */
    boolean begin(long global) {
        if (global % stride != 0 || opened.get() < users) {
            return false;
        }
        int place = (int) (global / stride);
        synchronized (this) {
            if (inFlight[place]++ > 0) {
                overlapped[place] = true;
            }
        }
        return true;
    }

    /** Ends a write that certainly left the row as it was. */
    void endUndone(long global) {
        end((int) (global / stride));
    }

    /** Ends a write that may have changed the row. */
    void end(long global, long write, boolean isCommitted, Acknowledged rows) {
        int place = (int) (global / stride);
        long before;
        boolean isLatest;
        synchronized (this) {
            before = latest[place];
            isLatest = isCommitted && !overlapped[place];
            latest[place] = isLatest ? identity(global, write) : 0;
            end(place);
        }
        if (before != 0) {
            rows.removed(before);
        }
        if (isLatest) {
            rows.stored(identity(global, write));
        }
    }

    private synchronized void end(int place) {
        if (--inFlight[place] == 0) {
            overlapped[place] = false;
        }
    }
}
