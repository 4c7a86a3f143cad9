// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.score.ScoreResult;

/**
 * A run of a sequence that has ended.
 *
 * @param step what was run
 * @param runId its id, empty when it has no folder
 * @param outcome its outcome
 * @param seconds how long it took, with the pause before it and the commands before and after it
 * @param figures its figures; empty unless it is evidence
 * @param reasons why it did not pass, sentences
 * @param suts what its systems under test say of themselves, by their names; null when it has no measurements, and in ledgers of
 *     before this was kept
 * @param score its score; null without a reference, and when it was not judged
 * @param software what it was made with, see {@link RunSoftware}; null when it has no measurements, and in ledgers of before this
 *     was kept
 */
public record EndedRun(
        Step step,
        String runId,
        Outcome outcome,
        double seconds,
        List<Figure> figures,
        List<String> reasons,
        @Nullable SutFacts suts,
        @Nullable ScoreResult score,
        @Nullable Map<String, String> software) {
    public EndedRun {
        figures = List.copyOf(figures);
        reasons = List.copyOf(reasons);
    }

    /** A run without a score. */
    public EndedRun(
            Step step, String runId, Outcome outcome, double seconds, List<Figure> figures, List<String> reasons) {
        this(step, runId, outcome, seconds, figures, reasons, null, null, null);
    }

    /** The same run, made with this. */
    public EndedRun madeWith(@Nullable Map<String, String> all) {
        return new EndedRun(step, runId, outcome, seconds, figures, reasons, suts, score, all);
    }

    /** The same run with its length in seconds. */
    public EndedRun lasting(double all) {
        return new EndedRun(step, runId, outcome, all, figures, reasons, suts, score, software);
    }
}
