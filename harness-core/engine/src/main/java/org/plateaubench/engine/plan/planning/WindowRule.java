// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.plan.SteadyPart;
import org.plateaubench.engine.plan.TimeRange;

/** Divides the steady phase of a workload at every edge of a step of its schedule and of a scored period. */
final class WindowRule {
    private WindowRule() {}

    /**
     * The parts in the order of time, which fill the steady phase; empty without steps and periods.
     *
     * @param steps steps of the workload's schedule, which do not overlap
     * @param periods scored periods of the run, which do not overlap
     */
    static List<SteadyPart> parts(PhaseTimes phases, List<TimeRange> steps, List<TimeRange> periods) {
        if (steps.isEmpty() && periods.isEmpty()) {
            return List.of();
        }
        Duration start = phases.rampUp();
        Duration end = start.plus(phases.steady());
        TreeSet<Duration> edges = new TreeSet<>(List.of(start, end));
        Stream.concat(steps.stream(), periods.stream())
                .flatMap(stretch -> Stream.of(stretch.start(), stretch.end()))
                .filter(edge -> edge.compareTo(start) > 0 && edge.compareTo(end) < 0)
                .forEach(edges::add);
        List<SteadyPart> parts = new ArrayList<>();
        Duration from = start;
        for (Duration to : edges.tailSet(start, false)) {
            parts.add(new SteadyPart(from, to, numberAt(from, steps), numberAt(from, periods)));
            from = to;
        }
        return parts;
    }

    /** The steps of a load in order, from the start of the steady phase. */
    static List<TimeRange> steps(PhaseTimes phases, Load load) {
        List<TimeRange> stretches = new ArrayList<>();
        Duration start = phases.rampUp();
        for (LoadStep step : load.steps()) {
            Duration end = start.plus(step.length());
            stretches.add(new TimeRange(start, end));
            start = end;
        }
        return stretches;
    }

    private static int numberAt(Duration instant, List<TimeRange> stretches) {
        for (int i = 0; i < stretches.size(); i++) {
            if (stretches.get(i).holds(instant)) {
                return i + 1;
            }
        }
        return 0;
    }
}
