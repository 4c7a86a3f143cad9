// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunSoftware;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.ScoreResult;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.StoredRun;

/**
 * A run of a sequence that has ended.
 *
 * @param runId its id, empty when it has no folder
 * @param doubts whether it passed with doubts
 * @param seconds its duration in seconds, including the pause before it and the commands before and after it
 * @param reasons reasons why it did not pass, sentences
 * @param figures its figures; empty unless it is evidence
 * @param suts facts that its SUTs report about themselves, by their names; empty unless it is evidence
 * @param software software with which it was made, see {@link RunSoftware}; null unless it is evidence
 * @param score its score; null without a reference, and when it was not judged
 */
public record EndedRun(
        Step step,
        String runId,
        Outcome outcome,
        boolean doubts,
        double seconds,
        List<String> reasons,
        List<Figure> figures,
        Map<String, Object> suts,
        @Nullable Map<String, String> software,
        @Nullable ScoreResult score) {

    /** A run that was judged. */
    static EndedRun of(
            Step step, String runId, StoredRun run, Judgement judgement, double seconds, List<String> reasons) {
        Outcome outcome = Outcome.of(run, judgement);
        boolean isEvidence = outcome.isEvidence();
        return new EndedRun(
                step,
                runId,
                outcome,
                judgement.conclusion().kind() == Conclusion.Kind.DOUBTS,
                seconds,
                reasons,
                isEvidence ? RunFigures.of(JudgedRun.of(run, judgement)) : List.of(),
                isEvidence ? RunEnvironment.of(run.environment()).suts() : Map.of(),
                isEvidence ? RunSoftware.of(run.environment(), run.plan()) : null,
                judgement.score());
    }

    /** A run without results. */
    static EndedRun without(Step step, String runId, Outcome outcome, double seconds, List<String> reasons) {
        return new EndedRun(step, runId, outcome, false, seconds, reasons, List.of(), Map.of(), null, null);
    }

    EndedRun lasting(double all) {
        return new EndedRun(step, runId, outcome, doubts, all, reasons, figures, suts, software, score);
    }
}
