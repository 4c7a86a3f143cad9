// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;

/**
 * The windows of one workload over time: the current phases, and the steady phase divided at planned instants. An
 * interruption shortens the steady phase; the parts after it stay empty. Instants are nanoseconds on the run's clock.
 * Thread-safe; reading allocates nothing.
 */
public final class WindowTimeline {
    private static final int OTHER_PHASES = 3;
    private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

    private final PhaseTimeline phases;
    private final long[] edgeNanos;
    private final PhaseWindow[] parts;
    private volatile Snapshot placed;

    /**
     * The windows in the order of time. The window of an instant is found without a branch on the instant. Otherwise a
     * compiler that has seen only instants of ramp-up would omit the code for later windows, and would recompile
     * everything around it when the steady state begins, within the measurement.
     *
     * @param starts starts of all windows but the first, padded with {@link #NEVER_NANOS} to a power of two
     * @param windows the windows, one more than the real starts
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Snapshot(PhaseTimes times, long[] starts, PhaseWindow[] windows) {
        PhaseWindow windowAt(long nanos) {
            int begun = 0;
            for (int step = starts.length >> 1; step > 0; step >>= 1) {
                // The sign bit shows whether that start is at or before the instant.
                begun += step * (int) ((starts[begun + step - 1] - 1 - nanos) >>> (Long.SIZE - 1));
            }
            return windows[begun];
        }
    }

    public WindowTimeline(PhaseTimeline phases, List<Duration> steadyBoundaries) {
        this.phases = phases;
        edgeNanos = steadyBoundaries.stream().mapToLong(Duration::toNanos).toArray();
        parts = new PhaseWindow[edgeNanos.length + 1];
        Arrays.setAll(parts, i -> edgeNanos.length == 0 ? PhaseWindow.STEADY : PhaseWindow.steadyPart(i + 1));
        placed = place(phases.current());
    }

    public PhaseTimeline phases() {
        return phases;
    }

    /** The window that contains an instant, by the current phases; a boundary belongs to the part that it begins. */
    @SuppressWarnings("ReferenceEquality") // An interruption makes new times; equal ones would only be placed again.
    public PhaseWindow windowAt(long nanos) {
        PhaseTimes times = phases.current();
        Snapshot now = placed;
        if (now.times != times) {
            now = place(times);
            placed = now;
        }
        return now.windowAt(nanos);
    }

    private Snapshot place(PhaseTimes times) {
        int windows = parts.length + OTHER_PHASES;
        int size = Integer.highestOneBit(windows - 1) * 2;
        long[] starts = new long[size];
        PhaseWindow[] ordered = new PhaseWindow[size];
        Arrays.fill(starts, NEVER_NANOS);
        Arrays.fill(ordered, PhaseWindow.of(Phase.DRAIN));
        ordered[0] = PhaseWindow.of(Phase.RAMP_UP);
        starts[0] = times.steadyStartNanos();
        ordered[1] = parts[0];
        for (int i = 0; i < edgeNanos.length; i++) {
            starts[i + 1] = Math.min(edgeNanos[i], times.steadyEndNanos());
            ordered[i + 2] = parts[i + 1];
        }
        starts[parts.length] = times.steadyEndNanos();
        ordered[parts.length + 1] = PhaseWindow.of(Phase.RAMP_DOWN);
        starts[parts.length + 1] = times.issueEndNanos();
        return new Snapshot(times, starts, ordered);
    }

    /** The first instant after the one given at which another window begins; {@link Long#MAX_VALUE} when none does. */
    public long edgeAfter(long nanos) {
        if (phases.phaseAt(nanos) == Phase.STEADY) {
            int found = Arrays.binarySearch(edgeNanos, nanos);
            int next = found >= 0 ? found + 1 : -found - 1;
            long phaseEnd = phases.edgeAfter(nanos);
            return next < edgeNanos.length ? Math.min(edgeNanos[next], phaseEnd) : phaseEnd;
        }
        return phases.edgeAfter(nanos);
    }

    /** The instant from which no operation is issued. */
    public long issueEndNanos() {
        return phases.issueEndNanos();
    }
}
