// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunTicket;
import org.plateaubench.engine.run.event.EventDetails.RunEnded;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;

/** The final state of an item of the queue, derived from its ticket, its process and its run. */
record RunOutcome(
        ItemState state,
        @Nullable Integer exitCode,
        @Nullable String message) {
    private static final int INVALID = 2;
    private static final int NOT_CARRIED_OUT = 3;
    private static final int INTERRUPTED = 130;
    private static final int SIGNALS = 128;

    /**
     * Returns the outcome.
     *
     * @param seen exit code from the operating system; null when an earlier console started the process
     * @param conclusion conclusion of its run, a sentence, if it was judged
     */
    static RunOutcome of(
            QueueItem item,
            RunTicket.State ticket,
            @Nullable Integer seen,
            Optional<RunEvent> end,
            Optional<String> conclusion,
            Optional<String> lastSentence) {
        @Nullable Integer code = ticket.exitCode().orElse(seen);
        boolean isWanted = item.state() != ItemState.STOPPING;
        if (ticket.startedId().isEmpty() && ticket.rigUser().isPresent()) {
            return isWanted
                    ? new RunOutcome(ItemState.WAITING, null, ticket.rigUser().get())
                    : new RunOutcome(ItemState.CANCELLED, code, null);
        }
        // A process that did not report its end has crashed, regardless of its exit code.
        if (code != null && code <= INVALID && ticket.exitCode().isPresent()) {
            return new RunOutcome(ItemState.DONE, code, conclusion.orElse(null));
        }
        if (code != null && code == INTERRUPTED) {
            return new RunOutcome(
                    ItemState.CANCELLED,
                    code,
                    end.map(RunEvent::message).or(() -> conclusion).orElse("The early end of the run was requested."));
        }
        if (!isWanted && ticket.startedId().isEmpty()) {
            return new RunOutcome(ItemState.CANCELLED, code, "It was ended before its run began.");
        }
        if (ticket.exitCode().isEmpty()) {
            return new RunOutcome(
                    ItemState.FAILED,
                    code == null ? null : unreported(code),
                    brokenOff(code, ticket.studyId().isPresent()));
        }
        String status = end.flatMap(event -> event.as(RunEnded.class))
                .map(RunEnded::status)
                .orElse("");
        boolean isStarted = ticket.startedId().isPresent()
                && !RunFolder.State.NOT_STARTED.label().equals(status);
        return new RunOutcome(
                isStarted ? ItemState.FAILED : ItemState.NOT_STARTED,
                code,
                // A run that was carried out, but could not store its end, prints that last.
                end.filter(event -> !RunFolder.State.COMPLETED.label().equals(status))
                        .map(RunEvent::message)
                        .or(() -> lastSentence)
                        .orElse("The run could not be carried out."));
    }

    /** Returns the exit code of a process that did not report its end: Java too ends with 1, the code of a missed limit. */
    static int unreported(int code) {
        return code <= INVALID ? NOT_CARRIED_OUT : code;
    }

    private static String brokenOff(@Nullable Integer code, boolean isStudy) {
        String how = code != null && code > SIGNALS
                ? "was ended by signal " + (code - SIGNALS)
                : code != null ? "ended with exit code " + code : "was killed, or its host was";
        return isStudy
                ? "The process of the study " + how + ". The runs that had ended are kept; ./plateau resume"
                        + " continues it on the console's host."
                : "The process of the run " + how + ". What it had measured is kept and is not valid.";
    }
}
