// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.studies;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.StudyView;
import org.plateaubench.app.study.result.StudyResult;

/**
 * A sequence of runs as lists show it.
 *
 * @param id its id
 * @param kind trials, search, study or interference
 * @param name its name
 * @param description one sentence, may be empty
 * @param state running, stopped or ended
 * @param outcome its outcome
 * @param message why it is not complete; empty if it is complete or in progress
 * @param cells number of its cells
 * @param progress its progress
 * @param runs its runs so far
 */
record StudyDocument(
        String id,
        String kind,
        String name,
        String description,
        String state,
        String outcome,
        String message,
        int cells,
        StudyView.Progress progress,
        List<TrialDocument> runs) {
    /** One of its runs that has a folder. */
    record TrialDocument(String id, String cell, int trial) {}

    static StudyDocument of(StudyView view) {
        StudyResult result = view.result();
        StudyView.Current current = view.progress().current();
        return new StudyDocument(
                result.studyId(),
                result.kind(),
                result.name(),
                result.description(),
                view.state().label(),
                result.outcome(),
                result.message(),
                result.cells().size(),
                view.progress(),
                runs(result, current));
    }

    private static List<TrialDocument> runs(StudyResult result, StudyView.@Nullable Current current) {
        List<TrialDocument> runs = new ArrayList<>();
        result.cells()
                .forEach(cell -> cell.trials().stream()
                        .filter(trial -> !trial.runId().isEmpty())
                        .forEach(trial -> runs.add(new TrialDocument(trial.runId(), cell.name(), trial.trial()))));
        if (current != null && !current.runId().isEmpty()) {
            runs.add(new TrialDocument(current.runId(), current.cell(), current.trial()));
        }
        return List.copyOf(runs);
    }
}
