// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.comparison.PastFigure.Series;
import org.plateaubench.engine.statistics.ChangePoints;

/**
 * The figures of all runs of a name over time, and their changes, as a document. It depends only on the runs.
 * Immutable.
 *
 * @param name name of the runs
 * @param runs the runs, the oldest first
 * @param conditions the different conditions of these runs
 * @param figures their figures
 * @param tests number of series that were searched for changes
 */
@JsonPropertyOrder("schema")
public record History(
        String name, List<ShownRun> runs, List<Conditions> conditions, List<PastFigure> figures, int tests) {
    /** Name and version of the schema; only additions within a version. */
    public static final String SCHEMA = "plateau.history/1";

    /** The probability that any of all series shows a change although none changes. */
    public static final double FALSE_ALARMS = 0.05;

    /** The seed of the permutations; it is constant, so that the same runs show the same changes. */
    private static final long SEED = 1;

    public record ShownRun(
            int number,
            String id,
            @Nullable Instant startedAt,
            String status,
            String verdict,
            boolean doubts,
            @JsonProperty("class") String runClass,
            int conditions,
            boolean counts,
            String problem) {}

    /**
     * The rule by which changes were found.
     *
     * @param mostValues greatest number of values of a series that were searched, the newest ones
     */
    record Rule(
            String method,
            double falseAlarms,
            int tests,
            double falseAlarmsOfASeries,
            int fewestValues,
            int mostValues,
            long seed) {}

    public static History of(String name, List<PastRun> all) {
        List<PastRun> runs = all.stream()
                .sorted(Comparator.comparing((PastRun run) -> run.startedAt() == null ? Instant.EPOCH : run.startedAt())
                        .thenComparing(PastRun::id))
                .toList();
        Conditions.Sorted sorted = Conditions.of(runs);
        List<ShownRun> shown = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            PastRun run = runs.get(i);
            shown.add(new ShownRun(
                    i + 1,
                    run.id(),
                    run.startedAt(),
                    run.status(),
                    run.verdict(),
                    run.doubts(),
                    run.runClass(),
                    sorted.numbers().get(i),
                    run.counts(),
                    run.problem()));
        }
        Set<PastRun.Key> keys = new LinkedHashSet<>();
        runs.forEach(run -> run.values().forEach(value -> keys.add(value.key())));
        List<Series> series = new ArrayList<>();
        for (PastRun.Key key : keys) {
            for (Conditions conditions : sorted.all()) {
                series.add(Series.of(key, conditions.number(), runs, sorted.numbers()));
            }
        }
        int tests = (int) series.stream().filter(Series::isLongEnough).count();
        PastFigure.Search search =
                new PastFigure.Search(ofASeries(tests), ChangePoints.mostValues(tests, ofASeries(tests)), SEED);
        List<PastFigure> figures = new ArrayList<>();
        for (PastRun.Key key : keys) {
            figures.add(PastFigure.of(
                    key, series.stream().filter(one -> one.key().equals(key)).toList(), runs, search));
        }
        return new History(name, shown, sorted.all(), figures, tests);
    }

    /** The bound of false alarms of one series, by Bonferroni's correction. */
    private static double ofASeries(int tests) {
        return FALSE_ALARMS / Math.max(1, tests);
    }

    @JsonProperty("schema")
    String schema() {
        return SCHEMA;
    }

    @JsonProperty("rule")
    Rule rule() {
        return new Rule(
                ChangePoints.NAME,
                FALSE_ALARMS,
                tests,
                ofASeries(tests),
                2 * ChangePoints.FEWEST_VALUES,
                ChangePoints.mostValues(tests, ofASeries(tests)),
                SEED);
    }
}
