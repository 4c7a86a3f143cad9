// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.page.StudyChart;
import org.plateaubench.app.study.page.StudyCharts;
import org.plateaubench.app.study.plan.Ledger;
import org.plateaubench.app.study.plan.StudyFolder;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.engine.document.Documents;

/**
 * A sequence of runs as pages show it, whether it goes on or not. Immutable.
 *
 * @param state whether it goes on
 * @param result its results so far
 * @param progress how far it is
 */
public record StudyView(State state, StudyResult result, Progress progress) {
    /** Whether a sequence goes on. */
    public enum State {
        /** A process carries it out. */
        RUNNING,
        /** It was interrupted or its process has ended: {@code resume} continues it. */
        STOPPED,
        /** Nothing more is run. */
        ENDED;

        /** The word in the API. */
        public String label() {
            return Documents.word(this);
        }
    }

    /**
     * How far a sequence is.
     *
     * @param ended runs that have ended
     * @param remaining further runs at most, those apart that are made again since they are invalid
     * @param current the run that goes on, null for none
     * @param secondsLeft time that the rest takes at most if its runs take as long as those so far; null unless it goes on
     */
    public record Progress(
            int ended,
            int remaining,
            @Nullable Current current,
            @Nullable Double secondsLeft) {}

    /**
     * A run that goes on.
     *
     * @param cell its cell
     * @param trial its number within the cell
     * @param runId its id, empty before it has a folder
     * @param since when it began, ISO-8601 UTC
     */
    public record Current(String cell, int trial, String runId, String since) {}

    /**
     * Reads a folder.
     *
     * @param now wall-clock time
     * @throws IOException with a sentence for a person when it cannot be read
     */
    public static StudyView of(StudyFolder folder, Instant now) throws IOException {
        // Asked first: what ends meanwhile then has its last results.
        boolean isRunning = folder.isRunning();
        StudyResult result = StudyCheck.result(folder.path());
        List<EndedRun> ended = folder.ended();
        Optional<Ledger.Current> current = isRunning ? Ledger.current(folder.path()) : Optional.empty();
        State state = isRunning
                ? State.RUNNING
                : result.outcome().equals(CellResult.RUNNING)
                                || result.outcome().equals(Outcome.INTERRUPTED.label())
                        ? State.STOPPED
                        : State.ENDED;
        double perRun = ended.stream().mapToDouble(EndedRun::seconds).average().orElse(result.expectedRunSeconds());
        double running = current.map(run -> Duration.between(run.since(), now).toMillis() / 1e3)
                .orElse(0.0);
        return new StudyView(
                state,
                result,
                new Progress(
                        ended.size(),
                        result.remaining(),
                        current.map(run -> new Current(
                                        run.step().cell(),
                                        run.step().trial(),
                                        run.runId(),
                                        run.since().toString()))
                                .orElse(null),
                        isRunning ? Double.valueOf(Math.max(0, result.remaining() * perRun - running)) : null));
    }

    /** The pictures of its results. */
    public List<StudyChart> charts() {
        return StudyCharts.of(result);
    }
}
