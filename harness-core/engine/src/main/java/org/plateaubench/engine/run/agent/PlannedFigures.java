// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Names;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;
import org.plateaubench.wire.RefusedMessageException;

/**
 * The figures that an interval of one workload may contain, each once: those of the plan. Any others would add names to
 * files and sums of the run that its workload does not have, in any number. Immutable.
 */
final class PlannedFigures {
    /** The greatest count in one interval. No agent reaches it, and sums over all intervals do not overflow. */
    static final long MOST_OF_A_COUNT = 1L << 40;

    /**
     * The greatest number of reasons of a line: an agent counts 200 by name, and some more depending on the number of
     * its threads.
     */
    private static final int MOST_REASONS = 1_000;

    /** The length of a name and a window. */
    private static final int LONGEST_SHOWN = 2 * Names.MOST_CHARACTERS;

    private final String scope;
    private final Map<String, LineInterval.Kind> lines;
    /** The row of each line, with a place for each window, followed by the rows of lag, of draws and of attendance. */
    private final Map<String, Integer> rows = new HashMap<>();

    private final int places;
    private final Set<PhaseWindow> windows;
    private final Set<String> counters;
    private final Set<String> gauges;

    PlannedFigures(PlannedWorkload workload) {
        scope = workload.scope();
        lines = workload.lines();
        lines.keySet().forEach(line -> rows.put(line, rows.size()));
        windows = Set.copyOf(PhaseWindow.all(workload.parts().size()));
        places = PhaseWindow.places(workload.parts().size());
        counters = Set.copyOf(workload.measures(MeasureDefinition.Kind.COUNTER));
        gauges = Set.copyOf(workload.measures(MeasureDefinition.Kind.GAUGE));
    }

    /** The number of operations, units and series. */
    int lines() {
        return lines.size();
    }

    /**
     * Checks the figures of an interval.
     *
     * @throws RefusedMessageException with a description of the message, in words that follow "since it sent"
     */
    void check(WorkloadInterval interval) throws RefusedMessageException {
        BitSet seen = new BitSet();
        for (LineInterval line : interval.lines()) {
            requireKnown(lines.get(line.line()) == line.kind(), line.line());
            place(rows.getOrDefault(line.line(), 0), line.line(), line.window(), seen);
            require(
                    line.counts().areWithin(MOST_OF_A_COUNT)
                            && areCounts(line.errorsByClass())
                            && areCounts(line.declinedByReason()),
                    "a count that cannot be");
        }
        for (LagInterval lag : interval.lags()) {
            place(lines(), "lag", lag.window(), seen);
        }
        for (ScheduleInterval.Draws draws : interval.schedule().draws()) {
            place(lines() + 1, "draws", draws.window(), seen);
        }
        for (Attendance attendance : interval.schedule().attendance()) {
            place(lines() + 2, "attendance", attendance.window(), seen);
        }
        for (String counter : interval.counters().keySet()) {
            requireKnown(counters.contains(counter), counter);
        }
        for (String gauge : interval.gauges().keySet()) {
            requireKnown(gauges.contains(gauge), gauge);
        }
    }

    private void place(int row, String what, PhaseWindow window, BitSet seen) throws RefusedMessageException {
        if (!windows.contains(window)) {
            requireKnown(false, what + " in " + window);
        }
        int place = row * places + window.index();
        if (seen.get(place)) {
            throw new RefusedMessageException(figures(what) + " twice in one interval");
        }
        seen.set(place);
    }

    private void requireKnown(boolean isKnown, String what) throws RefusedMessageException {
        if (!isKnown) {
            throw new RefusedMessageException(figures(what) + ", which that workload does not have");
        }
    }

    /** Describes figures by their name, which comes from the agent and may have any length and content. */
    private String figures(String what) {
        String shown =
                what.length() <= LONGEST_SHOWN ? ShownText.of(what) : "a name of " + what.length() + " characters";
        return "figures of " + shown + " of " + scope;
    }

    private static boolean areCounts(Map<String, Long> counts) {
        return counts.size() <= MOST_REASONS
                && counts.values().stream().allMatch(count -> count >= 0 && count <= MOST_OF_A_COUNT);
    }

    static void require(boolean isRight, String otherwise) throws RefusedMessageException {
        if (!isRight) {
            throw new RefusedMessageException(otherwise);
        }
    }
}
