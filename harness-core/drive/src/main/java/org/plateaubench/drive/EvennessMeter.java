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
 * Counts how many units each user begins in each part of the steady phase (measurement rule M25). It reads the counts
 * that users keep themselves at the ends of the intervals, so that an operation costs no more than its count. Each part
 * is divided into eight equal slices, which show how much the counts vary by chance. Not thread-safe.
 */
final class EvennessMeter {
    private static final int SLICES = 8;
    private static final int MIN_SLICES = 4;

    private final RunContext run;
    private final Users users;
    private final int first;
    private final int count;
    private final List<long[]> edges = new ArrayList<>();
    private PhaseWindow window = PhaseWindow.PREPARE;
    private long startNanos;
    private long sliceNanos;
    private long readNanos;
    private final long[] startedUnits;
    private int[] waits = {};
    private int readings;

    EvennessMeter(RunContext run, Users users) {
        this.run = run;
        this.users = users;
        first = run.spec().share().firstUser();
        count = run.spec().share().users();
        startedUnits = new long[count];
    }

    /** Reads the counts of all users; returns the counts of a part that has ended. */
    List<Evenness> sample(long nowNanos) {
        PhaseWindow now = run.windows().windowAt(nowNanos);
        if (now.equals(window)) {
            if (window.isSteady()) {
                addReading(nowNanos);
            }
            return List.of();
        }
        List<Evenness> ended = window.isSteady() && edges.size() > MIN_SLICES ? List.of(evenness()) : List.of();
        window = now;
        edges.clear();
        if (window.isSteady()) {
            startNanos = nowNanos;
            sliceNanos = (run.windows().edgeAfter(nowNanos) - nowNanos) / SLICES;
            waits = new int[count];
            readings = 1;
            readNanos = nowNanos;
            readUsers();
            edges.add(startedUnits.clone());
        }
        return ended;
    }

    private void addReading(long nowNanos) {
        readNanos = nowNanos;
        readUsers();
        readings++;
        if (nowNanos - startNanos >= edges.size() * sliceNanos) {
            edges.add(startedUnits.clone());
        }
    }

    private void readUsers() {
        for (int i = 0; i < count; i++) {
            startedUnits[i] = users.startedUnits(i);
            waits[i] += users.isWaiting(i) ? 1 : 0;
        }
    }

    /** Whether the load required a user all the time, and its driver did so too. */
    private boolean isRequired(int index) {
        int user = first + index;
        return startedUnits[index] != Users.DONE
                && run.userStartNanos(user) <= startNanos
                && (run.spec().load() instanceof Load.Open
                        || run.activeNanos(user, startNanos, readNanos) == readNanos - startNanos);
    }

    private Evenness evenness() {
        int[] required = IntStream.range(0, count).filter(this::isRequired).toArray();
        return new EvennessCounts(first, required, edges, startedUnits)
                .evenness(window, readNanos - startNanos, readings, waits);
    }
}
