// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Durations;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.repetition.PeriodsSpec;
import org.plateaubench.engine.plan.Period;

final class PeriodRule {
    private static final String PATH = RunFileKeys.PERIODS.name();

    private PeriodRule() {}

    static List<Period> periods(PeriodsSpec spec, PhaseTimes phases, Duration interval, PlanProblems problems) {
        Integer count = spec.count();
        List<Period> periods = count == null ? given(spec, phases, problems) : equal(count, phases);
        for (Period period : periods) {
            if (period.end().minus(period.start()).compareTo(interval) < 0) {
                problems.atValue(
                        PATH,
                        "period " + period.name() + " would last "
                                + Durations.format(period.end().minus(period.start())) + ", less than an interval of "
                                + Durations.format(interval));
                return List.of();
            }
        }
        return periods;
    }

    private static List<Period> equal(int count, PhaseTimes phases) {
        List<Period> periods = new ArrayList<>();
        Duration start = phases.rampUp();
        for (int i = 1; i <= count; i++) {
            Duration end = phases.rampUp().plus(phases.steady().multipliedBy(i).dividedBy(count));
            periods.add(new Period("p" + i, start, end));
            start = end;
        }
        return periods;
    }

    private static List<Period> given(PeriodsSpec spec, PhaseTimes phases, PlanProblems problems) {
        List<Period> periods = new ArrayList<>();
        Duration start = phases.rampUp();
        for (PeriodsSpec.Given period : spec.given()) {
            String name = period.name();
            Duration length = period.length();
            if (name == null || length == null) {
                return List.of();
            }
            periods.add(new Period(name, start, start.plus(length)));
            start = start.plus(length);
        }
        Duration all = start.minus(phases.rampUp());
        if (all.compareTo(phases.steady()) > 0) {
            problems.atValue(
                    PATH,
                    "last " + Durations.format(all) + " together, longer than steady, which lasts "
                            + Durations.format(phases.steady()));
            return List.of();
        }
        return periods;
    }
}
