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

final class Periods {
    private final RunPlan plan;
    private final @Nullable Window steady;
    private final BiFunction<PlannedWorkload, Extent, WorkloadFigures> figures;
    private final List<WorkloadFigures> complete = new ArrayList<>();
    private final List<Scores.Stretch> stretches = new ArrayList<>();

    Periods(RunPlan plan, @Nullable Window steady, BiFunction<PlannedWorkload, Extent, WorkloadFigures> figures) {
        this.plan = plan;
        this.steady = steady;
        this.figures = figures;
    }

    List<PeriodResult> results() {
        List<PeriodResult> results = new ArrayList<>();
        for (int number = 1; number <= plan.periods().size(); number++) {
            results.add(result(plan.periods().get(number - 1), number));
        }
        return results;
    }

    private PeriodResult result(Period period, int number) {
        Window window = steady == null
                ? null
                : steady.cut(period.start().toNanos(), period.end().toNanos());
        if (window == null) {
            stretches.add(new Scores.Stretch(period.name(), null, false, List.of()));
            return new PeriodResult(period.name(), null, false, List.of(), List.of());
        }
        Blocks blocks = new Blocks(window);
        List<WorkloadFigures> workloads = plan.workloads().stream()
                .map(workload -> figures.apply(workload, Extent.period(workload, number, period.name(), steady)))
                .toList();
        boolean whole = window.endNanos() == period.end().toNanos();
        if (whole) {
            complete.addAll(workloads);
        }
        stretches.add(new Scores.Stretch(period.name(), window, whole, workloads));
        return new PeriodResult(
                period.name(),
                window,
                whole,
                workloads.stream().map(blocks::workload).toList(),
                blocks.aggregates(workloads));
    }

    /** The workloads in each period that reached its planned end; available after the results. */
    List<WorkloadFigures> complete() {
        return List.copyOf(complete);
    }

    /** The periods for the score; available after the results. */
    List<Scores.Stretch> stretches() {
        return List.copyOf(stretches);
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
