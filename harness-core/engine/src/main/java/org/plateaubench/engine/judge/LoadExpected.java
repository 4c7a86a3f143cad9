// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;

/** How much a plan asks for, where a schedule makes that differ from moment to moment. */
final class LoadExpected {
    private LoadExpected() {}

    /** Mean number of users that a closed load asks for over its steady phase. */
    static double users(Load load) {
        List<LoadStep> steps = load.steps();
        double users = 0;
        double nanos = 0;
        for (LoadStep step : steps) {
            users += step.mean() * step.length().toNanos();
            nanos += step.length().toNanos();
        }
        return steps.isEmpty() ? load.users() : users / nanos;
    }

    /** Most users that a closed load asks for at once, in a step or in all. */
    static double mostUsers(WorkloadFigures workload) {
        Portion portion = workload.extent().portion();
        Load load = workload.planned().load();
        return portion != null && portion.kind().equals(Portion.STEP)
                ? load.steps().get(portion.number() - 1).highest()
                : load.users();
    }

    /**
     * Units that a step should have brought about, were the SUT as fast as can be: arrivals in open load, starts at the
     * slowest pace of any unit in closed load.
     */
    static double units(WorkloadFigures workload) {
        Portion portion = workload.extent().portion();
        Window window = workload.extent().window();
        if (portion == null || window == null) {
            return Double.POSITIVE_INFINITY;
        }
        double levelSeconds =
                workload.planned().load().steps().get(portion.number() - 1).mean() * window.seconds();
        return switch (workload.planned().load()) {
            case Load.Open open -> levelSeconds;
            case Load.Closed closed -> {
                double longestGapSeconds = workload.planned().pacing().values().stream()
                        .mapToDouble(pacing -> pacing.gap().meanNanos() / 1e9)
                        .max()
                        .orElse(0);
                yield longestGapSeconds > 0 ? levelSeconds / longestGapSeconds : levelSeconds * Double.MAX_VALUE;
            }
        };
    }
}
