// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;

/** A sequence of runs in the form for pages; it may be in progress. Immutable. */
public record StudyView(State state, StudyResult result, Progress progress) {
    public enum State {
        RUNNING,
        /** It was interrupted or its process has ended; {@code resume} continues it. */
        STOPPED,
        ENDED;

        public String label() {
            return Documents.word(this);
        }
    }

    /** {@code remaining} and {@code secondsLeft} are the greatest possible, without repetitions of invalid runs. */
    public record Progress(
            int ended,
            int remaining,
            @Nullable Current current,
            @Nullable Double secondsLeft) {}

    public record Current(String cell, int trial, String runId, String since) {}

    public static StudyView of(StudyFolder folder, Instant now) throws IOException {
        // The state is read first, so that a sequence that ends in the meantime has its final results.
        boolean isRunning = folder.isRunning();
        StudyResult result = folder.result();
        List<EndedRun> ended = folder.ended();
        Optional<Ledger.Line> current = isRunning ? Ledger.current(folder.path()) : Optional.empty();
        State state = isRunning
                ? State.RUNNING
                : result.outcome() == Outcome.RUNNING || result.outcome() == Outcome.INTERRUPTED
                        ? State.STOPPED
                        : State.ENDED;
        double running = current.map(run -> Duration.between(run.at(), now).toMillis() / 1e3)
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
                                        run.at().toString()))
                                .orElse(null),
                        isRunning ? secondsLeft(result, running) : null));
    }

    /** A run that exceeds its expected time does not reduce the remaining time of the other runs. */
    private static Double secondsLeft(StudyResult result, double runningSeconds) {
        double each = result.remainingSeconds() / Math.max(1, result.remaining());
        return result.remainingSeconds() - Math.min(runningSeconds, each);
    }
}
