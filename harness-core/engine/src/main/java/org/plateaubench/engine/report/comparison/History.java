// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.plateaubench.engine.report.comparison.Differences.Difference;
import org.plateaubench.engine.report.comparison.FigureHistory.NumberedRun;
import org.plateaubench.engine.report.comparison.FigureHistory.Series;
import org.plateaubench.engine.statistics.ChangePoints;
import org.plateaubench.engine.store.RunEnvironment;

/**
 * The figures of all runs of a name over time, and their changes, as a document. It depends only on the runs.
 * Immutable.
 *
 * @param conditions the different conditions of these runs
 * @param tests number of series that were searched for changes
 */
@JsonPropertyOrder("schema")
public record History(
        String name, List<NumberedRun> runs, List<Conditions> conditions, List<FigureHistory> figures, int tests) {
    /** Name and version of the schema; only additions within a version. */
    public static final String SCHEMA = "plateau.history/1";

    /** The probability that any of all series shows a change although none changes. */
    public static final double FALSE_ALARMS = 0.05;

    /** The seed of the permutations; it is constant, so that the same runs show the same changes. */
    private static final long SEED = 1;

    private static final int MAX_DIFFERENCES = 8;

    /**
     * Conditions under which runs were made; figures under different conditions are not compared.
     *
     * @param number number from 1, in the order of first appearance
     * @param differences differences from the first conditions; empty for the first ones
     */
    public record Conditions(int number, int runs, List<String> differences) {}

    /** The rule by which changes were found. */
    record Rule(
            String method, double falseAlarms, int tests, double falseAlarmsOfASeries, int fewestValues, long seed) {}

    public static History of(String name, List<PastRun> all) {
        List<PastRun> runs = all.stream()
                .sorted(Comparator.comparing(
                                (PastRun run) -> Objects.requireNonNullElse(run.startedAt(), Instant.EPOCH))
                        .thenComparing(PastRun::id))
                .toList();
        List<PastRun> firsts = new ArrayList<>();
        List<NumberedRun> shown = new ArrayList<>();
        for (PastRun run : runs) {
            shown.add(new NumberedRun(shown.size() + 1, conditions(firsts, run), run));
        }
        List<Conditions> conditions = new ArrayList<>();
        for (PastRun first : firsts) {
            int number = conditions.size() + 1;
            conditions.add(new Conditions(
                    number,
                    (int) shown.stream()
                            .filter(each -> each.conditions() == number)
                            .count(),
                    differences(firsts.getFirst(), first)));
        }
        Set<PastRun.Key> keys = new LinkedHashSet<>();
        runs.forEach(run -> run.values().forEach(value -> keys.add(value.key())));
        List<Series> series = new ArrayList<>();
        keys.forEach(key -> conditions.forEach(each -> series.add(Series.of(key, each.number(), shown))));
        int tests = (int) series.stream().filter(Series::isLongEnough).count();
        return new History(
                name,
                shown,
                conditions,
                keys.stream()
                        .map(key -> FigureHistory.of(
                                key,
                                series.stream()
                                        .filter(one -> one.key().equals(key))
                                        .toList(),
                                runs,
                                values -> ChangePoints.of(values, ofASeries(tests), SEED)))
                        .toList(),
                tests);
    }

    /** The number of the conditions of a run, which are added with their first run. */
    private static int conditions(List<PastRun> firsts, PastRun run) {
        int found = 0;
        while (found < firsts.size() && !differences(firsts.get(found), run).isEmpty()) {
            found++;
        }
        if (found == firsts.size()) {
            firsts.add(run);
        }
        return found + 1;
    }

    private static List<String> differences(PastRun one, PastRun other) {
        Set<String> differences = new LinkedHashSet<>();
        if (!one.runClass().equals(other.runClass())) {
            differences.add("class " + one.runClass() + ", now " + other.runClass());
        }
        String hosts = hosts(one);
        if (!hosts.equals(hosts(other))) {
            differences.add("hosts " + hosts + ", now " + hosts(other));
        }
        Differences.ofPlans(List.of(one.plan(), other.plan())).stream()
                .filter(difference -> !difference.minor())
                .map(Difference::words)
                .forEach(differences::add);
        return differences.stream().limit(MAX_DIFFERENCES).toList();
    }

    private static String hosts(PastRun run) {
        List<String> hosts = RunEnvironment.of(run.environment()).hosts().stream()
                .map(host -> host.cpuModel() + " " + host.cores())
                .toList();
        return hosts.isEmpty() ? "unknown" : String.join("; ", hosts);
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
        return new Rule(ChangePoints.NAME, FALSE_ALARMS, tests, ofASeries(tests), 2 * ChangePoints.MIN_VALUES, SEED);
    }
}
