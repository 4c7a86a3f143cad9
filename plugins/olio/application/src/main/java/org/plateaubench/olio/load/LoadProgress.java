// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.time.InstantSource;
import java.util.concurrent.atomic.LongAdder;

/** How far work on the data is. Any thread. */
public final class LoadProgress {
    private static final double MILLIS = 1e3;

    private final InstantSource time;
    private final LongAdder rowsDone = new LongAdder();
    private volatile Work work = new Work("", 0, 0, 0);

    /** Reads the time for rates only. */
    public LoadProgress(InstantSource time) {
        this.time = time;
    }

    private record Work(String activity, long rowsTotal, long rowsBefore, long startMillis) {}

    /**
     * How far it is.
     *
     * @param activity what is being done
     * @param rows how many are done
     * @param rowsTotal how many there are, 0 when nobody knows
     * @param rowsPerSecond since this activity began
     * @param secondsLeft at that rate, 0 when nobody knows
     */
    public record Report(String activity, long rows, long rowsTotal, double rowsPerSecond, double secondsLeft) {}

    /** Something begins, of which some may be done already. */
    void begin(String activity, long alreadyDone, long rowsTotal) {
        rowsDone.reset();
        rowsDone.add(alreadyDone);
        work = new Work(activity, rowsTotal, alreadyDone, time.millis());
    }

    void add(long rows) {
        rowsDone.add(rows);
    }

    /** As it is now. */
    public Report report() {
        Work now = work;
        long rows = rowsDone.sum();
        double seconds = (time.millis() - now.startMillis()) / MILLIS;
        double rate = seconds > 0 ? (rows - now.rowsBefore()) / seconds : 0;
        double left = rate > 0 ? Math.max(0, now.rowsTotal() - rows) / rate : 0;
        return new Report(now.activity(), rows, now.rowsTotal(), rate, left);
    }
}
