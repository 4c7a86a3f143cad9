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

/** What the valid trials of a cell come to: figures and score. Pure functions. */
final class TrialEvidence {
    private TrialEvidence() {}

    /** Figures of the valid runs among these. */
    static FigureSet figures(List<EndedRun> runs) {
        return FigureSet.of(
                runs.stream().filter(run -> run.outcome().isEvidence()).toList());
    }

    /** The same of each cell, by its name. */
    static Map<String, FigureSet> figures(Map<String, List<EndedRun>> byCell) {
        Map<String, FigureSet> result = new LinkedHashMap<>();
        byCell.forEach((name, runs) -> result.put(name, figures(runs)));
        return result;
    }

    /** A cell of which a run could not be carried out, or that lacks valid trials, has no number, though its runs have. */
    static @Nullable TrialScore score(List<EndedRun> runs, int fewest) {
        List<String> obstacles = new ArrayList<>();
        runs.stream()
                .filter(run -> run.outcome() == Outcome.NOT_CARRIED_OUT)
                .map(run -> "trial " + run.step().trial() + " could not be carried out")
                .forEach(obstacles::add);
        long valid = runs.stream().filter(run -> run.outcome().isEvidence()).count();
        if (valid > 0 && valid < fewest) {
            // Stored in results and compared when they are computed again: its words stay as they are.
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
