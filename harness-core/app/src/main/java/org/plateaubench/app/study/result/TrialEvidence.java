// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.FigureSet;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.score.ScoreResult;

/** Computes figures and score of the valid trials of a cell. Pure functions. */
final class TrialEvidence {
    private TrialEvidence() {}

    /** The figures of the valid runs among these. */
    static FigureSet figures(List<EndedRun> runs) {
        return FigureSet.of(
                runs.stream().filter(run -> run.outcome().isEvidence()).toList());
    }

    /** The same for each cell, by its name. */
    static Map<String, FigureSet> figures(Map<String, List<EndedRun>> byCell) {
        Map<String, FigureSet> result = new LinkedHashMap<>();
        byCell.forEach((name, runs) -> result.put(name, figures(runs)));
        return result;
    }

    /**
     * The score; a cell with a run that could not be executed, or with too few valid trials, has no number, even if its
     * runs have.
     */
    static @Nullable TrialScore score(List<EndedRun> runs, int fewest) {
        List<String> obstacles = new ArrayList<>();
        runs.stream()
                .filter(run -> run.outcome() == Outcome.NOT_CARRIED_OUT)
                .map(run -> "trial " + run.step().trial() + " could not be carried out")
                .forEach(obstacles::add);
        long valid = runs.stream().filter(run -> run.outcome().isEvidence()).count();
        if (valid > 0 && valid < fewest) {
            // This text is stored in results and compared when they are computed again, so it must not change.
            obstacles.add("there " + (valid == 1 ? "is one valid trial" : "are " + valid + " valid trials") + " of the "
                    + fewest + " that were asked for");
        }
        List<@Nullable ScoreResult> scores = new ArrayList<>();
        runs.stream()
                .filter(run -> run.outcome() != Outcome.NOT_CARRIED_OUT || run.score() != null)
                .forEach(run -> scores.add(run.score()));
        return TrialScore.of(scores, obstacles);
    }
}
