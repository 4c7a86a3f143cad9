// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.statistics.ConfidenceInterval;
import org.plateaubench.engine.statistics.Ratios;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * Computes how much workloads slow each other down: response times together, divided by those alone. Pure functions.
 */
public final class Interference {
    /** The percentiles that are compared. */
    public static final List<String> PERCENTILES = List.of("p50", "p95", "p99");

    /** The level of all workloads at once; no name of a workload has a space. */
    static final String ALL = "all workloads";

    private static final String AND = " + ";

    private Interference() {}

    /**
     * The slow-down of a workload by another one.
     *
     * @param victim workload that is slowed down
     * @param line its operation, unit or series; {@code all} for all its operations
     * @param aggressor workload that runs at the same time, or {@value #ALL}
     * @param figure percentile of the response time
     * @param aloneMs mean over the trials without the aggressor, milliseconds
     * @param togetherMs mean over the trials with it, milliseconds
     * @param lowerBound whether the slow-down is only a lower bound
     * @param slowDown time together divided by time alone
     * @param interval interval of that ratio, null if there are too few trials
     */
    public record SlowDown(
            String victim,
            String line,
            String aggressor,
            String figure,
            double aloneMs,
            double togetherMs,
            boolean lowerBound,
            double slowDown,
            @Nullable ConfidenceInterval interval) {
        /**
         * The interval of the slow-down; null for a slow-down that is only a bound, for which it would have no meaning.
         */
        @Nullable
        public ConfidenceInterval shownInterval() {
            return lowerBound ? null : interval;
        }

        /** Whether that interval is too wide to be informative. */
        public boolean isVague() {
            ConfidenceInterval range = shownInterval();
            return range != null && range.isTooWideFor(slowDown);
        }
    }

    /** The name of a set of workloads, as the level of a cell. */
    public static String level(List<String> set, List<String> workloads) {
        return set.size() > 2 && set.size() == workloads.size() ? ALL : String.join(AND, set);
    }

    /**
     * Every slow-down in the figures.
     *
     * @param sets the workloads of each cell, in the form of {@link #level}, by its name
     * @param figures the figures of each cell that are evidence, by its name
     */
    public static List<SlowDown> of(Map<String, String> sets, Map<String, FigureSet> figures) {
        List<SlowDown> result = new ArrayList<>();
        for (Map.Entry<String, String> alone : sets.entrySet()) {
            String victim = alone.getValue();
            if (victim.contains(" ")) {
                continue;
            }
            FigureSet reference = figures.getOrDefault(alone.getKey(), FigureSet.NONE);
            for (Map.Entry<String, String> together : sets.entrySet()) {
                String aggressor = beside(victim, together.getValue());
                if (!aggressor.isEmpty()) {
                    FigureSet both = figures.getOrDefault(together.getKey(), FigureSet.NONE);
                    reference.figures().keySet().stream()
                            .filter(key -> key.workload().equals(victim)
                                    && !key.line().isEmpty()
                                    && PERCENTILES.contains(key.name()))
                            .map(key -> slowDown(key, aggressor, reference, both))
                            .filter(Objects::nonNull)
                            .forEach(result::add);
                }
            }
        }
        return result;
    }

    /**
     * The aggressor of a workload in a set: the other workload of a pair, or all; empty if the workload is not in the
     * set.
     */
    private static String beside(String victim, String set) {
        if (set.equals(ALL)) {
            return ALL;
        }
        int and = set.indexOf(AND);
        if (and < 0) {
            return "";
        }
        String first = set.substring(0, and);
        String second = set.substring(and + AND.length());
        return victim.equals(first) ? second : victim.equals(second) ? first : "";
    }

    private static @Nullable SlowDown slowDown(Figure.Key key, String aggressor, FigureSet alone, FigureSet together) {
        TrialFigures before = alone.statistics(key);
        TrialFigures after = together.statistics(key);
        if (before == null || after == null || before.mean() <= 0 || alone.isLowerBound(key)) {
            return null;
        }
        return new SlowDown(
                key.workload(),
                key.line(),
                aggressor,
                key.name(),
                before.mean(),
                after.mean(),
                together.isLowerBound(key),
                after.mean() / before.mean(),
                Ratios.ofMeans(together.values(key), alone.values(key), TrialFigures.LEVEL));
    }
}
