// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.util.concurrent.atomic.LongAdder;

/** The progress of work on the data. Any thread. */
public final class LoadProgress {
    private final LongAdder rowsDone = new LongAdder();
    private volatile Work work = new Work("", 0);

    private record Work(String activity, long rowsTotal) {}

    /**
     * The progress.
     *
     * @param activity present activity
     * @param rows number of rows done
     * @param rowsTotal number of all rows, 0 when unknown
     */
    public record Report(String activity, long rows, long rowsTotal) {}

    /** Begins an activity, part of which may be done already. */
    void begin(String activity, long alreadyDone, long rowsTotal) {
        rowsDone.reset();
        rowsDone.add(alreadyDone);
        work = new Work(activity, rowsTotal);
    }

    void add(long rows) {
        rowsDone.add(rows);
    }

    /** Returns the present progress. */
    public Report report() {
        Work now = work;
        return new Report(now.activity(), rowsDone.sum(), now.rowsTotal());
    }
}
