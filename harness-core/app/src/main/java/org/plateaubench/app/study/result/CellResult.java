// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.run.SutFacts;
import org.plateaubench.engine.judge.TrialScore;

/**
 * The result of a cell.
 *
 * @param baseline name of the cell to which it is normalised
 * @param outcome its outcome; running while all of its runs pass and further ones are needed
 * @param trials its runs in order, including invalid ones
 * @param figures its figures over the trials that are evidence
 * @param suts facts that the SUTs of its first trial report about themselves; null when there are none
 * @param score its score over the trials; null without a reference
 * @param wanted smallest requested number of valid trials; null in a search
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
}
