// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;

/**
 * Determines the length of the steady phase, from the run file or from the schedules, which must all have the same
 * length, its scored periods, and its parts between the edges of steps and periods.
 */
final class SteadyRule {
    private static final String PERIODS = RunFileKeys.PERIODS.name();

    private SteadyRule() {}

    /** The length; null, with a problem reported here or before, if there is none. */
    static @Nullable Duration steady(RunSpec spec, PlanProblems problems) {
        Duration steady = spec.phases().get(RunFileKeys.STEADY);
        String origin = "phases.steady is ";
        for (WorkloadSpec workload : spec.workloads()) {
            LoadSpec load = workload.get(RunFileKeys.LOAD);
            if (load == null || load.steps().isEmpty()) {
                continue;
            }
            Duration length = length(load.steps());
            if (steady == null) {
                steady = length;
                origin = "the steps of workload " + workload.name() + " last ";
            } else if (!steady.equals(length)) {
                problems.atValue(
                        LoadKeys.SCHEDULE_OF_USERS.within(
                                RunFileKeys.LOAD.within(RunFileKeys.WORKLOADS.entry(workload.name()))),
                        "its steps last " + Durations.format(length) + ", but " + origin + Durations.format(steady)
                                + ": a schedule must fill the steady phase exactly, or leave phases.steady out");
            }
        }
        return steady;
    }

    private static Duration length(List<LoadStep> steps) {
        return steps.stream().map(LoadStep::length).reduce(Duration.ZERO, Duration::plus);
    }

    static List<Period> periods(int count, PhaseTimes phases, Duration interval, PlanProblems problems) {
        List<Period> periods = new ArrayList<>();
        Duration start = phases.rampUp();
        for (int i = 1; i <= count; i++) {
            Duration end = phases.rampUp().plus(phases.steady().multipliedBy(i).dividedBy(count));
            periods.add(new Period("p" + i, start, end));
            if (end.minus(start).compareTo(interval) < 0) {
                problems.atValue(
                        PERIODS,
                        "period p" + i + " would last " + Durations.format(end.minus(start))
                                + ", less than an interval of " + Durations.format(interval));
                return List.of();
            }
            start = end;
        }
        return periods;
    }

    /** The parts in the order of time, which fill the steady phase; empty without steps and periods. */
    static List<SteadyPart> parts(PhaseTimes phases, List<Period> steps, List<Period> periods) {
        if (steps.isEmpty() && periods.isEmpty()) {
            return List.of();
        }
        Duration start = phases.rampUp();
        Duration end = start.plus(phases.steady());
        TreeSet<Duration> edges = new TreeSet<>(List.of(start, end));
        Stream.concat(steps.stream(), periods.stream())
                .flatMap(part -> Stream.of(part.start(), part.end()))
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

    static List<Period> steps(PhaseTimes phases, Load load) {
        List<Period> steps = new ArrayList<>();
        Duration start = phases.rampUp();
        for (LoadStep step : load.steps()) {
            Duration end = start.plus(step.length());
            steps.add(new Period("", start, end));
            start = end;
        }
        return steps;
    }

    private static int numberAt(Duration instant, List<Period> steps) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).contains(instant)) {
                return i + 1;
            }
        }
        return 0;
    }
}
