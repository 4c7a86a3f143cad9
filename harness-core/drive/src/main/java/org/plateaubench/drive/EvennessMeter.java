// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.plateaubench.api.Load;
import org.plateaubench.drive.run.RunContext;
import org.plateaubench.drive.user.Users;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.recorder.EvennessCounts;

/**
 * Counts how many units each user begins in each part of the steady phase (measurement rule M25). It reads the users'
 * own counts at the ends of the intervals, so that an operation costs nothing more than the count; eight equal times of
 * a part show how much chance varies it. One thread.
 */
final class EvennessMeter {
    private static final int TIMES = 8;
    private static final int MIN_TIMES = 4;

    private final RunContext run;
    private final Users users;
    private final int first;
    private final int count;
    private final List<long[]> edges = new ArrayList<>();
    private PhaseWindow window = PhaseWindow.PREPARE;
    private long startNanos;
    private long timeNanos;
    private long seenNanos;
    private final long[] seen;
    private int[] waits = {};
    private int readings;

    EvennessMeter(RunContext run, Users users) {
        this.run = run;
        this.users = users;
        first = run.spec().share().firstUser();
        count = run.spec().share().users();
        seen = new long[count];
    }

    /** Reads the counts of all users; returns the counts of a part that has ended. */
    List<Evenness> sample(long nowNanos) {
        PhaseWindow now = run.windows().windowAt(nowNanos);
        if (now.equals(window)) {
            if (window.isSteady()) {
                add(nowNanos);
            }
            return List.of();
        }
        List<Evenness> ended = window.isSteady() && edges.size() > MIN_TIMES ? List.of(evenness()) : List.of();
        window = now;
        edges.clear();
        if (window.isSteady()) {
            startNanos = nowNanos;
            timeNanos = (run.windows().edgeAfter(nowNanos) - nowNanos) / TIMES;
            waits = new int[count];
            readings = 1;
            seenNanos = nowNanos;
            sample();
            edges.add(seen.clone());
        }
        return ended;
    }

    private void add(long nowNanos) {
        seenNanos = nowNanos;
        sample();
        readings++;
        if (nowNanos - startNanos >= edges.size() * timeNanos) {
            edges.add(seen.clone());
        }
    }

    private void sample() {
        for (int i = 0; i < count; i++) {
            seen[i] = users.startedUnits(i);
            waits[i] += users.waits(i) ? 1 : 0;
        }
    }

    /** Whether the load required a user all the time, and its driver did so too. */
    private boolean isWanted(int index) {
        int user = first + index;
        return seen[index] != Users.DONE
                && run.userStartNanos(user) <= startNanos
                && (run.spec().load() instanceof Load.Open
                        || run.activeNanos(user, startNanos, seenNanos) == seenNanos - startNanos);
    }

    private Evenness evenness() {
        int[] wanted = IntStream.range(0, count).filter(this::isWanted).toArray();
        return new EvennessCounts(first, wanted, edges, seen).evenness(window, seenNanos - startNanos, readings, waits);
    }
}
