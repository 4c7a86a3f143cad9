// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
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
            StudyFolder.@Nullable Current current,
            @Nullable Double secondsLeft) {}

    public static StudyView of(StudyFolder folder, Instant now) throws IOException {
        // The state is read first, so that a sequence that ends in the meantime has its final results.
        boolean isRunning = folder.isRunning();
        StudyResult result = folder.result();
        StudyFolder.Ledger ledger = folder.ledger();
        StudyFolder.Current current = isRunning ? ledger.current() : null;
        State state = isRunning
                ? State.RUNNING
                : result.outcome() == Outcome.RUNNING || result.outcome() == Outcome.INTERRUPTED
                        ? State.STOPPED
                        : State.ENDED;
        double running = current == null
                ? 0
                : Duration.between(Instant.parse(current.since()), now).toMillis() / 1e3;
        return new StudyView(
                state,
                result,
                new Progress(
                        ledger.ended().size(),
                        result.remaining(),
                        current,
                        isRunning ? secondsLeft(result, running) : null));
    }

    /** A run that exceeds its expected time does not reduce the remaining time of the other runs. */
    private static Double secondsLeft(StudyResult result, double runningSeconds) {
        double each = result.remainingSeconds() / Math.max(1, result.remaining());
        return result.remainingSeconds() - Math.min(runningSeconds, each);
    }
}
