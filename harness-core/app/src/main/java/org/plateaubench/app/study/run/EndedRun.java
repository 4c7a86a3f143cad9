// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.score.ScoreResult;

/**
 * A run of a sequence that has ended.
 *
 * @param runId its id, empty when it has no folder
 * @param seconds its duration in seconds, including the pause before it and the commands before and after it
 * @param figures its figures; empty unless it is evidence
 * @param reasons reasons why it did not pass, sentences
 * @param suts facts that its SUTs report about themselves, by name; null unless it is evidence
 * @param score its score; null without a reference, and when it was not judged
 * @param software software with which it was made, see {@link RunSoftware}; null unless it is evidence
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
        suts = outcome.isEvidence() ? suts : null;
        software = outcome.isEvidence() ? software : null;
    }

    /** A run without a score. */
    public EndedRun(
            Step step, String runId, Outcome outcome, double seconds, List<Figure> figures, List<String> reasons) {
        this(step, runId, outcome, seconds, figures, reasons, null, null, null);
    }

    /** The same run with the given software. */
    public EndedRun madeWith(@Nullable Map<String, String> all) {
        return new EndedRun(step, runId, outcome, seconds, figures, reasons, suts, score, all);
    }

    /** The same run with its duration in seconds. */
    public EndedRun lasting(double all) {
        return new EndedRun(step, runId, outcome, all, figures, reasons, suts, score, software);
    }
}
