// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.figures.Extent.Portion;

public final class LoadExpected {
    private LoadExpected() {}

    public static double users(Load load) {
        List<LoadStep> steps = load.steps();
        double users = 0;
        double nanos = 0;
        for (LoadStep step : steps) {
            users += step.mean() * step.length().toNanos();
            nanos += step.length().toNanos();
        }
        return steps.isEmpty() ? load.users() : users / nanos;
    }

    /** Arrivals of an open load in its steady phase, which has this length in seconds. */
    public static double arrivals(Load.Open load, double seconds) {
        if (load.steps().isEmpty()) {
            return load.ratePerSecond() * seconds;
        }
        double arrivals = 0;
        for (LoadStep step : load.steps()) {
            arrivals += step.mean() * step.length().toNanos() / 1e9;
        }
        return arrivals;
    }

    /**
     * The planned mean number of users in a part of the steady window; for an open load, all connected users. Null if
     * it does not follow from the steps of the plan, because the window was cut or is a period across steps.
     */
    public static @Nullable Double usersRequested(WorkloadFigures workload) {
        Load load = workload.planned().load();
        if (load instanceof Load.Open || load.steps().isEmpty()) {
            return (double) load.users();
        }
        Portion portion = workload.extent().portion();
        Window window = workload.extent().window();
        if (window == null || (portion != null && !portion.kind().equals(Portion.STEP))) {
            return null;
        }
        List<LoadStep> steps =
                portion == null ? load.steps() : List.of(load.steps().get(portion.number() - 1));
        long nanos = steps.stream().mapToLong(step -> step.length().toNanos()).sum();
        boolean whole = window.endNanos() - window.startNanos() == nanos;
        return whole
                ? Double.valueOf(
                        portion == null ? users(load) : steps.getFirst().mean())
                : null;
    }

    /** The maximum number of simultaneous users of a closed load, in a step or in all steps. */
    public static double mostUsers(WorkloadFigures workload) {
        Portion portion = workload.extent().portion();
        Load load = workload.planned().load();
        return portion != null && portion.kind().equals(Portion.STEP)
                ? load.steps().get(portion.number() - 1).highest()
                : load.users();
    }

    /** Units of a step if the SUT were infinitely fast: arrivals, or starts at the slowest pace of any unit. */
    public static double units(WorkloadFigures workload) {
        Portion portion = workload.extent().portion();
        Window window = workload.extent().window();
        if (portion == null || window == null) {
            return Double.POSITIVE_INFINITY;
        }
        Load load = workload.planned().load();
        double level;
        if (portion.kind().equals(Portion.STEP)) {
            level = load.steps().get(portion.number() - 1).mean();
        } else if (!load.steps().isEmpty()) {
            // The steps within a period are judged separately.
            return 0;
        } else {
            level = load instanceof Load.Open open ? open.ratePerSecond() : load.users();
        }
        double levelSeconds = level * window.seconds();
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
