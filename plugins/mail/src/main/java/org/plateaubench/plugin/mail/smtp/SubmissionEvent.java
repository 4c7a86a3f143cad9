// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

/** Events of submissions that are counted beside their outcomes. */
public enum SubmissionEvent {
    /** A message was retried after a temporary refusal. */
    RETRY("submissionRetries"),
    /** A kept connection was closed when it was needed, and was reopened without a loss. */
    RECONNECT("submissionReconnects"),
    /** A message was sent with a round trip for each command, since the server does not support pipelining. */
    UNPIPELINED("submissionUnpipelined"),
    /** The fate for a recipient is unknown: the connection was lost between the final dot and its answer. */
    UNCERTAIN("submissionUncertain");

    private final String title;

    SubmissionEvent(String title) {
        this.title = title;
    }

    /** Returns the name of its counter. */
    public String title() {
        return title;
    }

    /** Receives the events; called by the thread that sends. */
    @FunctionalInterface
    public interface Listener {
        /** Counts an event that happened this many times, at least once. */
        void happened(SubmissionEvent event, int times);
    }
}
