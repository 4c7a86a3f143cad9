// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The draws of one workload's schedule in one interval, and the use of its users' time. Values are differences, so that
 * the sum over all intervals is the whole run. Immutable.
 *
 * @param draws one per window in which something was drawn
 * @param flow use of the users' time in the interval, null when that was not measured
 * @param attendance the presence of the requested users, one per steady window; empty when that was not measured
 * @param evenness the work of the users, for each part of the steady phase that ended in the interval
 */
public record ScheduleInterval(
        List<Draws> draws, @Nullable Flow flow, List<Attendance> attendance, List<Evenness> evenness) {
    /** The value when nothing was measured. */
    public static final ScheduleInterval UNKNOWN = new ScheduleInterval(List.of(), null);

    /** Creates an interval in which attendance was not measured. */
    public ScheduleInterval(List<Draws> draws, @Nullable Flow flow) {
        this(draws, flow, List.of(), List.of());
    }

    public ScheduleInterval with(List<Attendance> present, List<Evenness> work) {
        return new ScheduleInterval(draws, flow, present, work);
    }

    /**
     * The draws for the units intended in one window, whether they were issued or not.
     *
     * @param window window of the intended start of the unit
     * @param choices count of each cell of the {@link ChoiceTable}
     * @param gapNanos sum of all gaps drawn, by index of the unit that the gap follows
     * @param freeGaps the gaps over which the user was free in time
     */
    public record Draws(PhaseWindow window, Map<Integer, Long> choices, Map<Integer, Long> gapNanos, Gaps freeGaps) {
        public Draws {
            choices = choices.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(choices));
            gapNanos = gapNanos.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(gapNanos));
        }
    }

    /**
     * Gaps over which the user was free in time (measurement rule M19).
     *
     * @param count number of gaps
     * @param drawnNanos sum of the gaps drawn
     * @param actualNanos sum of the actual gaps
     */
    public record Gaps(long count, long drawnNanos, long actualNanos) {}

    /**
     * The use of the users' time (measurement rule M20). It is counted where operations start and end, independently of
     * the recorder.
     *
     * @param ended operations that ended
     * @param busyNanos time integral of the operations in flight, counted at their ends
     * @param idleNanos time that users were free, counted at the starts that ended it
     * @param errorServiceNanos service times of errors, as reported to the recorder
     * @param pendingNanos level at the end of the interval: time that connected users have spent in their present state
     * @param inFlight operations in flight by samples, null when no samples were taken
     */
    public record Flow(
            long ended,
            long busyNanos,
            long idleNanos,
            long errorServiceNanos,
            long pendingNanos,
            @Nullable InFlight inFlight) {}

    /**
     * Operations in flight by the users' own state, which is independent of the recorder's stamps: sampled at random
     * instants (measurement rule M20).
     *
     * @param samples number of samples
     * @param sum operations in flight, summed over the samples
     * @param squares squares of the samples, summed
     * @param most greatest sample
     * @param handBackNanos time for which operations that had ended were still in flight by the state of their users,
     *     since the harness was handling the reply
     * @param ageNanos level at the end of the interval: ages of the operations in flight, summed
     * @param moved number of starts and ends of operations while the interval was read, so that its figures may be from
     *     before or after them
     */
    public record InFlight(
            long samples, long sum, long squares, long most, long handBackNanos, long ageNanos, long moved) {}
}
