// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.study.CellResult.TrialResult;

/**
 * The results of a sequence of runs, computed again from its runs. Immutable.
 *
 * @param outcome outcome of the whole, as computed again
 * @param scores the score of each cell that has one, in words, as computed again
 * @param problems differences from the computed results, sentences
 */
public record StudyCheck(String outcome, List<String> scores, List<String> problems) {
    /** Judges a run of the sequence again. */
    @FunctionalInterface
    public interface Judging {
        RunReports judge(String runId) throws IOException;
    }

    /** The names of the files in the folder of a sequence with its request, ledger and results. */
    public static List<String> files() {
        return List.of(StudyFolder.REQUEST, Ledger.FILE, StudyFiles.RESULT);
    }

    /** Reads the results of a folder. */
    public static StudyResult result(Path study) throws IOException {
        return new StudyFolder(study).result();
    }

    /** The ids of the runs of results, in the order of the cells. */
    public static List<String> runs(StudyResult result) {
        return result.cells().stream()
                .flatMap(cell -> cell.trials().stream())
                .map(TrialResult::runId)
                .filter(id -> !id.isEmpty())
                .toList();
    }

    /** Computes the results of a folder again. */
    public static StudyCheck of(Path study, Judging judging) throws IOException {
        StudyResult stored = new StudyFolder(study).stored();
        List<EndedRun> again = new ArrayList<>();
        for (CellResult cell : stored.cells()) {
            for (TrialResult trial : cell.trials()) {
                again.add(again(new Step(cell.name(), trial.trial(), List.of()), trial, judging));
            }
        }
        StudyResult computed = stored.with(again);
        return new StudyCheck(computed.outcome().label(), StudyText.scores(computed), stored.differences(computed));
    }

    private static EndedRun again(Step step, TrialResult trial, Judging judging) throws IOException {
        if (trial.runId().isEmpty()) {
            return EndedRun.without(step, "", Outcome.NOT_CARRIED_OUT, trial.seconds(), trial.reasons());
        }
        RunReports judged = judging.judge(trial.runId());
        return EndedRun.of(step, trial.runId(), judged.run(), judged.judgement(), trial.seconds(), trial.reasons());
    }
}
