// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.FormerIntervals;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.RunSoftware;
import org.plateaubench.app.study.run.SutFacts;
import org.plateaubench.engine.judge.TrialScore;

/**
 * The result of a cell.
 *
 * @param name its name
 * @param levels level of each factor by name
 * @param scenario description of its scenario, may be empty
 * @param baseline name of the cell to which it is normalised
 * @param outcome its outcome; running while all of its runs pass and further ones are needed
 * @param trials its runs in order, including invalid ones
 * @param figures its figures over the trials that are evidence
 * @param suts facts that the SUTs of its first trial report about themselves; null when there are none, and in results
 *     of earlier versions
 * @param score its score over the trials; null without a reference, and in results of earlier versions
 * @param wanted smallest requested number of valid trials; null in a search, and in results of earlier versions
 */
public record CellResult(
        String name,
        Map<String, String> levels,
        String scenario,
        String baseline,
        String outcome,
        List<TrialResult> trials,
        List<FigureResult> figures,
        @Nullable SutFacts suts,
        @Nullable TrialScore score,
        @Nullable Integer wanted) {
    /** The outcome of a cell that needs further runs, and of a sequence in progress. */
    public static final String RUNNING = "running";

    /**
     * The results computed again, without the parts that these results lack: results of earlier versions have no facts,
     * software and score.
     */
    CellResult again(CellResult computed) {
        boolean hasSoftware = IntStream.range(0, computed.trials.size())
                .anyMatch(i -> wasEvidence(i, computed.trials)
                        && RunSoftware.isKnown(computed.trials.get(i).software()));
        return new CellResult(
                computed.name,
                computed.levels,
                computed.scenario,
                computed.baseline,
                computed.outcome,
                againOf(computed.trials),
                again(computed.figures),
                suts == null && !hasSoftware ? null : computed.suts,
                score == null ? (hasSoftware ? computed.score : null) : FormerIntervals.score(score, computed.score),
                wanted);
    }

    private List<TrialResult> againOf(List<TrialResult> computed) {
        return IntStream.range(0, computed.size())
                .mapToObj(i -> i < trials.size()
                        ? computed.get(i).as(trials.get(i).software(), wasEvidence(i, computed))
                        : computed.get(i))
                .toList();
    }

    /**
     * Whether a trial was evidence. A run that could not be read when it ended has no figures in these results, even if
     * its folder can be read now.
     */
    private boolean wasEvidence(int trial, List<TrialResult> computed) {
        return Outcome.isEvidence(
                (trial < trials.size() ? trials : computed).get(trial).outcome());
    }

    private List<FigureResult> again(List<FigureResult> computed) {
        Map<Figure.Key, FigureResult> stored = new HashMap<>();
        figures.forEach(figure -> stored.put(figure.key(), figure));
        return computed.stream()
                .map(figure -> {
                    FigureResult before = stored.get(figure.key());
                    return before == null ? figure : before.again(figure);
                })
                .toList();
    }
}
