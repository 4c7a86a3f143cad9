// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.PeriodResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Scores;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;

/** The scored periods of a run. Pure functions. */
final class Periods {
    private Periods() {}

    /** Each period, without figures if it was not reached. */
    static List<Scores.Stretch> of(
            RunPlan plan, @Nullable Window steady, BiFunction<PlannedWorkload, Extent, WorkloadFigures> figures) {
        List<Scores.Stretch> periods = new ArrayList<>();
        for (Period period : plan.periods()) {
            int number = periods.size() + 1;
            long end = period.end().toNanos();
            Window window = steady == null ? null : steady.cut(period.start().toNanos(), end);
            periods.add(new Scores.Stretch(
                    period.name(),
                    window,
                    window != null && window.endNanos() == end,
                    plan.workloads().stream()
                            .filter(workload -> window != null)
                            .map(workload ->
                                    figures.apply(workload, Extent.period(workload, number, period.name(), steady)))
                            .toList()));
        }
        return periods;
    }

    static PeriodResult result(Scores.Stretch period) {
        Blocks blocks = new Blocks(period.window());
        return new PeriodResult(
                period.name(),
                period.window(),
                period.complete(),
                period.figures().stream().map(blocks::workload).toList(),
                blocks.aggregates(period.figures()));
    }

    static void reasons(List<PeriodResult> periods, List<Reason> reasons) {
        for (int number = 1; number <= periods.size(); number++) {
            PeriodResult period = periods.get(number - 1);
            for (WorkloadResult workload : period.workloads()) {
                for (LineResult line : workload.lines()) {
                    Scope scope = workload.scope(line.name()).in(new Portion(Portion.PERIOD, number, period.name()));
                    LimitRule.reasons(scope, line, reasons);
                }
            }
        }
    }
}
