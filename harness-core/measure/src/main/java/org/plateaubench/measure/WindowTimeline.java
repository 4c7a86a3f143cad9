// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.Phase;

/**
 * The windows of one workload over time: the phases as they stand now, and the steady phase divided at planned instants.
 * An interruption shortens the steady phase; the parts after it stay empty. Instants are nanoseconds on the run's clock.
 * Any thread; asking allocates nothing.
 */
public final class WindowTimeline {
    private final PhaseTimeline phases;
    private final long[] edgeNanos;
    private final PhaseWindow[] parts;

    /**
     * A timeline whose steady phase is divided.
     *
     * @param phases the phases, which all workloads of a run share
     * @param steadyEdges where a part ends and the next begins, since the start of ramp-up, ascending and inside the
     *     planned steady phase; none leaves it in one piece
     */
    public WindowTimeline(PhaseTimeline phases, List<Duration> steadyEdges) {
        this.phases = phases;
        edgeNanos = steadyEdges.stream().mapToLong(Duration::toNanos).toArray();
        for (int i = 1; i < edgeNanos.length; i++) {
            if (edgeNanos[i] <= edgeNanos[i - 1]) {
                throw new IllegalArgumentException("edges must ascend, found " + steadyEdges);
            }
        }
        parts = new PhaseWindow[edgeNanos.length + 1];
        Arrays.setAll(parts, i -> edgeNanos.length == 0 ? PhaseWindow.STEADY : PhaseWindow.steadyPart(i + 1));
    }

    /** The phases that are divided. */
    public PhaseTimeline phases() {
        return phases;
    }

    /** The window that an instant lies in, as the phases stand now; an edge belongs to the part that it begins. */
    public PhaseWindow windowAt(long nanos) {
        Phase phase = phases.phaseAt(nanos);
        if (phase != Phase.STEADY) {
            return PhaseWindow.of(phase);
        }
        int found = Arrays.binarySearch(edgeNanos, nanos);
        return parts[found >= 0 ? found + 1 : -found - 1];
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

    /** No operation is issued from here on. */
    public long issueEndNanos() {
        return phases.issueEndNanos();
    }
}
