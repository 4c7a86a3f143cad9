// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;

/**
 * The draws of a workload's schedule and the use of its users' time.
 *
 * @param known whether there are intervals, and every one has them
 * @param steadyChoices choices by cell, for units intended in the steady window
 * @param runChoices choices by cell, for all units of the run
 * @param gapNanos gaps drawn in the steady window, summed by unit
 * @param flow use of the users' time in the intervals of the window
 * @param performed outcomes of every operation, over the whole run
 * @param evenness the work of the users in each part of the steady window, by agent
 */
public record ScheduleFigures(
        boolean known,
        Map<Integer, Long> steadyChoices,
        Map<Integer, Long> runChoices,
        Map<Integer, Long> gapNanos,
        ScheduleInterval.Gaps freeGaps,
        Flow flow,
        Map<String, LineInterval.Counts> performed,
        Map<String, List<Evenness>> evenness) {

    /**
     * The intervals of the window, summed over agents.
     *
     * @param seconds length of the intervals
     * @param busySeconds time integral of the operations in flight, by these counts and by the recorder's stamps
     * @param recorded successes, refusals and errors that the recorder counted in the same intervals
     * @param longestSeconds longest of these service times and of those of the interval after the window
     * @param userSeconds time for which users were connected, from the levels
     * @param userChangeSeconds possible error of {@code userSeconds}, because users arrived and left between two levels
     * @param inFlight samples of the operations in flight, null when a part of the window has none
     */
    public record Flow(
            double seconds,
            long ended,
            double busySeconds,
            long recorded,
            double serviceSeconds,
            double longestSeconds,
            double userSeconds,
            double userChangeSeconds,
            double spentSeconds,
            @Nullable InFlight inFlight) {}

    /**
     * Operations in flight by the users' own state, sampled at random instants.
     *
     * @param handBackSeconds time for which ended operations still counted as in flight because the harness was
     *     handling the reply
     * @param ageChangeSeconds total age of the operations in flight at the end minus that at the start
     * @param moved number of starts and ends of operations while the two edges of the window were read
     */
    public record InFlight(
            long samples,
            double mean,
            double error,
            long most,
            double handBackSeconds,
            double ageChangeSeconds,
            long moved) {}
}
