// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WindowTimeline;

/**
 * Adds up how long the requested users of one workload were connected, so that absences between two readings also count
 * (measurement rule M15). It is exact to the reported instants. Any thread reports, without a lock and without
 * allocation; one thread drains.
 */
public final class AttendanceMeter {
    /** The time that a newly requested user has to connect before it counts as away. */
    public static final long JOINING_NANOS = 1_000_000_000;

    private static final int NONE = 0;
    private static final int JOINING = 1;
    private static final int AWAY = 2;
    private static final int CONNECTED = 3;
    private static final int STATE_BITS = 2;
    private static final long STATE_MASK = (1 << STATE_BITS) - 1;
    private static final int KINDS = CONNECTED + 1;
    /** The sums of requested time use the place of a user without a state, for whom no time is counted. */
    private static final int REQUESTED = NONE;

    private final WindowTimeline windows;
    private final RequestedTime requested;
    private final int firstUser;
    private final List<PhaseWindow> steadyWindows;
    private final AtomicLongArray users;

    private final AtomicLongArray sums;
    private long drainedNanos = Long.MIN_VALUE;

    @FunctionalInterface
    public interface RequestedTime {
        /** The nanoseconds for which the load requested a user between two instants of the run's clock. */
        long nanos(int user, long fromNanos, long toNanos);
    }

    /** Creates a meter of users that have not begun. */
    public AttendanceMeter(
            WindowTimeline windows, int steadyParts, int firstUser, int userCount, RequestedTime requested) {
        this.windows = windows;
        this.requested = requested;
        this.firstUser = firstUser;
        this.steadyWindows = PhaseWindow.all(steadyParts).stream()
                .filter(PhaseWindow::isSteady)
                .toList();
        this.users = new AtomicLongArray(userCount);
        this.sums = new AtomicLongArray(PhaseWindow.indexCount(steadyParts) * KINDS);
    }

    // ---- state changes of a user, by its global number

    public void joining(int user, long requestedNanos, long nowNanos) {
        if (nowNanos < requestedNanos + JOINING_NANOS) {
            change(user, Math.min(requestedNanos, nowNanos), JOINING);
        } else {
            add(user, JOINING, requestedNanos, requestedNanos + JOINING_NANOS);
            change(user, nowNanos, AWAY);
        }
    }

    public void connected(int user, long nowNanos) {
        change(user, nowNanos, CONNECTED);
    }

    /** The user has no connection because of the SUT; a user that connects for the first time continues to do so. */
    public void away(int user, long nowNanos) {
        int state = state(users.get(user - firstUser));
        if (state == CONNECTED || state == NONE) {
            change(user, nowNanos, AWAY);
        }
    }

    /** The user has ended, or is lost because of the plugin or the harness. */
    public void gone(int user, long nowNanos) {
        change(user, nowNanos, NONE);
    }

    private void change(int user, long nowNanos, int to) {
        int index = user - firstUser;
        long seen;
        long untilNanos;
        do {
            seen = users.get(index);
            // The drain may have counted past an instant that was read before.
            untilNanos = state(seen) == NONE ? nowNanos : Math.max(nowNanos, nanos(seen));
        } while (!users.compareAndSet(index, seen, word(untilNanos, to)));
        count(user, seen, untilNanos);
    }

    private void count(int user, long word, long untilNanos) {
        int state = state(word);
        long from = nanos(word);
        if (state == JOINING) {
            long grace = Math.min(untilNanos, from + JOINING_NANOS);
            add(user, JOINING, from, grace);
            add(user, AWAY, grace, untilNanos);
        } else if (state != NONE) {
            add(user, state, from, untilNanos);
        }
    }

    private void add(int user, int kind, long fromNanos, long toNanos) {
        long from = fromNanos;
        while (from < toNanos) {
            long to = Math.min(toNanos, windows.edgeAfter(from));
            PhaseWindow window = windows.windowAt(from);
            if (window.isSteady()) {
                sums.addAndGet(cell(window, kind), requested.nanos(user, from, to));
            }
            from = to;
        }
    }

    // ---- draining

    private record Piece(PhaseWindow window, long fromNanos, long toNanos) {}

    /** The differences since the last call, or since instant 0, one for each steady window with a change. */
    public List<Attendance> drain(long nowNanos) {
        List<Piece> pieces = pieces(Math.max(0, drainedNanos), nowNanos);
        if (!pieces.isEmpty()) {
            long[] lengths = new long[sums.length()];
            for (Piece piece : pieces) {
                lengths[piece.window.index()] += piece.toNanos - piece.fromNanos;
            }
            for (int i = 0; i < users.length(); i++) {
                countUpTo(i, pieces, nowNanos);
            }
            drainedNanos = nowNanos;
            return differences(lengths);
        }
        drainedNanos = Math.max(drainedNanos, nowNanos);
        return differences(new long[sums.length()]);
    }

    private List<Piece> pieces(long fromNanos, long toNanos) {
        List<Piece> pieces = new ArrayList<>();
        long from = fromNanos;
        while (from < toNanos) {
            long to = Math.min(toNanos, windows.edgeAfter(from));
            PhaseWindow window = windows.windowAt(from);
            if (window.isSteady()) {
                pieces.add(new Piece(window, from, to));
            }
            from = to;
        }
        return pieces;
    }

    /**
     * Counts the state of a user up to now; if the user changes its state in the meantime, its thread counts this
     * itself.
     */
    private void countUpTo(int index, List<Piece> pieces, long nowNanos) {
        int user = firstUser + index;
        long seen = users.get(index);
        int state = state(seen);
        boolean isJoining = state == JOINING && nowNanos < nanos(seen) + JOINING_NANOS;
        boolean isCounted = state != NONE
                && !isJoining
                && nanos(seen) < nowNanos
                && users.compareAndSet(index, seen, word(nowNanos, state == JOINING ? AWAY : state));
        boolean hasOneState = isCounted && state != JOINING && nanos(seen) == drainedNanos;
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            long nanos = requested.nanos(user, piece.fromNanos, piece.toNanos);
            sums.addAndGet(cell(piece.window, REQUESTED), nanos);
            if (hasOneState) {
                sums.addAndGet(cell(piece.window, state), nanos);
            }
        }
        if (isCounted && !hasOneState) {
            count(user, seen, nowNanos);
        }
    }

    private List<Attendance> differences(long[] lengths) {
        List<Attendance> attendances = new ArrayList<>();
        for (PhaseWindow window : steadyWindows) {
            Attendance attendance = new Attendance(
                    window,
                    lengths[window.index()],
                    sums.getAndSet(cell(window, REQUESTED), 0),
                    sums.getAndSet(cell(window, CONNECTED), 0),
                    sums.getAndSet(cell(window, JOINING), 0),
                    sums.getAndSet(cell(window, AWAY), 0));
            if (!attendance.equals(new Attendance(window, 0, 0, 0, 0, 0))) {
                attendances.add(attendance);
            }
        }
        return attendances;
    }

    private static int cell(PhaseWindow window, int kind) {
        return window.index() * KINDS + kind;
    }

    private static long word(long nanos, int state) {
        return (nanos << STATE_BITS) | state;
    }

    private static int state(long word) {
        return (int) (word & STATE_MASK);
    }

    private static long nanos(long word) {
        return word >> STATE_BITS;
    }
}
