// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the schedule of one workload drew in one interval, and how its users spent the time. Differences, so that the sum
 * over all intervals is the run. Immutable.
 *
 * @param draws one per window in which something was drawn
 * @param flow how the users spent the interval, null when that was not measured
 * @param attendance who of the users asked for was there, one per steady window; none when that was not measured
 */
public record ScheduleInterval(List<Draws> draws, @Nullable Flow flow, List<Attendance> attendance) {
    /** Nothing is known, as of a run that an earlier version stored. */
    public static final ScheduleInterval UNKNOWN = new ScheduleInterval(List.of(), null);

    public ScheduleInterval {
        draws = List.copyOf(draws);
        attendance = List.copyOf(attendance);
    }

    /** An interval in which nobody counted who was there. */
    public ScheduleInterval(List<Draws> draws, @Nullable Flow flow) {
        this(draws, flow, List.of());
    }

    /** The same with who was there. */
    public ScheduleInterval with(List<Attendance> its) {
        return new ScheduleInterval(draws, flow, its);
    }

    /**
     * What was drawn for the units intended in one window, whether they were issued or not.
     *
     * @param window window of the intended start of the unit
     * @param choices how often each cell of the {@link ChoiceTable} came up
     * @param gapNanos sum of all gaps drawn, by index of the unit that the gap follows
     * @param freeGaps the gaps over which the user was free in time
     */
    public record Draws(PhaseWindow window, Map<Integer, Long> choices, Map<Integer, Long> gapNanos, Gaps freeGaps) {
        public Draws {
            choices = Collections.unmodifiableMap(new TreeMap<>(choices));
            gapNanos = Collections.unmodifiableMap(new TreeMap<>(gapNanos));
        }
    }

    /**
     * Gaps over which the user was free in time (measurement rule M19).
     *
     * @param count how many
     * @param drawnNanos sum of the gaps drawn
     * @param actualNanos sum of the gaps that came about
     */
    public record Gaps(long count, long drawnNanos, long actualNanos) {}

    /**
     * How the users spent their time (measurement rule M20). Counted where operations start and end, beside the recorder.
     *
     * @param ended operations that ended
     * @param busyNanos time integral of the operations in flight, counted at their ends
     * @param idleNanos time that users were free, counted at the starts that ended it
     * @param errorServiceNanos service times of errors, as the recorder was told them
     * @param pendingNanos level at the end of the interval: for how long connected users have been in what they are in
     */
    public record Flow(long ended, long busyNanos, long idleNanos, long errorServiceNanos, long pendingNanos) {}
}
