// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.report.comparison.difference.Difference;
import org.plateaubench.engine.statistics.HolmCorrection;
import org.plateaubench.engine.statistics.MeanDifference;

/**
 * The differences between two sets of stored runs, as a document. It depends only on the runs. Immutable.
 *
 * @param runs the runs of the first set, with labels from A1 on, then the runs of the second, from B1 on
 * @param findings findings on whether the sets may be compared, the most severe first
 * @param plan differences of the plans, minor ones last
 * @param environment differences of the environments, minor ones last
 * @param firstScore score of the first set, null without a reference
 * @param secondScore score of the second set, null without a reference
 * @param figures figures of every workload over all tiles, from runs that count
 */
@JsonPropertyOrder("schema")
public record SetComparison(
        List<ComparedRun> runs,
        List<Finding> findings,
        List<Difference> plan,
        List<Difference> environment,
        @Nullable TrialScore firstScore,
        @Nullable TrialScore secondScore,
        List<SetFigure> figures) {
    /** Name and version of the schema; only additions within a version. */
    public static final String SCHEMA = "plateau.set-comparison/1";

    /** The bound on the probability of a false alarm of all tests together. */
    static final double FALSE_ALARMS = 0.05;

    /** Compares the second set with the first. */
    public static SetComparison of(List<JudgedRun> first, List<JudgedRun> second) {
        List<JudgedRun> all = new ArrayList<>(first);
        all.addAll(second);
        List<String> labels = new ArrayList<>();
        for (int run = 0; run < all.size(); run++) {
            labels.add(run < first.size() ? "A" + (run + 1) : "B" + (run - first.size() + 1));
        }
        Comparison comparison = Comparison.of(all, labels);
        SetFindings findings = new SetFindings(comparison, first.size());
        List<SetFigure> figures = new ArrayList<>();
        for (ComparedWorkload workload : comparison.workloads()) {
            if (workload.tile() == null) {
                figures.addAll(new SetFigures(workload, findings.counted()).all());
            }
        }
        return new SetComparison(
                comparison.runs(),
                findings.all(),
                comparison.plan(),
                comparison.environment(),
                score(first),
                score(second),
                concluded(figures));
    }

    private static @Nullable TrialScore score(List<JudgedRun> runs) {
        List<@Nullable ScoreResult> scores = new ArrayList<>();
        runs.forEach(run -> scores.add(run.judgement().score()));
        return TrialScore.of(scores);
    }

    private static List<SetFigure> concluded(List<SetFigure> figures) {
        double[] adjusted = HolmCorrection.adjusted(figures.stream()
                .map(SetFigure::pValue)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray());
        List<SetFigure> concluded = new ArrayList<>();
        int test = 0;
        for (SetFigure figure : figures) {
            concluded.add(figure.pValue() == null ? figure : figure.concluded(adjusted[test++], FALSE_ALARMS));
        }
        return concluded;
    }

    @JsonProperty("schema")
    String schema() {
        return SCHEMA;
    }

    @JsonProperty("rule")
    public Rule rule() {
        long tests = figures.stream().filter(figure -> figure.pValue() != null).count();
        return new Rule(MeanDifference.TEST, HolmCorrection.NAME, tests, FALSE_ALARMS, SetFigures.LEVEL);
    }

    /**
     * The rule by which the results were found.
     *
     * @param test the test of each figure
     * @param correction the correction for many tests
     * @param tests their number
     * @param falseAlarms probability that all tests together show a false difference
     * @param intervalLevel confidence of each single interval
     */
    public record Rule(String test, String correction, long tests, double falseAlarms, double intervalLevel) {}
}
