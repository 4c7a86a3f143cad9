// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.time.InstantSource;
import java.util.concurrent.atomic.LongAdder;

/** The progress of work on the data. Any thread. */
public final class LoadProgress {
    private static final double MILLIS = 1e3;

    private final InstantSource time;
    private final LongAdder rowsDone = new LongAdder();
    private volatile Work work = new Work("", 0, 0, 0);

    /** Creates a progress; the time is read for rates only. */
    public LoadProgress(InstantSource time) {
        this.time = time;
    }

    private record Work(String activity, long rowsTotal, long rowsBefore, long startMillis) {}

    /**
     * The progress.
     *
     * @param activity present activity
     * @param rows number of rows done
     * @param rowsTotal number of all rows, 0 when unknown
     * @param rowsPerSecond rate since this activity began
     * @param secondsLeft rest at that rate, 0 when unknown
     */
    public record Report(String activity, long rows, long rowsTotal, double rowsPerSecond, double secondsLeft) {}

    /** Begins an activity, part of which may be done already. */
    void begin(String activity, long alreadyDone, long rowsTotal) {
        rowsDone.reset();
        rowsDone.add(alreadyDone);
        work = new Work(activity, rowsTotal, alreadyDone, time.millis());
    }

    void add(long rows) {
        rowsDone.add(rows);
    }

    /** Returns the present progress. */
    public Report report() {
        Work now = work;
        long rows = rowsDone.sum();
        double seconds = (time.millis() - now.startMillis()) / MILLIS;
        double rate = seconds > 0 ? (rows - now.rowsBefore()) / seconds : 0;
        double left = rate > 0 ? Math.max(0, now.rowsTotal() - rows) / rate : 0;
        return new Report(now.activity(), rows, now.rowsTotal(), rate, left);
    }
}
