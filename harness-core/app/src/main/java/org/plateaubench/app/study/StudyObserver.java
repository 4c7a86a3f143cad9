// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Step;
import org.plateaubench.engine.run.event.RunObserver;

/** Observes a sequence of runs. Called on the thread that executes it. */
public interface StudyObserver {
    /**
     * A run begins.
     *
     * @param number its number in the sequence, from 1
     * @param most greatest possible number of the last run, unless further runs are invalid and repeated
     * @return observer of the run
     */
    RunObserver begins(int number, int most, Step step, PlannedRun run);

    void ended(int number, EndedRun run);

    /** Reports a fact that the operator should know, a sentence. */
    void note(String sentence);
}
